// Sources: fields/runFilters.ts
import type { Dialect } from '../../sandbox/dialect';
import { isObject } from '../../../nodes/DocScore/service/json';
import { pause } from '../../node';
import { SandboxProxy } from '../../harness/sandbox/sandboxProxy';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';

const node = new SandboxedNode();
const between = new SandboxProxy(node);
const DAY_MS = 86_400_000;
const getMany = (more = {}) => ({ resource: 'run', operation: 'getAll', ...more });

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
});

describe('Run: Get Many, Return All', () => {
	const orders: Array<Dialect['pageOrder']> = ['newest', 'random'];
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
		[5, 5],
	])(
		'reads 50 pages, with Max Concurrent Requests %i at most %i at once',
		async (maxConcurrentRequests, most) => {
			await node.control.seedRuns([{ count: 5_000, createdAgoMs: DAY_MS, spacingMs: 1_000 }]);
			await node.control.addFault({ endpoint: 'query', kind: 'latency', ms: 500 });
			const { items } = await node.run({
				parameters: getMany({ returnAll: true, options: { maxConcurrentRequests } }),
			});
			expect(items).toHaveLength(5_000);
			expect((await node.control.counts()).query.maxConcurrent).toBe(most);
		},
	);

	it.each([
		[{ returnAll: true }, 130],
		[{ limit: 120 }, 120],
	])(
		'outputs all runs if a page shows at most 50, although 100 are requested: %j',
		async (more, due) => {
			await node.control.seedRuns([{ count: 130, createdAgoMs: DAY_MS, spacingMs: 1_000 }]);
			between.change = async ({ body }, pass) => {
				const asked = isObject(body) ? body : {};
				return await pass({ ...asked, limit: Math.min(50, Number(asked.limit)) });
			};
			const { items } = await node.run({
				parameters: getMany(more),
				credential: between.credential,
			});
			expect(new Set(items.map(({ json }) => json.id)).size).toBe(due);
			expect(items).toHaveLength(due);
		},
	);

	it('fails rather than output half a list', async () => {
		await node.control.seedRuns([{ count: 150, createdAgoMs: DAY_MS, spacingMs: 1_000 }]);
		await node.control.setDialect({ totalCountForm: 'missing' });
		const { items, errorItems } = await node.run({
			parameters: all,
			items: [{}, {}],
			onError: 'continueErrorOutput',
		});
		expect(items).toEqual([]);
		const error = expect.stringContaining('did not return the number of runs');
		expect(errorItems).toMatchObject([{ json: { error } }, { json: { error } }]);
	});

	it.each([99, 100, 101, 200])(
		'outputs each of %i runs once, also if the last page is shown again past the end',
		async (count) => {
			await node.control.setDialect({ pagesPastEnd: 'last' });
			const ids = await node.control.seedRuns([{ count, createdAgoMs: DAY_MS, spacingMs: 1_000 }]);
			for (const parameters of [all, getMany({ limit: 500 })]) {
				const { items, error } = await node.run({ parameters, items: [{}, {}] });
				expect(error).toBeUndefined();
				const found = items.map(({ json }) => json.id);
				expect(found.sort()).toEqual([...ids, ...ids].sort());
			}
		},
	);

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
});
