// Sources: engine/itemResults.ts
import { isObject } from '../../../nodes/DocScore/service/json';
import { ADDRESS, COPY_KEY } from '../../../nodes/DocScore/service/messages';
import { SignedLinks } from '../../harness/n8n/signedLinks';
import { type Answer, SandboxProxy } from '../../harness/sandbox/sandboxProxy';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';
import { EventEmitter, once, pause } from '../../node';
import { email, invoices } from '../files/emails';
import { ofInput } from '../files/itemFiles';
import { get } from '../runs';

const node = new SandboxedNode();
const between = new SandboxProxy(node);
new SignedLinks();

const idOf = (at: number): string => `5f0c2b1e-8a94-4d3b-9c61-${String(at).padStart(12, '0')}`;

/** Resolves when called this many times: the first response could keep others from being requested. */
function asked(times: number) {
	const calls = new EventEmitter();
	const last = once(calls, 'last');
	let count = 0;
	return async () => {
		if (++count === times) calls.emit('last');
		await last;
	};
}

/** Gets this many runs at once, each with its own response. */
async function getAll(answers: Answer[]) {
	const allAsked = asked(answers.length);
	between.change = async ({ body }) => {
		await allAsked();
		return answers.find((_, at) => isObject(body) && body.id === idOf(at)) ?? null;
	};
	const { error } = await node.run({
		parameters: get({ options: { maxConcurrentRequests: answers.length } }),
		items: answers.map((_, at) => ({ id: idOf(at) })),
		credential: between.credential,
	});
	return error;
}

const UNAUTHORIZED: Answer = { status: 401, body: { error: 'Who are you?' } };

describe('When several items fail', () => {
	it('each is reported with its advice, unless it was reported before', async () => {
		const error = await getAll([
			{ status: 400, body: { error: 'Bad request' } },
			UNAUTHORIZED,
			{ status: 403, body: { error: 'Not yours', details: 'Ask Ann' } },
			{ status: 404, body: '<html>' },
			UNAUTHORIZED,
		]);
		expect(error?.message).toBe(
			`Run ${idOf(0)}: The service rejected the request. The service says: Bad request`,
		);
		expect(error?.description).toBe(
			[
				'Check the parameters, or contact the provider.',
				'Item 1: The service rejected the API Key.',
				`${COPY_KEY}.`,
				'The service says: Who are you?',
				`Item 2: Run ${idOf(2)}: This API Key does not have permission.`,
				'Use an API Key that has this permission, or contact the provider.',
				'The service says: Not yours. Ask Ann.',
				'Item 3: The Base URL in the credential is wrong (status 404, a web page).',
				`${ADDRESS}.`,
				'Item 4: The service rejected the API Key.',
			].join('\n'),
		);
	});

	it('the same advice is shown once', async () => {
		const error = await getAll(Array.from({ length: 20 }, () => UNAUTHORIZED));
		const [advice, said, ...items] = (error?.description ?? '').split('\n');
		expect([advice, said]).toEqual([`${COPY_KEY}.`, 'The service says: Who are you?']);
		expect(items).toEqual(
			Array.from({ length: 19 }, (_, at) => `Item ${at + 1}: The service rejected the API Key.`),
		);
	});

	it('their files are reported in order, whichever fails first', async () => {
		const failing = ['d.pdf', 'c.pdf', 'a.pdf', 'b.pdf'];
		const allAsked = asked(failing.length);
		between.change = async ({ body }) => {
			await allAsked();
			const name = isObject(body) ? String(body.run_id) : '';
			await pause(20 * failing.indexOf(name));
			return { status: 400, body: { error: `No ${name}` } };
		};
		const { error } = await node.run({
			parameters: ofInput(node, {
				binaryPropertyNames: '*',
				severalFiles: 'documentEach',
				additionalFields: {},
				options: { maxConcurrentRequests: failing.length },
			}),
			items: [
				await email(...(await invoices('a.pdf', 'b.pdf', 'c.pdf'))),
				await email(...(await invoices('d.pdf'))),
			],
			credential: between.credential,
		});
		expect(error?.message).toContain('The service says: No a.pdf');
		const [, ...others] = error?.description?.split('\n') ?? [];
		expect(others).toEqual([
			expect.stringMatching(/^Item 0: .*The service says: No b\.pdf/),
			expect.stringMatching(/^Item 0: .*The service says: No c\.pdf/),
			expect.stringMatching(/^Item 1: .*The service says: No d\.pdf/),
		]);
	});
});
