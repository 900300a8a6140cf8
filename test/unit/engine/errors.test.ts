import type { INode } from 'n8n-workflow';
import { toPollError } from '../../../nodes/DocScore/engine/errors';
import { ServiceError } from '../../../nodes/DocScore/service/errors';

const node: INode = {
	id: '1',
	name: 'DocScore Trigger',
	type: 'n8n-nodes-docscore.docScoreTrigger',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

const polled = (status: number | undefined, description?: string) =>
	toPollError(
		node,
		new ServiceError('Said so', { status, description, outcome: 'rejected', transient: false }),
	);

const KEY = 'The service refused the API Key: check it and the Base URL in the credential';
const ADDRESS = 'Check the Base URL in the credential';

describe('The error of a poll', () => {
	it.each([
		[401, KEY],
		[403, KEY],
		[404, ADDRESS],
		[405, ADDRESS],
	])('with status %i advises on the credential', (status, advice) => {
		const error = polled(status, 'Something else');
		expect([error.message, error.description]).toEqual([`Said so. ${advice}`, undefined]);
	});

	it.each([400, 500, undefined])('with status %p says what the service said', (status) => {
		const error = polled(status, 'Unknown filter');
		expect([error.message, error.description]).toEqual(['Said so. Unknown filter', undefined]);
		expect(polled(status).message).toBe('Said so');
	});
});
