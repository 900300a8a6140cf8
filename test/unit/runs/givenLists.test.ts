import { process } from '../../node';
import { type Dialect, plainDialect } from '../../sandbox/dialect';
import { listsOf } from './givenLists';

/** Sets the variable like `npm run stress -- --dialect`. */
async function drawnOf(dialect: Partial<Dialect>) {
	process.env.DIALECT = JSON.stringify(dialect);
	jest.resetModules();
	const fc = await import('fast-check');
	const { dialects } = await import('../../harness/sandbox/dialects');
	const { tempers } = await import('./temper');
	const { histories } = await import('../trigger/adversary');
	delete process.env.DIALECT;
	jest.resetModules();
	const cases = { numRuns: 200, seed: 1 };
	return {
		dialects: fc.sample(dialects(), cases),
		tempers: fc.sample(tempers, cases),
		histories: fc.sample(histories, cases),
	};
}

const distinct = (values: unknown[]) => [...new Set(values.map((value) => JSON.stringify(value)))];

describe('with a dialect given', () => {
	const given = { timeMissing: 'odd', boundPrecision: 'days', pageOrder: 'status' } as const;

	test('the sandbox speaks it in each draw', async () => {
		const { dialects } = await drawnOf({ ...plainDialect(), ...given });
		const points = dialects.map((dialect) =>
			Object.entries(dialect).filter(([point]) => point !== 'oddRun'),
		);
		expect(distinct(points)).toEqual([JSON.stringify(Object.entries(given))]);
	});

	test('so do the simulated services', async () => {
		const { tempers, histories } = await drawnOf(given);
		expect(
			distinct(tempers.map(({ order, sharpMs, undated }) => [order, sharpMs, undated])),
		).toEqual(['["status",86400000,"one"]']);
		const lists = listsOf({ ...plainDialect(), ...given });
		expect(distinct(histories.map((history) => history.lists))).toEqual([JSON.stringify(lists)]);
	});

	test('and those that do not count tell no total', async () => {
		const { histories } = await drawnOf({ totalCountForm: 'missing' });
		expect(distinct(histories.map(({ tellsTotals }) => tellsTotals))).toEqual(['false']);
	});
});

test('lists are as the sandbox has them', () => {
	expect(listsOf(plainDialect())).toEqual({
		order: 'newest',
		inclusive: false,
		sharpMs: 1,
		shown: 'milliseconds',
		zone: 'utc',
		total: 'exact',
		pastEnd: 'nothing',
		firstPage: 'shown',
	});
	const change: Partial<Dialect> = {
		pageOrder: 'random',
		bounds: 'inclusive',
		boundPrecision: 'seconds',
		timeDigits: 'us',
		timeZone: 'local',
		totalCountOf: 'unlisted',
		pagesPastEnd: 'last',
		firstPageEmpty: true,
	};
	expect(listsOf({ ...plainDialect(), ...change })).toEqual({
		order: 'random',
		inclusive: true,
		sharpMs: 1_000,
		shown: 'microseconds',
		zone: 'local',
		total: 'hidden',
		pastEnd: 'last page',
		firstPage: 'empty',
	});
});
