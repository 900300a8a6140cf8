import type { IDataObject } from 'n8n-workflow';
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';
import type { SeedSpec } from '../../sandbox/records';
import { extracted, getSeeded, rule, rules } from '../runs';

/** Runs as tables of fields: how rows belong to documents, and what happens to runs without fields. */

const node = new SandboxedNode();
useDrivenTime(node);

const GOOD = extracted({ total: '7', number: 'A-1' });
const FAILED = { status: 'failed' as const, filename: 'Torn', failureReason: 'The page is blank' };
const OPEN = { status: 'processing' as const, filename: 'Long' };

const GET_MANY = { resource: 'run', operation: 'getAll', returnAll: true };

/** As JSON, because the order of columns matters. */
const rowsOf = (items: Array<{ json: IDataObject }>) =>
	items.map(({ json }) => JSON.stringify(json));

async function getRuns(runs: SeedSpec[], parameters: object) {
	const { ids, items } = await getSeeded(node, runs, parameters);
	return { ids, rows: rowsOf(items) };
}

describe('a row of fields', () => {
	const options = { includeRun: true };

	it('has one column for each field', async () => {
		const { rows } = await getRuns([GOOD, GOOD], { output: 'fieldsOnly' });
		expect(rows).toEqual(Array(2).fill(JSON.stringify({ total: '7', number: 'A-1' })));
	});

	it('begins with its run if selected', async () => {
		const wanted = { output: 'fieldsOnly', options, ...rules(rule('total')) };
		const { ids, rows } = await getRuns([GOOD, GOOD], wanted);
		const runs = ids.map((runId) => ({ runId, runName: 'Invoice', runStatus: 'completed' }));
		expect(rows).toEqual(
			runs.map((run) => JSON.stringify({ ...run, total: '7', number: 'A-1', issues: '' })),
		);
	});

	it('keeps fields with the name of a column of the run', async () => {
		const own = { runId: '1', runName: '2', runStatus: '3', docScoreRunId: '4', id: '5' };
		const { ids, rows } = await getRuns([extracted(own), GOOD], { output: 'fieldsOnly', options });
		const run = {
			docScoreRunId_: ids[0],
			docScoreRunName: 'Invoice',
			docScoreRunStatus: 'completed',
		};
		expect(rows[0]).toBe(JSON.stringify({ ...run, ...own }));
		expect(rows[1]).toContain('"runId"');
	});

	it('has the order field, value, reasoning, issues, run with one item per field', async () => {
		const wanted = { output: 'itemPerField', ...rules(rule('total')) };
		const { ids, rows } = await getRuns([extracted({ total: '7' }), FAILED], wanted);
		const first = { field: 'total', value: '7', reasoning: 'saw total', issues: '' };
		const none = { field: null, value: null, reasoning: null, issues: '' };
		const reason = { runStatus: 'failed', failureReason: 'The page is blank' };
		expect(rows).toEqual([
			JSON.stringify({ ...first, runId: ids[0], runName: 'Invoice' }),
			JSON.stringify({ ...none, runId: ids[1], runName: 'Torn', ...reason }),
		]);
	});
});

describe('a run without fields', () => {
	const which = (runId: unknown, runName: string) => ({ runId, runName });
	const failed = { runStatus: 'failed', failureReason: 'The page is blank' };
	const nothing = { field: null, value: null, reasoning: null };

	it('is a row between rows of fields', async () => {
		const { ids, rows } = await getRuns([FAILED, OPEN, GOOD], { output: 'fieldsOnly' });
		expect(rows).toEqual(
			[
				{ ...which(ids[0], 'Torn'), ...failed },
				{ ...which(ids[1], 'Long'), runStatus: 'processing' },
				{ total: '7', number: 'A-1' },
			].map((row) => JSON.stringify(row)),
		);
	});

	it('has the selected columns, and those of the rules', async () => {
		const fieldsToOutput = 'total, failureReason';
		const { ids, rows } = await getRuns([FAILED, extracted({})], {
			output: 'fieldsOnly',
			options: { fieldsToOutput },
			...rules(rule('total')),
		});
		const columns = { total: null, failureReason: null, issues: '' };
		expect(rows).toEqual([
			JSON.stringify({
				...which(ids[0], 'Torn'),
				runStatus: 'failed',
				runFailureReason: 'The page is blank',
				...columns,
			}),
			JSON.stringify(columns),
		]);
	});

	it('has the columns of the checks, but not those of their tables', async () => {
		const checks = [
			{ check: 'iban', field: 'iban' },
			{ check: 'range', number: 'lines.amount', lowest: 0, highest: 9 },
		];
		const { rows } = await getRuns([FAILED, FAILED], {
			output: 'fieldsOnly',
			checks: { checks },
		});
		const row: unknown = JSON.parse(rows[0] ?? '');
		const about = ['runId', 'runName', 'runStatus', 'failureReason'];
		expect(Object.keys(Object(row))).toEqual([...about, 'lines', 'iban', 'issues']);
	});

	it('is one row, while others have one row per field', async () => {
		const output = 'itemPerField';
		const { ids, rows } = await getRuns([FAILED, extracted({})], { output });
		expect(rows).toEqual(
			[
				{ ...nothing, ...which(ids[0], 'Torn'), ...failed },
				{ ...nothing, ...which(ids[1], 'Invoice'), runStatus: 'completed' },
			].map((row) => JSON.stringify(row)),
		);
		const ruled = await getRuns([FAILED], { output, ...rules(rule('total')) });
		expect(ruled.rows[0]).toContain('"reasoning":null,"issues":""');
	});
});

it('Get Many outputs each run as rows, or those of the status', async () => {
	await node.control.seedRuns([GOOD, FAILED, { ...FAILED, filename: 'Blank' }, OPEN]);
	const statuses = async (more: object) => {
		const parameters = { ...GET_MANY, output: 'fieldsOnly', ...more };
		const { items } = await node.run({ parameters, items: [{}] });
		return items.map(({ json }) => json.runStatus).sort();
	};
	expect(await statuses({})).toEqual(['failed', 'failed', 'processing', undefined]);
	expect(await statuses({ filters: { status: 'completed' } })).toEqual([undefined]);
});
