import { ExpressionError, type INode, NodeOperationError } from 'n8n-workflow';
import { toNodeError, toPollError } from '../../../nodes/DocScore/engine/errors';
import { InputError } from '../../../nodes/DocScore/engine/input/inputError';
import { CancelledError, RunError, ServiceError } from '../../../nodes/DocScore/service/errors';
import { TRY_LATER } from '../../../nodes/DocScore/service/messages';

const node: INode = {
	id: '1',
	name: 'DocScore Trigger',
	type: 'n8n-nodes-docscore.docScoreTrigger',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

const polled = (status: number | undefined, description?: string, said?: string) =>
	toPollError(
		node,
		new ServiceError('Said so', {
			status,
			description,
			said,
			outcome: 'rejected',
			transient: false,
		}),
	);

describe('The error of an item', () => {
	it('of n8n stays as it is, and names its own item or else this one', () => {
		const own = new NodeOperationError(node, 'Own', { itemIndex: 3, description: 'Do this' });
		expect(toNodeError(node, own, 7)).toBe(own);
		expect(own).toMatchObject({ description: 'Do this', context: { itemIndex: 3 } });
		const other = new NodeOperationError(node, 'Other');
		expect(toNodeError(node, other, 7)).toBe(other);
		expect(other.context.itemIndex).toBe(7);
	});

	it('of an expression tells which one it is and how to mend it', () => {
		const functionality = 'pairedItem';
		const error = new ExpressionError('No ENOTFOUND', { description: 'Do this', functionality });
		const shown = { message: 'No ENOTFOUND', description: 'Do this', functionality };
		expect(toNodeError(node, error, 7)).toMatchObject({ ...shown, context: { itemIndex: 7 } });
	});

	it('names its item, and the status and ID of the request', () => {
		const wrong = toNodeError(node, new InputError('Run', 'x', 'is no name', 'Enter it'), 7);
		expect(wrong).toMatchObject({ description: 'Enter it', context: { itemIndex: 7 } });
		const details = { outcome: 'rejected', transient: false, requestId: 'r-1' } as const;
		const cause = new ServiceError('Down', { ...details, description: TRY_LATER, status: 500 });
		const described = { message: 'Down', description: `${TRY_LATER}.\nRequest ID: r-1` };
		const shown = { ...described, messages: ['Down'], httpCode: '500', context: { itemIndex: 7 } };
		expect(toNodeError(node, cause, 7)).toMatchObject(shown);
		const ofRun = new RunError('Down', 'a', { description: TRY_LATER, cause });
		expect(toNodeError(node, ofRun, 7)).toMatchObject(shown);
		expect(toNodeError(node, new ServiceError('Down', details))).toMatchObject({ httpCode: null });
	});
});

describe('The error of a poll', () => {
	it.each([400, 500, undefined])('with status %p contains all details in its message', (status) => {
		const error = polled(status, 'Do this', 'The service says: Unknown filter');
		expect([error.message, error.description]).toEqual([
			'Said so. Do this. The service says: Unknown filter.',
			undefined,
		]);
		expect(polled(status).message).toBe(`Said so. ${TRY_LATER}.`);
	});

	it('contains the advice also for invalid input and a timeout', () => {
		const wrong = toPollError(node, new InputError('Run', 'x', 'cannot be a name', 'Enter the ID'));
		expect(wrong.message).toBe("'Run' cannot be a name: 'x'. Enter the ID.");
		const late = toPollError(node, new CancelledError('It took too long'));
		expect(late.message).toBe(`It took too long. ${TRY_LATER}.`);
	});

	it('keeps the message of an error of n8n', () => {
		const { message, description } = toPollError(node, new Error('No credential'));
		expect([message, description]).toEqual(['No credential', undefined]);
	});

	it.each<[object, object | undefined]>([
		[
			{ status: 429, transient: true },
			{ cause: 'rate-limited', retryAfterMs: 9 },
		],
		[
			{ status: 503, transient: true },
			{ cause: 'temporarily-unavailable', retryAfterMs: 9 },
		],
		[{ status: 401 }, { cause: 'credential-invalid' }],
		[{ status: 403 }, { cause: 'credential-invalid' }],
		[{ status: 404, isWrongPath: true }, { cause: 'configuration-invalid' }],
		[{ status: 404 }, undefined],
	])('of a response with %j declares %j to n8n', (details, failure) => {
		const rejected = { outcome: 'rejected', transient: false, retryAfterMs: 9 } as const;
		const error = toPollError(node, new ServiceError('No', { ...rejected, ...details }));
		expect(error.failure).toEqual(failure);
	});

	it('declares to n8n that settings are wrong, but nothing of an unknown error', () => {
		const { failure } = toPollError(node, new InputError('Run', 'x', 'is no name', 'Enter it'));
		expect(failure).toEqual({ cause: 'configuration-invalid' });
		const wrong = toPollError(node, new ExpressionError('There is no such item'));
		expect(wrong.failure).toEqual({ cause: 'configuration-invalid' });
		expect(toPollError(node, new Error('No credential')).failure).toBeUndefined();
	});
});
