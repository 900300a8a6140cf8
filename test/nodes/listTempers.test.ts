import type { INodeListSearchResult, INodeParameters } from 'n8n-workflow';
import { DocScore } from '../../nodes/DocScore/DocScore.node';
import { loadOptionsContext } from '../harness/n8n/contexts';
import { runNode } from '../harness/n8n/runNode';
import { DAY_MS, PLAIN, type Temper } from '../unit/runs/temper';
import { START_MS, TemperedLister } from '../unit/runs/temperedLister';
import { TemperedService } from '../unit/runs/temperedService';

let service: TemperedService | undefined;

afterEach(async () => {
	await service?.stop();
	service = undefined;
});

async function start(change: Partial<Temper>, count: number, spacingMs: number) {
	const spread = [{ count, spacingMs, gapMs: 0 }];
	const lister = new TemperedLister({ ...PLAIN, ...change }, spread);
	service = await TemperedService.start(lister);
	return { lister, credential: service.credential };
}

async function getMany(
	change: Partial<Temper>,
	count: number,
	spacingMs: number,
	more: INodeParameters,
) {
	const { lister, credential } = await start(change, count, spacingMs);
	const parameters = { resource: 'run', operation: 'getAll', ...more };
	const { items, error } = await runNode({ credential, parameters, items: [{}] });
	const ids = items.map((item) => String(item.json.id)).sort();
	return { ids, error, lister };
}

const all: INodeParameters = { returnAll: true };
const processing: INodeParameters = { ...all, filters: { status: 'processing' } };
const later = { startTime: new Date(START_MS + 1_000).toISOString() };

describe('Run: Get Many, of a service whose lists are like none in the sandbox', () => {
	it.each<[string, Partial<Temper>, number, number, INodeParameters]>([
		['compares whole seconds', { sharpMs: 1_000 }, 450, 20, all],
		['compares whole seconds, of one status', { sharpMs: 1_000 }, 900, 10, processing],
		['compares and tells whole seconds', { sharpMs: 1_000, shown: 'seconds' }, 1_000, 37, all],
		['compares whole seconds, inclusive', { sharpMs: 1_000, inclusive: true }, 600, 1, all],
		['compares days', { sharpMs: DAY_MS, inclusive: true }, 300, 1_000, all],
		['counts what the bounds leave out', { total: 'timeless' }, 300, 60_000, all],
		['has a run without a time', { undated: 'one' }, 3_000, 60_000, all],
		['tells local times', { zone: 'local' }, 1_000, 60_000, { ...all, filters: later }],
	])('Return All gives all where it %s', async (_, change, count, spacingMs, more) => {
		const { ids, error, lister } = await getMany(change, count, spacingMs, more);
		expect(error).toBeUndefined();
		const filters = more === processing ? { status: 'processing' } : {};
		const search = more.filters && more !== processing ? { filters: later } : { filters };
		expect(ids).toEqual(lister.expected(search).always.sort());
		expect(lister.requests).toBeLessThanOrEqual((12 * count) / 100 + 50);
	});

	it.each<[string, Partial<Temper>, number, INodeParameters, string]>([
		[
			'counts a run that it never lists',
			{ total: 'hidden' },
			50,
			all,
			'The service counts 50 runs, but lists only 49',
		],
		[
			'counts such a run, with a Limit',
			{ total: 'hidden' },
			50,
			{ limit: 50 },
			'The service counts 50 runs, but lists only 49',
		],
		[
			'counts five on an empty page',
			{ firstPage: 'empty' },
			5,
			all,
			'The service counts 5 runs, but lists only 0',
		],
	])('gives an error where it %s', async (_, change, count, more, message) => {
		const { ids, error } = await getMany(change, count, 60_000, more);
		expect(ids).toEqual([]);
		expect(error?.message).toBe(message);
		expect(error?.description).toContain('runs would be missing');
	});

	it('Limit ends where the last page comes again', async () => {
		const { ids, error, lister } = await getMany({ pastEnd: 'last page' }, 100, 1, { limit: 150 });
		expect(error).toBeUndefined();
		expect(ids).toEqual(lister.expected({}).always.sort());
		expect(lister.requests).toBe(2);
	});
});

describe('the list of runs, of such a service', () => {
	const { methods } = new DocScore();

	async function scroll(change: Partial<Temper>, count: number) {
		const { lister, credential } = await start(change, count, 1_000);
		const shown: unknown[] = [];
		for (let token: string | undefined = '1'; token !== undefined && lister.requests < 20; ) {
			const context = loadOptionsContext(credential);
			const page: INodeListSearchResult = await methods.listSearch.searchRuns.call(
				context,
				undefined,
				token,
			);
			shown.push(...page.results.map(({ value }) => value));
			token = page.paginationToken === undefined ? undefined : String(page.paginationToken);
		}
		return { shown: new Set(shown).size, requests: lister.requests };
	}

	it.each<[string, Partial<Temper>, number, number]>([
		['is full', {}, 100, 2],
		['is not full', {}, 120, 3],
		['is full, and nothing is counted', { total: 'missing' }, 100, 3],
		['is not full, and nothing is counted', { total: 'missing' }, 120, 3],
		['is empty, though runs are counted', { firstPage: 'empty' }, 60, 1],
	])('ends where the last page %s', async (_, change, count, requests) => {
		const scrolled = await scroll(change, count);
		expect(scrolled).toEqual({ shown: change.firstPage ? 0 : count, requests });
	});
});
