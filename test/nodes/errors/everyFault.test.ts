import type { INode, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { Fault } from '../../sandbox/faults';
import type { Endpoint } from '../../sandbox/records';
import { wavOf } from '../../sandbox/samples/audio';
import { seededTemplates } from '../../sandbox/templates';
import { collectOutput } from '../../harness/jest/output';
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';
import { download } from '../download/downloads';
import { get, wait } from '../runs';
import { upload } from '../recording/uploads';

const node = new SandboxedNode();
useDrivenTime(node);

const WAIT = { maxWait: 0.02, timeout: 'output' };
const WRITES: Endpoint[] = ['submit', 'recording'];

const operations: Array<[name: string, endpoint: Endpoint, parameters: INodeParameters]> = [
	['Submit', 'submit', { resource: 'run', operation: 'submit' }],
	['Submit and Wait', 'submit', { resource: 'run', operation: 'submitAndWait', options: WAIT }],
	['Wait', 'details', wait({ options: { maxWait: 0.05 } })],
	['Get', 'details', get()],
	['Get Many', 'query', { resource: 'run', operation: 'getAll' }],
	['Get Many, all', 'query', { resource: 'run', operation: 'getAll', returnAll: true }],
	['Download Files', 'details', download()],
	[
		'Template: Get',
		'template',
		{ resource: 'template', operation: 'get', extraction_template_id: seededTemplates.receipt },
	],
	['Upload', 'recording', upload()],
];

type FaultOf = Fault extends infer Each
	? Each extends Fault
		? Omit<Each, 'endpoint'>
		: never
	: never;

const faults: Array<[name: string, fault: FaultOf]> = [
	['401', { kind: 'status', status: 401, error: 'Invalid API key' }],
	['404', { kind: 'status', status: 404, error: 'Not found' }],
	['429', { kind: 'rateLimit', retryAfterSeconds: 0 }],
	['500', { kind: 'status', status: 500, error: 'Index is down', times: 1 }],
	['an HTML page', { kind: 'html', status: 200 }],
	['cut JSON', { kind: 'cutJson' }],
	['FAILURE', { kind: 'notSuccess' }],
	['a cut connection', { kind: 'cutBefore', times: 1 }],
	['a response cut on its way', { kind: 'cutBody', times: 1 }],
];

const matrix = operations.flatMap((operation) =>
	faults.map(([name, fault]) => [operation[0], name, operation, fault] as const),
);

/** Two items that are valid input for every operation. */
async function items(): Promise<INodeExecutionData[]> {
	const ids = await node.control.seedRuns([{ count: 2 }]);
	const data = {
		data: wavOf(16_000).toString('base64'),
		mimeType: 'audio/wav',
		fileName: 'call.wav',
	};
	return ids.map((id) => ({ json: { id }, binary: { data } }));
}

const runWith = async (parameters: INodeParameters, onError?: INode['onError']) =>
	await node.run({ parameters: node.submission(parameters), items: await items(), onError });

describe('every operation against every fault', () => {
	it.each(matrix)('%s, %s', async (_, name, [, endpoint, parameters], fault) => {
		await node.control.addFault({ ...fault, endpoint });
		const { result, output } = await collectOutput(
			async () => await runWith(parameters, 'continueErrorOutput'),
		);
		expect(output).not.toContain(node.credential.apiKey);
		expect(result.error).toBeUndefined();
		const passes = 'times' in fault && !WRITES.includes(endpoint);
		expect(result.errorItems.length).toBe(passes ? 0 : 'times' in fault ? 1 : 2);
		for (const { json, pairedItem } of result.errorItems) {
			expect(pairedItem).toEqual({ item: expect.any(Number) });
			expect(json.id).toEqual(expect.any(String));
			expect(json.error).toMatch(/\w{3}/);
			expect(JSON.stringify(json)).not.toContain('undefined');
			if (name === '401') expect(json.message).toMatch(/API Key/);
		}
	});

	it('keeps the key out of thrown errors', async () => {
		for (const [, endpoint, parameters] of operations) {
			await node.control.clearFaults();
			await node.control.addFault({ endpoint, kind: 'status', status: 400, error: 'Bad input' });
			const { result, output } = await collectOutput(async () => await runWith(parameters));
			expect(`${result.error?.message} ${result.error?.description}`).toContain('Bad input');
			expect(output).not.toContain(node.credential.apiKey);
		}
	});

	it('keeps the key out of the error if there is no response', async () => {
		const { output } = await collectOutput(
			async () =>
				await node.run({
					parameters: upload(),
					items: await items(),
					credential: { baseUrl: 'http://127.0.0.1:9/api' },
				}),
		);
		expect(output).toContain('ECONNREFUSED');
		expect(output).not.toContain(node.credential.apiKey);
	});
});
