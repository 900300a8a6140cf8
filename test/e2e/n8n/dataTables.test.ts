import type { IDataObject, INode } from 'n8n-workflow';
import { nodeOf } from '../../harness/n8n/nodeOf';
import { chain } from '../harness/chain';
import { type ColumnType, DataTable } from '../harness/dataTable';
import { rule } from '../harness/rule';
import { N8nWithSandbox } from '../harness/withN8n';

const e2e = new N8nWithSandbox('data-tables');

const valued = (total: string | null, lines: string) => ({
	outputSchema: {
		total: { value: total, reasoning: 'Page 1' },
		lines: { value: `item;amount\n${lines}`, reasoning: null },
	},
});

const RUNS = [
	valued('1,409.67', 'A;409.67\nB;1,000'),
	valued('see page 2', 'C;1'),
	valued(null, 'D;x'),
	{ status: 'failed' as const, failureReason: 'It is encrypted' },
];

const ABOUT_RUN: Record<string, ColumnType> = {
	runId: 'string',
	runName: 'string',
	runStatus: 'string',
	failureReason: 'string',
	issues: 'string',
};

interface Case {
	output: string;
	columns: Record<string, ColumnType>;
	/** The cells of these columns in each row. */
	cells: unknown[][];
}

const CASES: Case[] = [
	{
		output: 'fieldsOnly',
		columns: { total: 'number', lines: 'string' },
		cells: [
			[1409.67, '[{"item":"A","amount":409.67},{"item":"B","amount":1000}]'],
			[null, '[{"item":"C","amount":1}]'],
			[null, '[{"item":"D","amount":null}]'],
			[null, null],
		],
	},
	{
		output: 'itemPerRow',
		columns: { item: 'string', amount: 'number', total: 'number' },
		cells: [
			['A', 409.67, 1409.67],
			['B', 1000, 1409.67],
			['C', 1, null],
			['D', null, null],
			[null, null, null],
		],
	},
	{
		output: 'itemPerField',
		columns: { field: 'string', value: 'string', reasoning: 'string' },
		cells: [
			['total', '1409.67', 'Page 1'],
			['lines', '[{"item":"A","amount":409.67},{"item":"B","amount":1000}]', null],
			['total', null, 'Page 1'],
			['lines', '[{"item":"C","amount":1}]', null],
			['total', null, 'Page 1'],
			['lines', '[{"item":"D","amount":null}]', null],
			[null, null, null],
		],
	},
];

it.each(CASES)('$output fills a data table without changes', async ({ output, columns, cells }) => {
	const { n8n, sandbox } = e2e;
	await sandbox.control.reset();
	const ids = await sandbox.control.seedRuns(RUNS);
	const name = `${output} ${Date.now()}`;
	const table = await DataTable.create(n8n.api, name, { ...ABOUT_RUN, ...columns });
	const parameters: INode['parameters'] = {
		operation: 'get',
		runId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
		output,
		fieldRules: {
			rules: [
				rule('total', { convertTo: 'number' }),
				rule('lines', { convertTo: 'table' }),
				rule('lines.amount', { convertTo: 'number' }),
			],
		},
		options: { unconverted: 'empty' },
	};
	const workflow = chain(
		'Into a data table',
		nodeOf('Start', 'n8n-nodes-base.manualTrigger'),
		nodeOf('Read', 'n8n-nodes-docscore.docScore', { parameters, credentials: e2e.credentials }),
		table.insert('Insert'),
	);
	const pinData = { Start: ids.map((id) => ({ json: { id } })) };
	const execution = await n8n.api.run(await n8n.api.importWorkflow({ ...workflow, pinData }));
	expect([execution.status, execution.error]).toEqual(['success', null]);
	const rows = await table.rows();
	const cellsOf = (row: IDataObject) => Object.keys(columns).map((name) => row[name] ?? null);
	expect(rows.map(cellsOf)).toEqual(cells);
	expect(rows.at(-1)).toMatchObject({ runStatus: 'failed', failureReason: 'It is encrypted' });
});
