import type { IDataObject, INode } from 'n8n-workflow';
import { isInSample } from '../../../nodes/DocScore/fields/review';
import { nodeOf } from '../../harness/n8n/nodeOf';
import { type ColumnType, DataTable } from '../harness/dataTable';
import { N8nWithSandbox } from '../harness/withN8n';

/** The node's output can be inserted into n8n's data tables without changes. */

const e2e = new N8nWithSandbox('data-tables');

const rule = (name: string, convertTo: string, required = false) => ({
	field: { __rl: true, mode: 'name', value: name },
	required,
	convertTo,
});

const TABLE_RULE = rule('lines', 'table');
const RULES = [TABLE_RULE, rule('lines.amount', 'number'), rule('total', 'number', true)];

const IBAN_CHECK = { check: 'iban', field: { __rl: true, mode: 'name', value: 'iban' } };
const SUM_CHECK = { check: 'sum', addends: 'lines.amount', total: 'total' };

const entry = (value: string | null) => ({ value, reasoning: 'Page 1' });

const invoice = (filename: string, values: Record<string, string | null>) => ({
	filename,
	outputSchema: Object.fromEntries(
		Object.entries({ iban: 'DE89370400440532013000', ...values }).map(([name, value]) => [
			name,
			entry(value),
		]),
	),
});

const RUNS = [
	invoice('Good', { total: '1,409.67', number: 'A-1', lines: 'item;amount\nA;409.67\nB;1,000' }),
	invoice('Odd', { total: 'see page 2', number: 'A-2', lines: 'item;amount\nC;1\nD;2' }),
	invoice('Bare', { total: '7', number: null, lines: 'item;amount\nE;7', iban: 'DE00' }),
	{ filename: 'Torn', status: 'failed' as const, failureReason: 'It is encrypted' },
];

/** Indexes of the runs above with issues: a violated rule, a failed check, a failed run. */
const ODD = 1;
const BARE = 2;
const TORN = 3;

interface Case {
	output: string;
	hasRules: boolean;
	hasChecks: boolean;
	/** Percent of runs without issues that go to Review; null if it is off. */
	sample: number | null;
}

const FORMS = ['fieldsOnly', 'itemPerField', 'itemPerRow', 'simplified', 'raw'];
const CASES = FORMS.flatMap((output) =>
	[false, true].flatMap((hasRules) =>
		[false, true].flatMap((hasChecks) =>
			[null, 0, 50].map((sample): Case => ({ output, hasRules, hasChecks, sample })),
		),
	),
);

function parametersOf({ output, hasRules, hasChecks, sample }: Case): INode['parameters'] {
	const rules = hasRules ? RULES : output === 'itemPerRow' ? [TABLE_RULE] : [];
	const checks = hasChecks ? [IBAN_CHECK, ...(hasRules ? [SUM_CHECK] : [])] : [];
	return {
		operation: 'get',
		runId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
		output,
		fieldRules: { rules },
		checks: { checks },
		review: sample !== null,
		options: { unconverted: 'empty', ...(sample !== null && { reviewSample: sample }) },
	};
}

type Columns = Record<string, ColumnType>;

const ABOUT_RUN: Columns = {
	runId: 'string',
	runName: 'string',
	runStatus: 'string',
	failureReason: 'string',
	issues: 'string',
};

/** The table that a user creates for this output, and a mapping of columns if its items are not flat. */
function tableFor({ output, hasRules }: Case): {
	columns: Columns;
	mapping?: Record<string, string>;
} {
	const number = hasRules ? 'number' : 'string';
	const fields: Columns = { total: number, number: 'string', iban: 'string' };
	if (output === 'fieldsOnly') return { columns: { ...ABOUT_RUN, ...fields, lines: 'string' } };
	if (output === 'itemPerRow') {
		return { columns: { ...ABOUT_RUN, item: 'string', amount: number, ...fields } };
	}
	if (output === 'itemPerField') {
		return { columns: { ...ABOUT_RUN, field: 'string', value: 'string', reasoning: 'string' } };
	}
	const value = output === 'raw' ? '$json.output_schema?.total.value' : '$json.fields.total';
	return {
		columns: { runId: 'string', total: output === 'raw' ? 'string' : number },
		mapping: { runId: '={{ $json.id }}', total: `={{ ${value} ?? null }}` },
	};
}

