import { useDrivenTime } from '../../harness/jest/drivenTime';
import { hintsOf } from '../../harness/n8n/runNode';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';
import type { SeedSpec } from '../../sandbox/records';
import { extracted, getSeeded, rule, rules } from '../runs';

const node = new SandboxedNode();
useDrivenTime(node);

const RUNS = [
	extracted({ total: '7', number: 'A-1', lines: '[{"amount": "7"}]' }),
	extracted({ total: '8', ' order ': 'B-2' }),
];

/** The hints after the node has output the runs. */
const hinted = async (parameters: object, runs: SeedSpec[] = RUNS) =>
	hintsOf(await getSeeded(node, runs, parameters));

const FIELDS = 'total, number, lines, order';

describe('a hint after the run names a field that no run has', () => {
	it.each([
		['in Fields to Output', { options: { fieldsToOutput: 'total,Total,number' } }, 'Total'],
		['in a rule', rules(rule('totl', { convertTo: 'number' })), 'totl'],
		['in a check', { checks: { checks: [{ check: 'iban', field: 'iban' }] } }, 'iban'],
		[
			'in Fields to Output, where a column is none',
			{
				output: 'fieldsOnly',
				options: { fieldsToOutput: 'number,lines.amount' },
				...rules(rule('lines', { convertTo: 'table' }), rule('lines.amount')),
			},
			'lines.amount',
		],
		['in a rule for a column of no table', rules(rule('lines.amount')), 'lines.amount'],
	])('%s', async (_, parameters, name) => {
		expect(await hinted(parameters)).toEqual([
			`No run has the field ${name}. Correct the name in Fields to Output, Field Rules or Checks. The fields are: ${FIELDS}.`,
		]);
	});

	it('with several of them', async () => {
		expect(await hinted({ options: { fieldsToOutput: 'one,two' } })).toEqual([
			expect.stringContaining('No run has the fields one, two. '),
		]);
	});

	it('of Get Many, whose runs come from a list', async () => {
		await node.control.seedRuns(RUNS);
		const parameters = {
			resource: 'run',
			operation: 'getAll',
			options: { fieldsToOutput: 'totals' },
		};
		const run = await node.run({ parameters, items: [{}] });
		expect(hintsOf(run)).toEqual([expect.stringContaining('No run has the field totals. ')]);
	});
});

describe('no hint', () => {
	it.each([
		['if one of the runs has it', { options: { fieldsToOutput: 'number,order' } }],
		[
			'about a column of a table',
			rules(rule('lines', { convertTo: 'table' }), rule('lines.amount', { convertTo: 'number' })),
		],
		[
			'about a column in a check',
			{ checks: { checks: [{ check: 'range', number: 'lines.amount' }] } },
		],
	])('%s', async (_, parameters) => {
		expect(await hinted(parameters)).toEqual([]);
	});

	it('if no run has fields', async () => {
		const failed = { status: 'failed' as const };
		expect(await hinted({ options: { fieldsToOutput: 'number' } }, [failed, failed])).toEqual([]);
	});
});
