import type { IDataObject, INode } from 'n8n-workflow';
import { nodeOf } from '../../harness/n8n/nodeOf';
import { type ColumnType, DataTable } from '../harness/dataTable';
import { N8nWithSandbox } from '../harness/withN8n';

/** What comes out goes into n8n's own tables as it is. */

const e2e = new N8nWithSandbox('data-tables');

const RULE = {
	field: { __rl: true, mode: 'name', value: 'total' },
	required: true,
	convertTo: 'number',
};

const entry = (value: string | null) => ({ value, reasoning: 'Page 1' });

const RUNS = [
	{ filename: 'Good', outputSchema: { total: entry('1,409.67'), number: entry('A-1') } },
	{ filename: 'Odd', outputSchema: { total: entry('n/a'), number: entry('A-2') } },
	{ filename: 'Bare', outputSchema: { total: entry('7'), number: entry(null) } },
	{ filename: 'Torn', status: 'failed' as const, failureReason: 'It is encrypted' },
];

type Columns = Record<string, ColumnType>;

const ABOUT_RUN: Columns = {
	runId: 'string',
	runName: 'string',
	runStatus: 'string',
	failureReason: 'string',
};

/** The table that a user makes for a form, and how its items are mapped where it is not flat. */
function tableFor(
	output: string,
	hasRules: boolean,
): { columns: Columns; mapping?: Record<string, string> } {
	const issues: Columns = hasRules ? { issues: 'string' } : {};
	const total = hasRules ? 'number' : 'string';
	if (output === 'fieldsOnly') {
		return { columns: { ...ABOUT_RUN, total, number: 'string', ...issues } };
	}
	if (output === 'itemPerField') {
		const row: Columns = { field: 'string', value: 'string', reasoning: 'string' };
		return { columns: { ...ABOUT_RUN, ...row, ...issues } };
	}
	const value = output === 'raw' ? '$json.output_schema?.total.value' : '$json.fields.total';
	return {
		columns: { runId: 'string', total: output === 'raw' ? 'string' : total },
		mapping: { runId: '={{ $json.id }}', total: `={{ ${value} ?? null }}` },
	};
}

const FORMS = ['fieldsOnly', 'itemPerField', 'simplified', 'raw'];
const CASES = FORMS.flatMap((output) =>
	[false, true].flatMap((hasRules) =>
		[false, true].map((isSplit) => [output, hasRules, isSplit] as const),
	),
);

it.each(CASES)(
	'%s, with rules: %s, with a second output: %s',
	async (output, hasRules, isSplit) => {
		const { n8n, sandbox } = e2e;
		await sandbox.control.reset();
		const ids = await sandbox.control.seedRuns(RUNS);
		const name = `${output} ${String(hasRules)} ${String(isSplit)}`;
		const { columns, mapping } = tableFor(output, hasRules);
		const done = await DataTable.create(n8n.api, name, columns);
		const review = await DataTable.create(n8n.api, `${name} review`, {
			runId: 'string',
			issues: 'string',
		});
		const parameters = {
			operation: 'get',
			runId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
			output,
			...(hasRules && { fieldRules: { rules: [RULE] } }),
			options: { unconverted: 'empty', ...(isSplit && { secondOutput: 'issuesAndFailed' }) },
		};
		const work = nodeOf('Work', 'n8n-nodes-docscore.docScore', {
			parameters,
			credentials: e2e.credentials,
		});
		const forReview = review.insert('Review', {
			runId: '={{ $json.id }}',
			issues: '={{ ($json.issues ?? []).map((issue) => issue.problem).join() }}',
		});
		const workflow = split(work, done.insert('Done', mapping), forReview, ids);
		const execution = await n8n.api.run(await n8n.api.importWorkflow(workflow));
		expect([execution.status, execution.error]).toEqual(['success', null]);
		const rows = await done.rows();
		const totals = (output === 'itemPerField' ? rows.filter(isOfTotal) : rows).map(
			({ total, value }) => total ?? value ?? null,
		);
		const isText = !hasRules || output === 'raw' || output === 'itemPerField';
		const good =
			isText && output === 'itemPerField' && hasRules ? '1409.67' : isText ? '1,409.67' : 1409.67;
		const seven = isText ? '7' : 7;
		const odd = hasRules && output !== 'raw' ? null : 'n/a';
		const failed = output === 'itemPerField' ? [] : [null];
		expect(totals).toEqual(
			isSplit ? [good, ...(hasRules ? [] : [odd]), seven] : [good, odd, seven, ...failed],
		);
		expect((await review.rows()).map(({ runId }) => runId)).toEqual(
			isSplit ? (hasRules ? [ids[1], ids[3]] : [ids[3]]) : [],
		);
	},
);

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
