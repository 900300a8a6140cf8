// Sources: fields/runFilters.ts
import type { Dialect } from '../../sandbox/dialect';
import { pause } from '../../node';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';

const node = new SandboxedNode();
const DAY_MS = 86_400_000;
const getMany = (more = {}) => ({ resource: 'run', operation: 'getAll', ...more });
const names = (items: Array<{ json: Record<string, unknown> }>) =>
	items.map((item) => String(item.json.name)).sort();

describe('Run: Get Many', () => {
	it('outputs up to 50 runs for each item, simplified and paired', async () => {
		await node.control.seedRuns([{ count: 60, createdAgoMs: DAY_MS, spacingMs: 1_000 }]);
		const { items, error } = await node.run({ parameters: getMany(), items: [{}, {}] });
		expect(error).toBeUndefined();
		expect(items).toHaveLength(100);
		expect(items.map((item) => item.pairedItem)).toEqual(
			Array.from({ length: 100 }, (_, at) => ({ item: at < 50 ? 0 : 1 })),
		);
		expect(Object.keys(items[0]?.json ?? {})).toEqual([
			'id',
			'name',
			'status',
			'createdTime',
			'fields',
		]);
		const bodies = (await node.control.requests()).map((request) => request.body);
		expect(bodies).toEqual([
			{ page: 1, limit: 50 },
			{ page: 1, limit: 50 },
		]);
	});

	it('outputs as many runs as the limit, each once, also from several pages', async () => {
		await node.control.seedRuns([{ count: 400, createdAgoMs: DAY_MS, spacingMs: 1_000 }]);
		const { items } = await node.run({ parameters: getMany({ limit: 250 }) });
		expect(new Set(items.map((item) => item.json.id)).size).toBe(250);
		expect(await node.requestCounts()).toEqual({ query: 3 });
	});

	it('sends every filter under its name in the service', async () => {
		const filters = {
			startTime: '2026-03-01T10:00:00',
			endTime: '2026-07-01T10:00:00+02:00',
			status: 'failed',
			extraction_template_id: node.sandbox.templates.invoice,
			filename: ' Invoice ',
		};
		const operators = {
			equals: '=',
			notEqual: '!=',
			greater: '>',
			less: '<',
			greaterOrEqual: '>=',
			lessOrEqual: '<=',
		};
		const compare = (operator: string) => ({ metadata_name: 'amount', operator, value: '7' });
		const conditions = Object.keys(operators).map(compare);
		const { error } = await node.run({
			parameters: getMany({ filters, metadata_filters: { conditions } }),
			settings: { timezone: 'America/New_York' },
		});
		expect(error).toBeUndefined();
		expect((await node.control.requests()).map((request) => request.body)).toEqual([
			{
				page: 1,
				limit: 50,
				filters: {
					startTime: '2026-03-01T15:00:00.000Z',
					endTime: '2026-07-01T08:00:00.000Z',
					status: 'failed',
					extraction_template_id: node.sandbox.templates.invoice,
					filename: 'Invoice',
				},
				metadata_filters: Object.values(operators).map(compare),
			},
		]);
	});

	it('finds the runs that match the filters', async () => {
		await node.control.seedRuns([
			{ filename: 'Invoice 1', metadata: { amount: 5 } },
			{ filename: 'Invoice 2', metadata: { amount: 50 } },
			{ filename: 'Receipt 1', metadata: { amount: 500 } },
		]);
		const filters = { filename: 'invoice' };
		const conditions = [{ metadata_name: 'amount', operator: 'greaterOrEqual', value: '50' }];
		const one = await node.run({ parameters: getMany({ filters }) });
		expect(names(one.items)).toEqual(['Invoice 1', 'Invoice 2']);
		const both = await node.run({
			parameters: getMany({ filters, metadata_filters: { conditions }, returnAll: true }),
		});
		expect(names(both.items)).toEqual(['Invoice 2']);
	});

	it.each([
		[{ limit: 0 }, "'Limit' is too low: 0", 'Enter a number of at least 1'],
		[{ limit: 2.5 }, "'Limit' is not a whole number: 2.5", 'Enter a whole number'],
		[
			{ filters: { startTime: 'yesterday' } },
			"'Created After' is not a date and time: 'yesterday'",
			'Enter a date and time',
		],
		[
			{ filters: { startTime: '2026-03-02T00:00:00Z', endTime: '2026-03-01T00:00:00Z' } },
			"'Created Before' is not after Created After: 2026-03-01T00:00:00Z",
			'Enter a time after Created After, which is 2026-03-02T00:00:00Z',
		],
		[
			{ filters: { startTime: '2026-03-01T00:00:00Z', endTime: '2026-03-01T01:00:00+01:00' } },
			"'Created Before' is not after Created After: 2026-03-01T01:00:00+01:00",
			'Enter a time after Created After, which is 2026-03-01T00:00:00Z',
		],
		[
			{ filters: { startTime: '2026-03-02T00:00:00', endTime: '2026-03-01' } },
			"'Created Before' is not after Created After: 2026-03-01 (UTC)",
			'Enter a time after Created After, which is 2026-03-02T00:00:00 (UTC)',
		],
		[
			{ filters: { extraction_template_id: 'invoice' } },
			"'Template' cannot be a name: 'invoice'",
			'Enter the ID, such as',
		],
		[
			{ filters: { status: '={{ "done" }}' } },
			"'Status' has an unknown option: 'done'",
			'Select an option, or use an expression that returns one of: pending,',
		],
		[
			{ metadata_filters: { conditions: [{ metadata_name: '', operator: 'equals', value: 'x' }] } },
			"'Metadata Filters' has a value without a name: 'x'",
			'Enter the name of the metadata to compare',
		],
	])('rejects %j before any request', async (bad, message, advice) => {
		const { error } = await node.run({ parameters: getMany(bad) });
		expect(error?.message).toBe(message);
		expect(error?.description?.startsWith(advice)).toBe(true);
		expect(await node.requestCounts()).toEqual({});
	});
});

