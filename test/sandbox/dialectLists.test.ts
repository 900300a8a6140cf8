import type { Sandbox } from '../harness/sandbox/sandbox';
import { useSandbox } from '../harness/sandbox/useSandbox';
import type { Dialect } from './dialect';
import { details, query } from './serviceClient';

let sandbox: Sandbox;

useSandbox((started) => {
	sandbox = started;
});

const speak = async (change: Partial<Dialect>) => await sandbox.control.setDialect(change);
const listed = async (body = {}) => (await query(sandbox, body)).docs;
const names = async (body = {}) => (await listed(body)).map(({ filename }) => filename);
const count = async (body = {}) => (await query(sandbox, body)).pagination.totalCount;

describe('created_time', () => {
	test.each<[Partial<Dialect>, string]>([
		[{}, '2025-07-01T12:00:00.123Z'],
		[{ timeDigits: 'us' }, '2025-07-01T12:00:00.123456Z'],
		[{ timeDigits: 'seconds' }, '2025-07-01T12:00:00Z'],
		[{ timeZone: '+02:00' }, '2025-07-01T14:00:00.123+02:00'],
		[{ timeZone: 'none' }, '2025-07-01T12:00:00.123'],
		[{ timeZone: 'local', timeDigits: 'seconds' }, '2025-07-01T14:00:00'],
	])('with %j is %s', async (dialect, expected) => {
		const createdTime = '2025-07-01T12:00:00.123456Z';
		const [id = ''] = await sandbox.control.seedRuns([{ createdTime }]);
		await speak(dialect);
		expect((await listed())[0]?.created_time).toBe(expected);
		expect((await details(sandbox, id)).created_time).toBe(expected);
	});

	test('in local time is the same twice at the end of summer time, like its bounds', async () => {
		await sandbox.control.seedRuns([
			{ filename: 'summer', createdTime: '2025-10-26T00:30:00Z' },
			{ filename: 'winter', createdTime: '2025-10-26T01:30:00Z' },
			{ filename: 'later', createdTime: '2025-10-26T02:30:00Z' },
		]);
		await speak({ timeZone: 'local', timeDigits: 'seconds', pageOrder: 'oldest' });
		const times = (await listed()).map((run) => run.created_time);
		expect(times).toEqual(['2025-10-26T02:30:00', '2025-10-26T02:30:00', '2025-10-26T03:30:00']);
		expect(await names({ filters: { startTime: '2025-10-26T03:00:00' } })).toEqual(['later']);
		expect(await names({ filters: { startTime: '2025-10-26T02:00:00Z' } })).toEqual(['later']);
	});

	test('can be missing for one run or for all', async () => {
		await sandbox.control.seedRuns([{ count: 3, createdAgoMs: 1_000, spacingMs: 1 }]);
		const withTime = async () =>
			(await listed()).filter((run) => 'created_time' in run).map(({ filename }) => filename);
		await speak({ timeMissing: 'odd', oddRun: 1, pageOrder: 'oldest' });
		expect(await withTime()).toEqual(['Run 1', 'Run 3']);
		await speak({ timeMissing: 'always' });
		expect(await withTime()).toEqual([]);
	});
});

describe('bounds', () => {
	const ms = '2025-03-01T12:00:00.500Z';
	const start = { filters: { startTime: ms } };
	const end = { filters: { endTime: ms } };
	beforeEach(async () => {
		await sandbox.control.seedRuns([
			{ filename: 'day before', createdTime: '2025-02-28T12:00:00Z' },
			{ filename: 'second', createdTime: '2025-03-01T12:00:00.400Z' },
			{ filename: 'ms', createdTime: '2025-03-01T12:00:00.500900Z' },
			{ filename: 'same day', createdTime: '2025-03-01T13:00:00Z' },
			{ filename: 'day after', createdTime: '2025-03-02T12:00:00Z' },
		]);
	});
	type Case = [Dialect['boundPrecision'], Dialect['bounds'], string[], string[]];
	const before = ['day before'];
	const after = ['same day', 'day after'];
	const cases: Case[] = [
		['us', 'exclusive', ['ms', ...after], [...before, 'second']],
		['ms', 'exclusive', after, [...before, 'second']],
		['ms', 'inclusive', ['ms', ...after], [...before, 'second', 'ms']],
		['seconds', 'exclusive', after, before],
		['seconds', 'inclusive', ['second', 'ms', ...after], [...before, 'second', 'ms']],
		['days', 'exclusive', ['day after'], before],
		['days', 'inclusive', ['second', 'ms', ...after], [...before, 'second', 'ms', 'same day']],
	];
	test.each(cases)('are compared to %s, %s', async (boundPrecision, bounds, later, earlier) => {
		await speak({ boundPrecision, bounds, pageOrder: 'oldest' });
		expect(await names(start)).toEqual(later);
		expect(await names(end)).toEqual(earlier);
	});

	test('may not affect the total', async () => {
		await speak({ totalCountOf: 'anyTime' });
		expect([await names(start), await count(start)]).toEqual([['day after', 'same day'], 5]);
	});
});

describe('pages', () => {
	test('are in the order of the status', async () => {
		await sandbox.control.seedRuns(
			(['pending', 'completed', 'failed', 'processing'] as const).map((status) => ({ status })),
		);
		await speak({ pageOrder: 'status' });
		const statuses = (await listed()).map(({ status }) => status);
		expect(statuses).toEqual(['completed', 'failed', 'pending', 'processing']);
	});

	test('after the last one are empty, or repeat it', async () => {
		await sandbox.control.seedRuns([{ count: 3, createdAgoMs: 1_000, spacingMs: 1 }]);
		const pages = async () =>
			await Promise.all([2, 3, 9].map(async (page) => await names({ page, limit: 2 })));
		expect(await pages()).toEqual([['Run 1'], [], []]);
		await speak({ pagesPastEnd: 'last' });
		expect(await pages()).toEqual([['Run 1'], ['Run 1'], ['Run 1']]);
	});

	test('may have an empty first one despite a total', async () => {
		await sandbox.control.seedRuns([{ count: 3, createdAgoMs: 1_000, spacingMs: 1 }]);
		await speak({ firstPageEmpty: true });
		expect([await names(), await count()]).toEqual([[], 3]);
		expect(await names({ page: 2, limit: 2 })).toEqual(['Run 1']);
	});
});

describe('totalCount', () => {
	test('is a number, a text or missing', async () => {
		await sandbox.control.seedRuns([{ count: 3 }]);
		const counts = [];
		for (const totalCountForm of ['number', 'text', 'missing'] as const) {
			await speak({ totalCountForm });
			counts.push(await count());
		}
		expect(counts).toEqual([3, '3', undefined]);
	});

	test('may be several seconds late', async () => {
		await sandbox.control.seedRuns([{ count: 2, createdAgoMs: 10_000 }, { count: 1 }]);
		await speak({ totalCountOf: 'earlier' });
		expect([(await listed()).length, await count()]).toEqual([3, 2]);
		await sandbox.control.advance(5_000);
		expect(await count()).toBe(3);
	});

	test('may count an unlisted run', async () => {
		await sandbox.control.seedRuns([{ count: 3, createdAgoMs: 1_000, spacingMs: 1 }]);
		await speak({ totalCountOf: 'unlisted', oddRun: 2 });
		expect([await names(), await count()]).toEqual([['Run 2', 'Run 1'], 3]);
	});
});
