import { isObject } from '../../nodes/DocScore/service/json';
import { type Answer, Between } from '../harness/sandbox/between';
import { SandboxedNode } from '../harness/sandbox/sandboxedNode';

const node = new SandboxedNode();
const between = new Between(node);

const idOf = (at: number): string => `5f0c2b1e-8a94-4d3b-9c61-${String(at).padStart(12, '0')}`;

const get = {
	resource: 'run',
	operation: 'get',
	runId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
};

/** Gets so many runs at once, each of which is answered in its own way. */
async function getAll(answers: Answer[]) {
	between.change = async ({ body }) =>
		answers.find((_, at) => isObject(body) && body.id === idOf(at)) ?? null;
	const { error } = await node.run({
		parameters: { ...get, options: { maxConcurrentRequests: answers.length } },
		items: answers.map((_, at) => ({ id: idOf(at) })),
		credential: between.credential,
	});
	return error;
}

const REFUSED: Answer = { status: 401, body: { error: 'Who are you?' } };

describe('When several items fail', () => {
	it('each one is told with its advice, unless that was told before', async () => {
		const error = await getAll([
			{ status: 400, body: { error: 'Bad request' } },
			REFUSED,
			{ status: 403, body: { error: 'Not yours', details: 'Ask Ann' } },
			{ status: 404, body: '<html>' },
		]);
		expect(error?.message).toBe(`Run ${idOf(0)}: Bad request`);
		expect(error?.description).toBe(
			[
				`Item 1: Run ${idOf(1)}: Who are you?`,
				'Check the API Key in the credential',
				`Item 2: Run ${idOf(2)}: Not yours`,
				'Ask Ann',
				`Item 3: Run ${idOf(3)}: The service answered with status 404 and an HTML page`,
				'Check the Base URL in the credential',
			].join('\n'),
		);
	});

	it('one advice for all of them is told once', async () => {
		const error = await getAll(Array.from({ length: 20 }, () => REFUSED));
		const [advice, ...items] = (error?.description ?? '').split('\n');
		expect(advice).toBe('Check the API Key in the credential');
		expect(items).toEqual(
			Array.from({ length: 19 }, (_, at) => `Item ${at + 1}: Run ${idOf(at + 1)}: Who are you?`),
		);
	});

	it('the error is that of the item, not that its failure ended the preparation of others', async () => {
		const items = Array.from({ length: 100 }, (_, at) => ({ id: at === 7 ? 'none' : idOf(at) }));
		const { error } = await node.run({ parameters: get, items });
		expect(error?.message).toBe('Run is not a UUID: "none"');
		expect(error?.context.itemIndex).toBe(7);
		expect(await node.requestCounts()).toEqual({});
	});
});
