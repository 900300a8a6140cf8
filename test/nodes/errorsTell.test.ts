import type { INodeParameters } from 'n8n-workflow';
import { isObject } from '../../nodes/DocScore/service/json';
import { useDrivenTime } from '../harness/jest/drivenTime';
import { type Answer, Between } from '../harness/sandbox/between';
import { SandboxedNode } from '../harness/sandbox/sandboxedNode';
import { wavOf } from '../sandbox/samples/audio';

const node = new SandboxedNode();
const between = new Between(node);
const time = useDrivenTime(node);

const recordings = (count: number) =>
	Array.from({ length: count }, (_, n) => ({
		json: { n },
		binary: {
			data: {
				data: wavOf(16_000).toString('base64'),
				mimeType: 'audio/wav',
				fileName: `call-${n}.wav`,
			},
		},
	}));

describe('What was accepted is named', () => {
	it('when the execution is cancelled', async () => {
		await node.control.setRunPlan({ stuck: 'pending' });
		const { finished, cancel } = node.start({
			parameters: node.submission({ operation: 'submitAndWait' }),
			items: [{}, {}],
		});
		await time.pass(2_500);
		cancel();
		time.flow();
		const { error } = await finished;
		const ids = (await node.control.runs()).map(({ id }) => id);
		expect(error?.message).toBe('The execution was cancelled');
		expect(error?.description).toMatch(/^Runs already accepted: \S{36}, \S{36}$/);
		for (const id of ids) expect(error?.description).toContain(id);
	});

	it('when one upload of several fails', async () => {
		const fault = { kind: 'status', status: 400, error: 'No more', times: 1, after: 2 } as const;
		await node.control.addFault({ ...fault, endpoint: 'recording' });
		const { error } = await node.run({
			parameters: {
				resource: 'recording',
				operation: 'upload',
				is_inbound: 'inbound',
				languageCode: 'en',
				options: { maxConcurrentRequests: 1 },
			},
			items: recordings(4),
		});
		expect(error?.message).toBe('Recording call-2.wav: No more');
		expect(error?.description).toBe('Recordings already uploaded: call-0.wav, call-1.wav');
	});

	it('when its outcome is unknown and another item fails', async () => {
		between.change = async ({ path, body }, pass) => {
			if (!path.endsWith('submit')) return { status: 200, body: { docs: [] } };
			const isFirst = isObject(body) && body.run_id === 'first';
			if (isFirst) return await pass().then(() => null);
			return { status: 400, body: { error: 'Bad template' } };
		};
		const { error } = await node.run({
			parameters: node.submission({
				run_id: '={{ $json.name }}',
				options: { deduplicationKey: '=tell-{{ $json.name }}' },
			}),
			items: [{ name: 'second' }, { name: 'first' }],
			credential: between.credential,
		});
		expect(error?.message).toMatch(/^Template \S{36}: Bad template$/);
		expect(error?.description).toMatch(
			/^Item 1: It is unknown whether the service accepted this submission: /,
		);
		expect(time.passed).toBeLessThan(1_000);
	});

	it('and no other write is sent while the service wants to be left alone', async () => {
		const answers = [{ status: 503, headers: { 'retry-after': '10' }, body: { error: 'Busy' } }];
		between.change = async (_, pass) => answers.pop() ?? (await pass());
		const { items, errorItems } = await node.run({
			parameters: node.submission({ options: { maxConcurrentRequests: 1 } }),
			items: Array.from({ length: 30 }, (_, n) => ({ n })),
			credential: between.credential,
			onError: 'continueErrorOutput',
		});
		expect(errorItems.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }]);
		expect(items).toHaveLength(29);
		const [first, ...others] = between.timesOf('submit');
		expect([first, others.length, Math.min(...others)]).toEqual([0, 29, 10_000]);
	});
});

const RUN = '5f0c2b1e-8a94-4d3b-9c61-0d5a7e4f2b18';
const runId = { __rl: true, mode: 'id', value: RUN };
const operations: Array<[string, INodeParameters, RegExp]> = [
	['Get', { operation: 'get', runId }, new RegExp(`^Run ${RUN}: `)],
	['Download Files', { operation: 'downloadFiles', runId }, new RegExp(`^Run ${RUN}: `)],
	[
		'Template: Get',
		{ resource: 'template', operation: 'get', templateId: RUN },
		new RegExp(`^Template ${RUN}: `),
	],
	['Submit', {}, /^Template \S{36}: /],
	[
		'Upload',
		{ resource: 'recording', operation: 'upload', is_inbound: 'inbound', languageCode: 'en' },
		/^Recording call-0.wav: /,
	],
	['Get Many', { operation: 'getAll' }, /^/],
];

const answers: Array<[string, Answer, string, string | undefined]> = [
	['401', { status: 401, body: { error: 'No' } }, 'No', 'Check the API Key in the credential'],
	[
		'403',
		{ status: 403, body: { error: 'No', details: 'Not yours' } },
		'No',
		'Not yours\nCheck the API Key in the credential',
	],
	[
		'401 and a page',
		{ status: 401, body: '<html>' },
		'The service answered with status 401 and an HTML page',
		'Check the API Key and the Base URL in the credential',
	],
	['404', { status: 404, body: { error: 'No' } }, 'No', undefined],
	[
		'404 and a page',
		{ status: 404, body: '<html>' },
		'The service answered with status 404 and an HTML page',
		'Check the Base URL in the credential',
	],
];

describe('A refusal names what was asked for and says what to check', () => {
	it.each(
		operations.flatMap(([name, ...operation]) =>
			answers.map(([status, ...answer]) => [name, status, operation, answer] as const),
		),
	)('%s, %s', async (_, _status, [parameters, names], [answer, message, description]) => {
		between.change = async () => answer;
		const { error } = await node.run({
			parameters: node.submission(parameters),
			items: recordings(1),
			credential: between.credential,
		});
		expect(error?.message).toMatch(names);
		expect(error?.message.replace(names, '')).toBe(message);
		expect(error?.description || undefined).toBe(description);
		expect(between.asked).toHaveLength(1);
	});

	it.each(['key-with-"quotes"/and-a-slash', 'a-plain-key-of-some-length'])(
		'without the key %s, however it is quoted',
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
					error: `Run ${RUN}: Key (API Key) is invalid`,
					message: '(API Key)\nCheck the API Key in the credential',
				};
				expect(errorItems).toEqual([0, 1].map((item) => ({ json, pairedItem: { item } })));
			}
		},
	);
});
