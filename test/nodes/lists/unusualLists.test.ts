import type { INodeListSearchResult, INodeParameters } from 'n8n-workflow';
import { DocScore } from '../../../nodes/DocScore/DocScore.node';
import { isObject } from '../../../nodes/DocScore/service/json';
import { loadOptionsContext } from '../../harness/n8n/contexts';
import { SandboxProxy } from '../../harness/sandbox/sandboxProxy';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';
import type { Dialect } from '../../sandbox/dialect';

const node = new SandboxedNode();
const between = new SandboxProxy(node);

/** Before the end of daylight saving time in Europe, for a service with local times. */
const createdTime = '2025-10-25T20:00:00.437Z';

async function getMany(
	dialect: Partial<Dialect>,
	count: number,
	spacingMs: number,
	more: INodeParameters,
) {
	await node.control.setDialect(dialect);
	const half = { count: count / 2, createdTime, spacingMs: 2 * spacingMs };
	const [completed, processing] = [half, { ...half, status: 'processing' as const }];
	const ids = await node.control.seedRuns([completed, processing]);
	const parameters = { resource: 'run', operation: 'getAll', ...more };
	const { items, error } = await node.run({ parameters });
	const { query } = await node.requestCounts();
	return {
		ids: new Set(ids),
		given: items.map(({ json }) => String(json.id)),
		error,
		requests: query ?? 0,
	};
}

const all: INodeParameters = { returnAll: true };
const processing: INodeParameters = { ...all, filters: { status: 'processing' } };
const later: INodeParameters = { ...all, filters: { startTime: '2025-10-25T20:00:01.000Z' } };

describe('Run: Get Many, with unusual lists of the service', () => {
	it.each<[string, Partial<Dialect>, number, number, INodeParameters, number?]>([
		['compares whole seconds', { boundPrecision: 'seconds' }, 450, 20, all],
		[
			'compares whole seconds, for one status',
			{ boundPrecision: 'seconds' },
			900,
			10,
			processing,
			450,
		],
		[
			'compares and shows whole seconds',
			{ boundPrecision: 'seconds', timeDigits: 'seconds' },
			1_000,
			37,
			all,
		],
		[
			'compares whole seconds, inclusive',
			{ boundPrecision: 'seconds', bounds: 'inclusive' },
			600,
			1,
			all,
		],
		['shows local times', { timeZone: 'local' }, 1_000, 60_000, later, 998],
	])(
		'Return All outputs all runs if the service %s',
		async (_, dialect, count, spacingMs, more, due = count) => {
			const { ids, given, error, requests } = await getMany(dialect, count, spacingMs, more);
			expect(error).toBeUndefined();
			expect(new Set(given).size).toBe(due);
			expect(given).toHaveLength(due);
			expect(given.filter((id) => !ids.has(id))).toEqual([]);
			expect(requests).toBeLessThanOrEqual((12 * count) / 100 + 50);
		},
	);

	it.each<[string, Partial<Dialect>, number]>([
		['compares days', { boundPrecision: 'days' }, 300],
		['compares days, inclusive', { boundPrecision: 'days', bounds: 'inclusive' }, 300],
		['counts runs outside the bounds', { totalCountOf: 'anyTime' }, 300],
		['has an undated run', { timeMissing: 'odd' }, 3_000],
	])('Return All outputs all runs or fails if the service %s', async (_, dialect, count) => {
		const { given, error } = await getMany(dialect, count, 60_000, all);
		expect(given).toHaveLength(error ? 0 : count);
	});

	it.each<[string, Partial<Dialect>, INodeParameters, string]>([
		[
			'counts a run that it never lists',
			{ totalCountOf: 'unlisted' },
			all,
			'50 runs, but lists only 49',
		],
		[
			'counts a run that it never lists, with a Limit',
			{ totalCountOf: 'unlisted' },
			{ limit: 50 },
			'50 runs, but lists only 49',
		],
		['counts runs on an empty page', { firstPageEmpty: true }, all, '50 runs, but lists only 0'],
	])('fails if the service %s', async (_, dialect, more, message) => {
		const { given, error } = await getMany(dialect, 50, 60_000, more);
		expect(given).toEqual([]);
		expect(error?.message).toBe(`The service counts ${message}`);
		expect(error?.description).toContain('runs would be missing');
	});

	it.each<[INodeParameters, number]>([
		[all, 130],
		[{ limit: 120 }, 120],
	])(
		'%j outputs all runs if a page shows at most 50, although 100 are requested',
		async (more, due) => {
			await node.control.seedRuns([{ count: 130, createdTime, spacingMs: 1_000 }]);
			between.change = async ({ body }, pass) => {
				const asked = isObject(body) ? body : {};
				return await pass({ ...asked, limit: Math.min(50, Number(asked.limit)) });
			};
			const { items } = await node.run({
				parameters: { resource: 'run', operation: 'getAll', ...more },
				credential: between.credential,
			});
			expect(items).toHaveLength(due);
			expect(new Set(items.map(({ json }) => json.id)).size).toBe(due);
		},
	);

	it('Limit stops if the service repeats the last page', async () => {
		const dialect: Partial<Dialect> = { pagesPastEnd: 'last' };
		const { ids, given, error, requests } = await getMany(dialect, 100, 1, { limit: 150 });
		expect(error).toBeUndefined();
		expect(given.sort()).toEqual([...ids].sort());
		expect(requests).toBe(2);
	});
});

describe('the list of runs in the editor, with unusual lists of the service', () => {
	const { methods } = new DocScore();

	async function scroll(dialect: Partial<Dialect>, count: number) {
		await node.control.setDialect(dialect);
		await node.control.seedRuns([{ count, createdTime, spacingMs: 1_000 }]);
		const shown = new Set<unknown>();
		let requests = 0;
		for (let token: string | undefined = '1'; token !== undefined && requests < 20; requests++) {
			const context = loadOptionsContext(node.credential);
			const page: INodeListSearchResult = await methods.listSearch.searchRuns.call(
				context,
				undefined,
				token,
			);
			for (const { value } of page.results) shown.add(value);
			token = page.paginationToken === undefined ? undefined : String(page.paginationToken);
		}
		return { shown: shown.size, counts: await node.requestCounts() };
	}

	it.each<[string, Partial<Dialect>, number, number]>([
		['is full', {}, 100, 2],
		['is not full', {}, 120, 3],
		['is full and there is no total', { totalCountForm: 'missing' }, 100, 3],
		['is not full and there is no total', { totalCountForm: 'missing' }, 120, 3],
		['is empty despite a total', { firstPageEmpty: true }, 60, 1],
	])('ends if the last page %s', async (_, dialect, count, query) => {
		const scrolled = await scroll(dialect, count);
		expect(scrolled).toEqual({ shown: dialect.firstPageEmpty ? 0 : count, counts: { query } });
	});
});
