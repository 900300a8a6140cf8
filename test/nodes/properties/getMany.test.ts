import type { INodeExecutionData } from 'n8n-workflow';
import type { Temper } from '../../harness/sandbox/dialects';
import { broken, itemOf, judgeBudget, textOf } from './expected';
import {
	type Asked,
	askedBy,
	type Cluster,
	HOUR_MS,
	type Input,
	input,
	seedOf,
	judgeable,
} from './lists';
import { type Broken, itHolds, type Situation, TimedNode } from './property';
import { mayFail, TRIES } from './struck';

const node = new TimedNode();

function judgeList(
	outputs: INodeExecutionData[],
	{ ids, hides, showsNone }: Asked,
	limit: number | null,
): Broken[] {
	const wanted = new Set(ids);
	const given = outputs.map(({ json }) => String(json.id).toLowerCase());
	const distinct = new Set(given);
	const due = limit === null ? ids.length : Math.min(limit, ids.length);
	const wrong = [
		...(distinct.size < given.length ? ['some are there twice'] : []),
		...(given.some((id) => !wanted.has(id)) ? ['some were not asked for'] : []),
		...(distinct.size === due ? [] : [`${distinct.size} instead of ${due}`]),
		...(limit === null && hides ? ['a run is counted, but not there'] : []),
		...(showsNone && given.length === 0 ? ['none, although some are counted'] : []),
	];
	return wrong.map((what) => broken('complete', what));
}

/** Maximum number of requests for a list with this many runs, for a plain service and for any service. */
const PLAIN_BUDGET = (runs: number): number => 2 * Math.ceil(runs / 100) + 20;
const ANY_BUDGET = (runs: number): number => 12 * Math.ceil(runs / 100) + 50;

async function judge(drawn: Situation<Input>) {
	const situation = judgeable(drawn);
	const { dialect, faults, input: asked } = situation;
	const { clusters, items, limit, status, createdAfterHoursAgo, mode } = asked;
	await node.control.setDialect(dialect);
	const ids = await node.control.seedRuns(clusters.map(seedOf));
	const startTime = await timeAgo(createdAfterHoursAgo ?? 0);
	const lists = items.map((group) => askedBy(group, ids, situation));
	const sumOf = (budget: (runs: number) => number) =>
		(faults.length === 0 ? 1 : TRIES) *
		lists.reduce((sum, list) => sum + budget(list.ids.length), 0);
	const most = sumOf(isPlain(dialect) ? PLAIN_BUDGET : ANY_BUDGET);
	await node.addFaults(faults);
	// Ends an endless series of requests.
	const after = sumOf(ANY_BUDGET) + 50;
	await node.control.addFault({ endpoint: 'query', kind: 'status', status: 400, after });
	const run = await node.runIn(mode, {
		parameters: {
			resource: 'run',
			operation: 'getAll',
			returnAll: limit === null,
			...(limit !== null && { limit }),
			filters: {
				filename: '=Run {{ $json.group }}',
				...(status !== null && { status }),
				...(createdAfterHoursAgo !== null && { startTime }),
			},
		},
		items: items.map((group) => ({ group })),
	});
	const requests = await node.answered();
	if (requests > after) return [broken('budget', `More than ${after} requests`)];
	const errors = [run.error, ...run.errorItems].filter((each) => each !== undefined);
	return [
		...judgeBudget(requests, most),
		...lists.flatMap((list, at) => {
			const isOf = (item: INodeExecutionData) => itemOf(item) === at;
			if (run.error || run.errorItems.some(isOf)) return [];
			return judgeList(run.items.filter(isOf), list, limit);
		}),
		...(isPlain(dialect) && !mayFail(faults)
			? errors.map((error) => broken('apart', textOf(error)))
			: []),
	];
}

const timeAgo = async (hours: number): Promise<string> =>
	new Date((await node.control.now()) - hours * HOUR_MS).toISOString();

const isPlain = (dialect: Temper): boolean =>
	Object.keys(dialect).every((point) => point === 'oddRun');

const cluster: Cluster = {
	count: 450,
	spacingMs: 37,
	hoursAgo: 24,
	group: 'a',
	status: 'completed',
};
const plain: Input = {
	clusters: [cluster],
	items: ['', 'b'],
	limit: null,
	status: null,
	createdAfterHoursAgo: null,
	mode: 'continue',
};

itHolds(node, 'Get Many', {
	endpoints: ['query'],
	input,
	size: ({ clusters }) => clusters.reduce((sum, { count }) => sum + count, 0),
	judge,
	examples: [
		// Runs at the bounds of slices were missing, and if the status was filtered, there was no error.
		{
			dialect: { boundPrecision: 'seconds' },
			faults: [],
			input: { ...plain, status: 'completed' },
		},
		{ dialect: { totalCountOf: 'unlisted' }, faults: [], input: { ...plain, status: 'completed' } },
		// Nothing was listed although the service counted runs.
		{ dialect: { firstPageEmpty: true }, faults: [], input: plain },
		// The order of pages changed with each request, so some runs were on no page.
		{ dialect: { pageOrder: 'random' }, faults: [], input: { ...plain, limit: 250 } },
		// A run without a time counted as later than all others, and no pages of its status reached that
		// far.
		{
			dialect: { oddRun: 1, timeMissing: 'odd' },
			faults: [],
			input: {
				...plain,
				clusters: [
					{ ...cluster, count: 2, spacingMs: 1_000, hoursAgo: 4 },
					{ ...cluster, count: 99, spacingMs: 1_000, hoursAgo: 720 },
				],
				status: 'completed',
			},
		},
		// Too many requests.
		{ dialect: { totalCountOf: 'anyTime' }, faults: [], input: plain },
		{ dialect: { timeMissing: 'odd' }, faults: [], input: { ...plain, status: 'completed' } },
		{
			dialect: {},
			faults: [],
			input: { ...plain, clusters: [cluster, { ...cluster, hoursAgo: 720 }] },
		},
		{
			dialect: { pagesPastEnd: 'last' },
			faults: [],
			input: { ...plain, clusters: [{ ...cluster, count: 100 }], limit: 150 },
		},
	],
});