/** The expected cells for these runs: their totals, or the amounts of their line items. */
function cellsOf({ output, hasRules }: Case, runs: number[]): unknown[] {
	const asSent = [
		['409.67', '1,000', '1,409.67'],
		['1', '2', 'see page 2'],
		['7', '7'],
		[null, null],
	];
	const converted = [
		[409.67, 1000, 1409.67],
		[1, 2, null],
		[7, 7],
		[null, null],
	];
	const isConverted = hasRules && output !== 'raw';
	return runs.flatMap((run) => {
		const cells: unknown[] = (isConverted ? converted : asSent)[run] ?? [];
		if (output === 'itemPerRow') return cells.slice(0, -1);
		const total = cells.at(-1);
		if (output !== 'itemPerField') return [total];
		// This output has a row for each field. A run without fields has one row with no field name.
		return run === TORN ? [] : [total === null ? null : String(total)];
	});
}

/** The runs that go to Review, because they have an issue or are in the sample. */
function reviewed({ hasRules, hasChecks, sample }: Case, ids: string[]): Map<string, boolean> {
	if (sample === null) return new Map();
	const doubtful = [...(hasRules ? [ODD] : []), ...(hasChecks ? [BARE] : []), TORN];
	const isThere = (id: string, at: number) => doubtful.includes(at) || isInSample(id, sample);
	return new Map(ids.filter(isThere).map((id) => [id, !doubtful.includes(ids.indexOf(id))]));
}

it.each(CASES)('the output fills a data table: %j', async (each) => {
	const { n8n, sandbox } = e2e;
	await sandbox.control.reset();
	const ids = await sandbox.control.seedRuns(RUNS);
	const name = Object.values(each).map(String).join(' ');
	const { columns, mapping } = tableFor(each);
	const done = await DataTable.create(n8n.api, name, columns);
	const review = await DataTable.create(n8n.api, `${name} review`, {
		runId: 'string',
		issues: 'string',
		sample: 'boolean',
	});
	const work = nodeOf('Work', 'n8n-nodes-docscore.docScore', {
		parameters: parametersOf(each),
		credentials: e2e.credentials,
	});
	const forReview = review.insert('Review', {
		runId: '={{ $json.id }}',
		issues: '={{ ($json.issues ?? []).map((issue) => issue.problem).join() }}',
		sample: '={{ $json.sample ?? false }}',
	});
	const workflow = split(work, done.insert('Done', mapping), forReview, ids);
	const execution = await n8n.api.run(await n8n.api.importWorkflow(workflow));
	expect([execution.status, execution.error]).toEqual(['success', null]);

	const toReview = reviewed(each, ids);
	const left = [...ids.keys()].filter((at) => !toReview.has(ids[at] ?? ''));
	const rows = await done.rows();
	const shown = each.output === 'itemPerField' ? rows.filter(isOfTotal) : rows;
	const column = { itemPerField: 'value', itemPerRow: 'amount' }[each.output] ?? 'total';
	expect(shown.map((row) => row[column] ?? null)).toEqual(cellsOf(each, left));
	const inReview = await review.rows();
	expect(inReview.map(({ runId, sample }) => [runId, Boolean(sample)])).toEqual([...toReview]);
	for (const { runId, issues } of inReview) {
		const hasIssue = [ids[ODD], ids[BARE]].includes(String(runId)) && !toReview.get(String(runId));
		expect(issues === '').toBe(!hasIssue);
	}
});

const isOfTotal = ({ field }: IDataObject): boolean => field === 'total';

function split(work: INode, done: INode, review: INode, ids: string[]) {
	const start = nodeOf('Start', 'n8n-nodes-base.manualTrigger');
	const to = (node: INode) => [{ node: node.name, type: 'main' as const, index: 0 }];
	return {
		name: 'Into data tables',
		nodes: [start, work, done, review],
		connections: { Start: { main: [to(work)] }, Work: { main: [to(done), to(review)] } },
		pinData: { Start: ids.map((id) => ({ json: { id } })) },
	};
}