describe('Run: Get Many, Return All', () => {
	const orders: Array<Dialect['pageOrder']> = ['newest', 'oldest', 'random', 'id'];
	const all = getMany({ returnAll: true });

	it.each(orders)(
		'outputs each of 10,000 runs once while others arrive and change status, pages ordered by %s',
		async (pageOrder) => {
			await node.control.setDialect({ pageOrder });
			const ids = await node.control.seedRuns([
				{ count: 5_000, status: 'processing', createdAgoMs: 30 * DAY_MS, spacingMs: 400_000 },
				{ count: 4_850, status: 'completed', createdAgoMs: DAY_MS, spacingMs: 2_000 },
				{ count: 150, status: 'completed', createdAgoMs: 2 * DAY_MS, spacingMs: 0 },
			]);
			await node.control.addFault({ endpoint: 'query', kind: 'latency', ms: 15 });
			const { finished } = node.start({ parameters: all });
			let over = false;
			void finished.then(() => (over = true));
			// The list contains the runs that exist when its span is fixed. From then on, it sends several
			// requests at once.
			while ((await node.control.counts()).query.maxConcurrent < 3) await pause(5);
			for (let change = 0; !over; change++) {
				await node.control.seedRuns([{ count: 3 }]);
				const id = ids[change * 7];
				if (id) await node.control.setRun(id, { status: 'completed' });
				await pause(5);
			}
			const { items, error } = await finished;
			expect(error).toBeUndefined();
			expect(items.map((item) => String(item.json.id)).sort()).toEqual([...ids].sort());
			expect((await node.control.counts()).query.maxConcurrent).toBeLessThanOrEqual(20);
		},
	);

	it.each([
		[64, 20],
		[20, 20],
		[5, 5],
	])(
		'reads 50 pages, with Max Concurrent Requests %i at most %i at once',
		async (maxConcurrentRequests, most) => {
			await node.control.seedRuns([{ count: 5_000, createdAgoMs: DAY_MS, spacingMs: 1_000 }]);
			await node.control.addFault({ endpoint: 'query', kind: 'latency', ms: 100 });
			const { items } = await node.run({
				parameters: getMany({ returnAll: true, options: { maxConcurrentRequests } }),
			});
			expect(items).toHaveLength(5_000);
			expect((await node.control.counts()).query.maxConcurrent).toBe(most);
		},
	);

	it.each<Partial<Dialect>>([
		{ timeDigits: 'us', boundPrecision: 'us', bounds: 'inclusive' },
		{ timeDigits: 'seconds' },
		{ timeZone: 'none' },
	])('accepts times in the form %j', async (dialect) => {
		await node.control.setDialect(dialect);
		const ids = await node.control.seedRuns([
			{ count: 1_000, createdAgoMs: DAY_MS, spacingMs: 37 },
		]);
		const { items, error } = await node.run({ parameters: all });
		expect(error).toBeUndefined();
		expect(items.map((item) => String(item.json.id)).sort()).toEqual([...ids].sort());
	});

	it('outputs only runs within the given times', async () => {
		const createdTime = '2026-03-01T00:00:00.000Z';
		await node.control.seedRuns([{ count: 1_000, createdTime, spacingMs: 60_000 }]);
		const filters = { startTime: '2026-03-01T01:00:30Z', endTime: '2026-03-01T06:00:30Z' };
		const { items } = await node.run({ parameters: getMany({ returnAll: true, filters }) });
		expect(items).toHaveLength(300);
	});

	it('outputs the newest first', async () => {
		await node.control.setDialect({ pageOrder: 'random' });
		await node.control.seedRuns([{ count: 300, createdAgoMs: DAY_MS, spacingMs: 1_000 }]);
		const { items } = await node.run({ parameters: all });
		const times = items.map((item) => String(item.json.createdTime));
		expect(times).toEqual([...times].sort().reverse());
	});

	it('sends one request if one page shows all, and outputs no items if there are no runs', async () => {
		expect((await node.run({ parameters: all })).items).toEqual([]);
		await node.control.seedRuns([{ count: 99, createdAgoMs: DAY_MS, spacingMs: 1_000 }]);
		expect((await node.run({ parameters: all })).items).toHaveLength(99);
		expect(await node.requestCounts()).toEqual({ query: 2 });
	});

	it('requests a second page after a full one, because the total may be too low', async () => {
		await node.control.seedRuns([{ count: 100, createdAgoMs: DAY_MS, spacingMs: 1_000 }]);
		expect((await node.run({ parameters: all })).items).toHaveLength(100);
		expect(await node.requestCounts()).toEqual({ query: 2 });
	});
});
