import type { INodeParameters } from 'n8n-workflow';
import { ADDRESS, COPY_KEY } from '../../../nodes/DocScore/service/messages';
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { type Answer, SandboxProxy } from '../../harness/sandbox/sandboxProxy';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';
import { wavOf } from '../../sandbox/samples/audio';
import { upload, withFile } from '../recording/uploads';

const node = new SandboxedNode();
const between = new SandboxProxy(node);
useDrivenTime(node);

const RUN = '5f0c2b1e-8a94-4d3b-9c61-0d5a7e4f2b18';
const runId = { __rl: true, mode: 'id', value: RUN };
const operations: Array<[string, INodeParameters, string, string | null]> = [
	['Get', { operation: 'get', runId }, `Run ${RUN}: `, 'Run not found'],
	['Download Files', { operation: 'downloadFiles', runId }, `Run ${RUN}: `, 'Run not found'],
	[
		'Template: Get',
		{ resource: 'template', operation: 'get', extraction_template_id: RUN },
		`Template ${RUN}: `,
		'Template not found',
	],
	[
		'Submit',
		{ extraction_template_id: RUN },
		`Document 'https://files.example.com/invoice.pdf', template ${RUN}: `,
		'Template not found',
	],
	['Upload', upload(), "Recording 'call-0.wav': ", null],
	['Get Many', { operation: 'getAll' }, '', null],
];

describe('A rejection names its object and says what to check', () => {
	const errorOf = async (parameters: INodeParameters, answer: Answer) => {
		between.change = async () => answer;
		const { error } = await node.run({
			parameters: node.submission(parameters),
			items: [withFile(wavOf(16_000), 'call-0.wav')],
			credential: between.credential,
		});
		expect(between.asked).toHaveLength(1);
		return [error?.message, error?.description];
	};

	it.each(operations)('for %s, if the key has no permission', async (_, parameters, named) => {
		const body = { error: 'No', details: 'Not yours' };
		expect(await errorOf(parameters, { status: 403, body })).toEqual([
			`${named}This API Key does not have permission`,
			'Use an API Key that has this permission, or contact the provider.\nThe service says: No. Not yours.',
		]);
	});

	it.each(operations)('for %s, but the key if the service rejects it', async (_, parameters) => {
		const told = await errorOf(parameters, { status: 401, body: { error: 'No' } });
		const advice = `${COPY_KEY}.\nThe service says: No.`;
		expect(told).toEqual(['The service rejected the API Key', advice]);
	});

	it.each(operations)(
		'for %s, or the Base URL if the operation has no object',
		async (_, parameters, __, told) => {
			const [message, advice] = await errorOf(parameters, { status: 404, body: { error: 'No' } });
			if (told) expect(message).toBe(`${told}: ${RUN}`);
			else expect(message).toMatch(/The Base URL in the credential is wrong$/);
			expect(advice).toContain(told ? 'may belong to another account' : ADDRESS);
		},
	);
});
