import type { INode, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { atMost, type Figure, judge, type Line } from '../figure';
import { alternate, Side } from '../measure';
import type { Service, Stage } from '../stage';
import { chain, docScore } from '../workflows';
import { HOUR_MS } from './poll';
import { documents, ownSubmission } from './submission';

const SIZE = 10_000;
const ROUNDS = 3;

/** The most rows with four columns that a table may have. */
const ROWS = 1_000;
const FIELDS = 1_000;

/** Enough for the engine to compile what runs often. */
const WARM_UP_SIZE = 1_000;
const LONGEST_MS = 50;

export const blocks: Figure = {
	name: 'blocks',
	about: `The longest time that the event loop is blocked, in CPU time of its thread, while the node processes ${SIZE.toLocaleString('en-US')} items or runs. n8n can do nothing else in this time. Covers one run with a table of ${ROWS.toLocaleString('en-US')} rows or with ${FIELDS.toLocaleString('en-US')} rules, every operation, Get Many with Return All and rules that convert a date and time and a number, and a poll of the trigger in which all runs have finished. n8n's own work for the items before and after the node does not count, except that for the items of a poll. ${ROUNDS} rounds, after a smaller one that does not count.`,
	async measure(stage) {
		const service = await stage.service();
		const of = async (work: string, items: INodeExecutionData[], node: INode) =>
			await measured(work, async (count) => {
				return await executed(stage, service, items.slice(0, count), node);
			});
		const ids = await seed(service);
		const lines = [
			await of('runs read and converted', [{ json: {} }], getMany),
			await of('runs got', ids, get),
			await of('runs waited for', ids, wait),
			await of('files downloaded', ids, downloadFiles),
			await of('templates read', documents(SIZE), template(service)),
			await measured(
				'rows of a table converted',
				async (count) => await converted(stage, service, tableOf(count), OF_TABLE),
				ROWS,
			),
			await measured(
				'rows whose cells can be read in two ways',
				async (count) => await converted(stage, service, doubtful(count), OF_DOUBTFUL),
				ROWS,
			),
			await measured(
				'rows of times in words',
				async (count) => await converted(stage, service, times(count), OF_TIMES),
				ROWS,
			),
			await measured(
				'rules on as many fields',
				async (count) => await converted(stage, service, fieldsOf(count), rulesOf(count)),
				FIELDS,
			),
			await measured(
				'runs emitted by a poll',
				async (count) => await polled(stage, service, count),
			),
		];
		await service.control.reset();
		await service.control.setRunPlan({
			pendingMs: 0,
			processingMs: 0,
			fixedResult: { outputSchema: {} },
		});
		const [recording] = await stage.ours.store(1, 1_000);
		const recordings = Array.from({ length: SIZE }, () => recording ?? { json: {} });
		return [
			...lines,
			await of('documents submitted', documents(SIZE), ownSubmission(service)),
			await of('documents submitted and waited for', documents(SIZE), submitAndWait(service)),
			await of('recordings uploaded', recordings, upload),
		];
	},
};

/** Seeds completed runs, each with a date, an amount and a file. Resolves to items with their IDs. */
async function seed({ control }: Service): Promise<INodeExecutionData[]> {
	const outputSchema = (at: number) => ({
		date: { value: `${(at % 28) + 1}.3.2026 10:30`, reasoning: null },
		total: { value: `${at}.50`, reasoning: null },
	});
	const specs = Array.from({ length: 100 }, (_, at) => ({
		count: SIZE / 100,
		status: 'completed' as const,
		outputSchema: outputSchema(at),
		files: ['invoice.pdf'],
	}));
	const ids = await control.seedRuns(specs);
	return ids.map((id) => ({ json: { id } }));
}

const runId = { __rl: true, mode: 'id', value: '={{ $json.id }}' };

const getMany = docScore({
	resource: 'run',
	operation: 'getAll',
	returnAll: true,
	fieldRules: {
		rules: [
			{ field: 'date', convertTo: 'dateTime', dateFormat: 'dmy' },
			{ field: 'total', convertTo: 'number' },
		],
	},
});

const get = docScore({ resource: 'run', operation: 'get', runId });

const wait = docScore({ resource: 'run', operation: 'wait', runId, output: 'fieldsOnly' });

const downloadFiles = docScore({ resource: 'run', operation: 'downloadFiles', runId });

const template = ({ templates }: Service) =>
	docScore({ resource: 'template', operation: 'get', extraction_template_id: templates.invoice });

const submitAndWait = (service: Service) =>
	ownSubmission(service, { operation: 'submitAndWait', output: 'fieldsOnly' });

const upload = docScore({
	resource: 'recording',
	operation: 'upload',
	is_inbound: 'inbound',
	languageCode: 'en',
});

const ofColumns = (convertTo: string, ...names: string[]) =>
	names.map((name) => ({ field: `lines.${name}`, convertTo }));

const OF_TABLE = [
	{ field: 'lines', convertTo: 'table' },
	...ofColumns('number', 'quantity', 'price', 'amount'),
];

const tableOf = (rows: number) => ({
	lines: [
		'item;quantity;price;amount',
		...Array.from({ length: rows }, (_, at) => `Item ${at};${at};4,50 €;1.${at % 900}4,50 €`),
	].join('\n'),
});

const OF_DOUBTFUL = [
	{ field: 'lines', convertTo: 'table' },
	...ofColumns('number', 'price', 'amount'),
	...ofColumns('date', 'from', 'to'),
];

const doubtful = (rows: number) => {
	const amount = (at: number) => `$${(at % 900) + 1},${100 + (at % 899)}`;
	const date = (at: number) => `${(at % 12) + 1}/${((at >> 4) % 12) + 1}/${1950 + (at % 120)}`;
	return {
		lines: [
			'price;amount;from;to',
			...Array.from({ length: rows }, (_, at) =>
				[amount(at), amount(at + rows), date(at), date(at + rows)].join(';'),
			),
		].join('\n'),
	};
};

const OF_TIMES = [
	{ field: 'lines', convertTo: 'table' },
	...ofColumns('dateTime', 'ordered', 'packed', 'sent', 'received'),
];

const times = (rows: number) => {
	const time = (at: number) =>
		`${(at % 28) + 1}. März ${1950 + (at % 120)}, ${at % 24}:${(at % 50) + 10} Uhr`;
	return {
		lines: [
			'ordered;packed;sent;received',
			...Array.from({ length: rows }, (_, at) =>
				[0, 1, 2, 3].map((column) => time(at + column * rows)).join(';'),
			),
		].join('\n'),
	};
};

const fieldsOf = (count: number) =>
	Object.fromEntries(
		Array.from({ length: count }, (_, at) => [`f${at}`, at % 2 ? `${at},50 €` : '14. März 2026']),
	);

const rulesOf = (count: number) =>
	Array.from({ length: count }, (_, at) => ({
		field: `f${at}`,
		convertTo: at % 2 ? 'number' : 'date',
	}));

/** Gets a run with these values and rules. Resolves to the longest block in ms. */
async function converted(
	stage: Stage,
	service: Service,
	values: Record<string, string>,
	rules: INodeParameters[],
): Promise<number | undefined> {
	const entries = Object.entries(values).map(([name, value]) => [name, { value, reasoning: null }]);
	const outputSchema = Object.fromEntries(entries);
	const [id = ''] = await service.control.seedRuns([{ status: 'completed', outputSchema }]);
	const parameters = { resource: 'run', operation: 'get', runId, fieldRules: { rules } };
	return await executed(stage, service, [{ json: { id } }], docScore(parameters));
}

async function executed(
	stage: Stage,
	{ credential }: Service,
	items: INodeExecutionData[],
	node: INode,
): Promise<number | undefined> {
	const task = chain(credential, items, node);
	const { longestBlockMs } = await stage.ours.execute({ ...task, watchesBlocks: true });
	return longestBlockMs;
}

/** Polls when all open runs have finished. Resolves to the longest block in ms. */
async function polled(
	stage: Stage,
	{ control, credential }: Service,
	count: number,
): Promise<number | undefined> {
	await control.reset();
	const spread = { createdAgoMs: HOUR_MS, spacingMs: HOUR_MS / count };
	const open = await control.seedRuns([{ ...spread, count, status: 'processing' }]);
	await stage.ours.activate({ parameters: {}, credential });
	await stage.ours.poll();
	await Promise.all(open.map(async (id) => await control.setRun(id, { status: 'completed' })));
	const { longestBlockMs } = await stage.ours.poll(true);
	return longestBlockMs;
}

async function measured(
	work: string,
	execute: (count: number) => Promise<number | undefined>,
	size = SIZE,
): Promise<Line> {
	await execute(Math.min(WARM_UP_SIZE, size));
	const side = new Side(async () => await execute(size));
	await alternate([side], ROUNDS);
	const ours = side.sample((ms) => ms ?? Number.NaN);
	return judge({
		size,
		work: `${work}: longest block`,
		unit: 'ms',
		ours,
		goal: atMost(LONGEST_MS),
	});
}
