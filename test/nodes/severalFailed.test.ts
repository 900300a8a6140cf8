import { isObject } from '../../nodes/DocScore/service/json';
import { ADDRESS, COPY_KEY } from '../../nodes/DocScore/service/words';
import { type Answer, Between } from '../harness/sandbox/between';
import { SandboxedNode } from '../harness/sandbox/sandboxedNode';
import { EventEmitter, once } from '../node';

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
	const asked = new EventEmitter();
	const allAsked = once(asked, 'all');
	let requests = 0;
	between.change = async ({ body }) => {
		if (++requests === answers.length) asked.emit('all');
		// Else the first answer could keep others from being asked for.
		await allAsked;
		return answers.find((_, at) => isObject(body) && body.id === idOf(at)) ?? null;
	};
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
			REFUSED,
		]);
		expect(error?.message).toBe(
			`Run ${idOf(0)}: The service refused this. The service says: Bad request`,
		);
		expect(error?.description).toBe(
			[
				'Change in this node what the service does not accept, or show this message to the provider of the service.',
				'Item 1: The service refused the API Key.',
				`${COPY_KEY}.`,
				'The service says: Who are you?',
				`Item 2: Run ${idOf(2)}: The service does not allow this with this API Key.`,
				`${COPY_KEY}, or ask the provider for one that may do this.`,
				'The service says: Not yours. Ask Ann.',
				`Item 3: Run ${idOf(3)}: There is no such service at the Base URL (status 404, a web page).`,
				`${ADDRESS}.`,
				'Item 4: The service refused the API Key.',
			].join('\n'),
		);
	});

	it('one advice for all of them is told once', async () => {
		const error = await getAll(Array.from({ length: 20 }, () => REFUSED));
		const [advice, said, ...items] = (error?.description ?? '').split('\n');
		expect([advice, said]).toEqual([`${COPY_KEY}.`, 'The service says: Who are you?']);
		expect(items).toEqual(
			Array.from({ length: 19 }, (_, at) => `Item ${at + 1}: The service refused the API Key.`),
		);
	});

	it('the error is that of the item, not that its failure ended the preparation of others', async () => {
		const items = Array.from({ length: 100 }, (_, at) => ({ id: at === 7 ? 'none' : idOf(at) }));
		const { error } = await node.run({ parameters: get, items });
		expect(error?.message).toBe("'Run' cannot be a name: 'none'");
		expect(error?.context.itemIndex).toBe(7);
		expect(await node.requestCounts()).toEqual({});
	});
});
