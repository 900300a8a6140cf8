import { process } from '../../node';
import { type Dialect, plainDialect } from '../../sandbox/dialect';
import { listsOf } from './givenLists';

const distinct = (values: unknown[]) => [...new Set(values.map((value) => JSON.stringify(value)))];

test('with a dialect given, as by npm run stress, the sandbox and the simulated services speak it', async () => {
	const given = { timeMissing: 'odd', boundPrecision: 'days', pageOrder: 'status' } as const;
	const dialect: Dialect = { ...plainDialect(), ...given, totalCountForm: 'missing' };
	process.env.DIALECT = JSON.stringify(dialect);
	jest.resetModules();
	const fc = await import('fast-check');
	const { dialects } = await import('../../harness/sandbox/dialects');
	const { tempers } = await import('./temper');
	const { histories } = await import('../trigger/adversary');
	delete process.env.DIALECT;
	jest.resetModules();
	const cases = { numRuns: 200, seed: 1 };
	const spoken = fc.sample(dialects(), cases);
	expect(spoken.filter((points) => points.pageOrder !== given.pageOrder)).toEqual([]);
	expect(spoken[0]).toMatchObject(given);
	const drawn = fc.sample(tempers, cases);
	expect(distinct(drawn.map(({ order, sharpMs, undated }) => [order, sharpMs, undated]))).toEqual([
		'["status",86400000,"one"]',
	]);
	const lived = fc.sample(histories, cases);
	expect(distinct(lived.map(({ lists, tellsTotals }) => [lists, tellsTotals]))).toEqual([
		JSON.stringify([listsOf(dialect), false]),
	]);
});
