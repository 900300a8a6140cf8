import { useDrivenTime } from '../../harness/jest/drivenTime';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';
import { extracted, get, getSeeded, rule, rules, UNKNOWN_ID } from '../runs';

const node = new SandboxedNode();
useDrivenTime(node);

const GOOD = extracted({ total: '7', number: 'A-1' });
const BAD = { ...extracted({ total: null, number: 'A-2' }), metadata: { department: 'a' } };
const FAILED = { status: 'failed' as const, filename: 'Torn', failureReason: 'page 2 is blank' };
const OPEN = { status: 'processing' as const, filename: 'New' };

const splitting = (more: object = {}) => ({
	...rules(rule('total', { required: true })),
	...more,
	review: true,
});

const getMany = (more: object) => ({ resource: 'run', operation: 'getAll', ...more });

const jsonsOf = (items: Array<{ json: object }> = []) => items.map(({ json }) => json);

describe('Done', () => {
	it('contains no failed items; with Continue, they are in Review', async () => {
		const ids = await node.control.seedRuns([GOOD, BAD]);
		const parameters = get(splitting());
		const items = [{ id: UNKNOWN_ID }, ...ids.map((id) => ({ id }))];
		const { outputs } = await node.run({ parameters, items, onError: 'continueRegularOutput' });
		expect(outputs.map((each) => each.map(({ pairedItem }) => pairedItem))).toEqual([
			[{ item: 1 }],
			[{ item: 0 }, { item: 2 }],
		]);
		expect(outputs[1]?.[0]?.json.error).toContain('Run not found');
		expect(outputs.flat().every((item) => !('toReview' in item))).toBe(true);
		const wrong = await node.run({
			parameters,
			items,
			onError: 'continueRegularOutput',
			credential: { apiKey: 'wrong-key-1' },
		});
		expect(wrong.outputs.map((each) => each.length)).toEqual([0, 3]);
	});

	it('contains no timed-out runs', async () => {
		const metadata = { department: 'a' };
		const options = { maxWait: 0.02, timeout: 'error', fieldsToOutput: 'number,total' };
		const parameters = splitting({ operation: 'wait', output: 'fieldsOnly', options });
		const { ids, outputs } = await getSeeded(node, [{ ...OPEN, metadata }], parameters);
		const about = { id: ids[0], name: 'New', status: 'processing', timedOut: true };
		const fields = { number: null, total: null };
		const seen = { createdTime: expect.any(String), metadata, files: [] };
		expect(outputs).toMatchObject([[], [{ json: { ...about, ...seen, fields, issues: [] } }]]);
	});
});

describe('Review of Get Many', () => {
	it('shows runs as in other operations, and reads only the details of those', async () => {
		const parameters = splitting();
		const got = await getSeeded(node, [GOOD, BAD, FAILED, OPEN, GOOD], parameters);
		await node.control.clearRequests();
		const { outputs } = await node.run({ parameters: getMany(parameters) });
		expect((await node.requestCounts()).details).toBe(3);
		const byId = (jsons: object[]) => new Map(jsons.map((json) => [Object(json).id, json]));
		expect(byId(jsonsOf(outputs[1]))).toEqual(byId(jsonsOf(got.outputs[1])));
		expect(jsonsOf(outputs[1])).toContainEqual(
			expect.objectContaining({ metadata: { department: 'a' }, files: [] }),
		);
		expect(jsonsOf(outputs[1])).toContainEqual(
			expect.objectContaining({ failureReason: 'page 2 is blank' }),
		);
		expect(outputs[0]).toHaveLength(2);
	});

	it('contains the runs that a table would leave out', async () => {
		await node.control.seedRuns([GOOD, BAD, FAILED, OPEN]);
		const { outputs } = await node.run({
			parameters: getMany(splitting({ output: 'fieldsOnly' })),
		});
		expect(
			outputs.map((items) => items.map(({ json }) => json.name ?? json.number).sort()),
		).toEqual([['A-1'], ['Invoice', 'New', 'Torn']]);
	});

	it('shows a deleted run from the list, and fails if the details are rejected', async () => {
		await node.control.seedRuns([BAD]);
		const fault = { kind: 'status', endpoint: 'details', error: 'No such run' } as const;
		await node.control.addFault({ ...fault, status: 404 });
		const parameters = getMany(splitting());
		const { outputs } = await node.run({ parameters });
		expect(outputs).toMatchObject([[], [{ json: { fields: { number: 'A-2' } } }]]);
		await node.control.clearFaults();
		await node.control.addFault({ ...fault, status: 403 });
		const { error } = await node.run({ parameters });
		expect(error?.message).toContain('This API Key does not have permission');
	});
});
