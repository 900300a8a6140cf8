import fc from 'fast-check';
import { dialects, FAULTS, faultsAt, type Temper } from '../harness/sandbox/dialects';
import { plainDialect } from './dialect';

const sample = (leftOut: Temper[] = []) =>
	fc.sample(dialects(leftOut), { numRuns: 3_000, seed: 1 });

/** Points that have one temper, or that go with another. */
const NOT_DRAWN = ['fileLinks', 'presignedTtlMs', 'maxRecordingBytes', 'recordingPartNames'];

describe('drawn dialects', () => {
	test('differ from the plain one in each point, a few at once, and some in none', () => {
		const drawn = sample();
		const points = drawn.map((dialect) => Object.keys(dialect));
		const expected = Object.keys(plainDialect()).filter((point) => !NOT_DRAWN.includes(point));
		expect([...new Set(points.flat())].sort()).toEqual(expected.sort());
		expect(Math.max(...points.map(({ length }) => length))).toBeLessThanOrEqual(9);
		expect(points.filter(({ length }) => length === 1).length).toBeGreaterThan(100);
	});

	test('leave out what they are told to', () => {
		const isThere = (drawn: Temper[]) => drawn.some((each) => each.totalCountOf === 'unlisted');
		expect(isThere(sample())).toBe(true);
		expect(isThere(sample([{ totalCountOf: 'unlisted' }]))).toBe(false);
	});

	test('shrink to what matters', () => {
		const property = fc.property(dialects(), ({ bounds }) => bounds !== 'inclusive');
		const { counterexample } = fc.check(property, { numRuns: 3_000, seed: 1 });
		expect(counterexample).toEqual([{ oddRun: 0, bounds: 'inclusive' }]);
	});
});

test('drawn faults are of each kind, but for those that are left out', () => {
	const drawn = fc.sample(faultsAt(['query'], ['500']), { numRuns: 2_000, seed: 1 }).flat();
	const others = Object.keys(FAULTS).filter((name) => name !== '500');
	expect([...new Set(drawn.map(({ fault }) => fault))].sort()).toEqual(others.sort());
});
