import type { Fault } from '../../sandbox/faults';
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';
import { get, UNKNOWN_ID } from '../runs';

const node = new SandboxedNode();
useDrivenTime(node);

const SPEC = { status: 'completed' as const };

describe('Run: Get, with faults', () => {
	it.each<[string, Omit<Extract<Fault, { kind: 'status' }>, 'endpoint'>]>([
		['500', { kind: 'status', status: 500, times: 2 }],
		['504', { kind: 'status', status: 504, times: 2 }],
	])('retries after status %s', async (_, fault) => {
		const [id] = await node.control.seedRuns([SPEC]);
		await node.control.addFault({ ...fault, endpoint: 'details' });
		const { items } = await node.run({ parameters: get(), items: [{ id }] });
		expect(items).toHaveLength(1);
		expect(await node.requestCounts()).toEqual({ details: 3 });
	});

	it.each(['cutBefore', 'cutAfter'] as const)('retries if the connection is %s', async (kind) => {
		const [id] = await node.control.seedRuns([SPEC]);
		await node.control.addFault({ endpoint: 'details', kind, times: 2 });
		const { items } = await node.run({ parameters: get(), items: [{ id }] });
		expect(items).toHaveLength(1);
	});

	it.each<[string, Parameters<typeof node.control.addFault>[0], RegExp]>([
		['an HTML page', { endpoint: 'details', kind: 'html', status: 200 }, /returned a web page/],
		['truncated JSON', { endpoint: 'details', kind: 'cutJson' }, /returned a truncated response/],
		['no body', { endpoint: 'details', kind: 'empty' }, /returned an empty response/],
		[
			'FAILURE',
			{ endpoint: 'details', kind: 'notSuccess', statusMessage: 'Index is rebuilding' },
			/^Run \S+: .* says: Index is rebuilding$/,
		],
	])('reports a response with %s', async (_, fault, message) => {
		const [id] = await node.control.seedRuns([SPEC]);
		await node.control.addFault(fault);
		const { items, errorItems } = await node.run({
			parameters: get(),
			items: [{ id }, { id }],
			onError: 'continueErrorOutput',
		});
		expect(items).toEqual([]);
		expect(errorItems.map((item) => item.json.error)).toEqual([
			expect.stringMatching(message),
			expect.stringMatching(message),
		]);
	});

	it('reports a Base URL that redirects', async () => {
		const baseUrl = node.credential.baseUrl.replace('/api/v1', '/wrong');
		const { error } = await node.run({
			parameters: get(),
			items: [{ id: UNKNOWN_ID }],
			credential: { baseUrl },
		});
		expect(error).toMatchObject({ httpCode: '404' });
	});

	it.each([
		['ftp://127.0.0.1/api', 'must start with https://'],
		['docscore', 'must start with https://'],
		['', 'is empty'],
	])('rejects the Base URL %j', async (baseUrl, told) => {
		const { error } = await node.run({
			parameters: get(),
			items: [{ id: UNKNOWN_ID }],
			credential: { baseUrl },
		});
		expect(error?.message).toContain(`'Base URL' ${told}`);
	});

	it('ignores spaces and slashes around the Base URL, and spaces around the key', async () => {
		const [id] = await node.control.seedRuns([SPEC]);
		const { items } = await node.run({
			parameters: get(),
			items: [{ id }],
			credential: {
				baseUrl: `  ${node.credential.baseUrl}// `,
				apiKey: ` ${node.credential.apiKey}\n`,
			},
		});
		expect(items).toHaveLength(1);
	});
});
