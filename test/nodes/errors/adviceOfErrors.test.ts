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
		{ resource: 'template', operation: 'get', templateId: RUN },
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

const RIGHT = 'Use an API Key that has this permission, or contact the provider';
const PAGE = '<html>';

/** Status and body of a response, and the expected message and advice. */
const answers: Array<[number, Answer['body'], string, string]> = [
	[403, { error: 'No', details: 'Not yours' }, 'This API Key does not have permission', RIGHT],
	[403, PAGE, 'This API Key does not have permission (status 403', RIGHT],
	[404, PAGE, 'The Base URL in the credential is wrong (status 404, a web page)', ADDRESS],
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
		return [error?.message ?? '', error?.description ?? ''];
	};

	it.each(
		operations.flatMap(([name, ...operation]) =>
			answers.map(([status, ...answer]) => [name, status, operation, answer] as const),
		),
	)('for %s, %d', async (_, status, [parameters, named], [body, told, advised]) => {
		const [message = '', advice = ''] = await errorOf(parameters, { status, body });
		// A wrong Base URL gives the same message for every operation.
		const start = status === 404 ? told : named + told;
		expect(message.slice(0, start.length)).toBe(start);
		expect(advice.startsWith(advised)).toBe(true);
		const isOwn = typeof body === 'object';
		expect(advice.endsWith('\nThe service says: No. Not yours.')).toBe(isOwn);
	});

	it.each(operations)('for %s, but the key if the service rejects it', async (_, parameters) => {
		const told = await errorOf(parameters, { status: 401, body: { error: 'No' } });
		const advice = `${COPY_KEY}.\nThe service says: No.`;
		expect(told).toEqual(['The service rejected the API Key', advice]);
		between.asked = [];
		const [message, description] = await errorOf(parameters, { status: 401, body: PAGE });
		expect(message).toBe('The service rejected the API Key (status 401, a web page)');
		expect(description).toBe(`${COPY_KEY}. ${ADDRESS}`);
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

	it.each(['key-with-"quotes"/and-a-slash', 'a-plain-key-of-some-length'])(
		'without the key %s, in any quotation',
		async (apiKey) => {
			for (const quote of [
				JSON.stringify,
				(text: object) => JSON.stringify(text).replaceAll('/', '\\/'),
			]) {
				const body = quote({ error: `Key ${apiKey} is invalid`, details: apiKey });
				between.change = async () => ({ status: 401, body });
				const { errorItems } = await node.run({
					parameters: { resource: 'run', operation: 'get', runId },
					items: [{}, {}],
					credential: { ...between.credential, apiKey },
					onError: 'continueErrorOutput',
				});
				const json = {
					error: 'The service rejected the API Key',
					message: `${COPY_KEY}.\nThe service says: Key (API Key) is invalid. (API Key).`,
				};
				expect(errorItems).toEqual([0, 1].map((item) => ({ json, pairedItem: { item } })));
			}
		},
	);
});
