import fc from 'fast-check';
import { dialects, FAULTS, faultsAt } from '../harness/sandbox/dialects';
import { plainDialect } from './dialect';

/** Points that have only one temper, or belong to the temper of another point. */
const NOT_DRAWN = ['fileLinks', 'presignedTtlMs', 'maxRecordingBytes', 'recordingPartNames'];

describe('drawn dialects', () => {
	test('cover each point, combine a few at once, and include the plain dialect', () => {
		const drawn = fc.sample(dialects(), { numRuns: 3_000, seed: 1 });
		const points = drawn.map((dialect) => Object.keys(dialect));
		const expected = Object.keys(plainDialect()).filter((point) => !NOT_DRAWN.includes(point));
		expect([...new Set(points.flat())].sort()).toEqual(expected.sort());
		expect(Math.max(...points.map(({ length }) => length))).toBeLessThanOrEqual(9);
		expect(points.filter(({ length }) => length === 1).length).toBeGreaterThan(100);
	});

	test('shrink to the relevant points', () => {
		const property = fc.property(dialects(), ({ bounds }) => bounds !== 'inclusive');
		const { counterexample } = fc.check(property, { numRuns: 3_000, seed: 1 });
		expect(counterexample).toEqual([{ oddRun: 0, bounds: 'inclusive' }]);
	});
});

test('drawn faults cover each kind', () => {
	const drawn = fc.sample(faultsAt(['query']), { numRuns: 2_000, seed: 1 }).flat();
	expect([...new Set(drawn.map(({ fault }) => fault))].sort()).toEqual(Object.keys(FAULTS).sort());
});
