import * as fc from 'fast-check';
import { GIVEN } from '../../harness/sandbox/dialects';
import type { Dialect } from '../../sandbox/dialect';
import type { ListDialect } from './fakeService';
import { listsOf } from './givenLists';

/** A dialect of lists, and what happens to the runs meanwhile. */
export interface Temper extends ListDialect {
	/** Runs without `created_time`. A `lost` one matches no time filter either. */
	undated: 'none' | 'one' | 'one lost' | 'all';
	/** Probability at each request that a run is created, or changes its status. */
	arrivals: number;
	changes: number;
}

export const DAY_MS = 86_400_000;

/**
 * Most tempers are plain in most points, so that each point also occurs with services that otherwise work
 * well.
 */
const mostly = <T>(plain: T, ...others: T[]): fc.Arbitrary<T> =>
	fc.oneof(
		{ arbitrary: fc.constant(plain), weight: others.length + 2 },
		{ arbitrary: fc.constantFrom(...others), weight: others.length },
	);

const anyTemper: fc.Arbitrary<Partial<Temper>> = fc.record({
	order: fc.constantFrom('newest', 'oldest', 'id', 'status', 'random'),
	inclusive: fc.boolean(),
	sharpMs: mostly(1, 1_000, DAY_MS),
	shown: mostly('milliseconds', 'seconds'),
	zone: mostly('utc', 'offset', 'none', 'local'),
	undated: mostly('none', 'one', 'one lost', 'all'),
	total: mostly('exact', 'missing', 'behind', 'hidden', 'timeless'),
	pastEnd: fc.constantFrom('nothing', 'last page'),
	firstPage: mostly('shown', 'shown', 'empty'),
	arrivals: mostly(0, 0.1, 1),
	changes: mostly(0, 0.1, 1),
});

const UNDATED: Record<Dialect['timeMissing'], Temper['undated']> = {
	never: 'none',
	odd: 'one',
	always: 'all',
};

const given: Partial<Temper> =
	GIVEN === null ? {} : { ...listsOf(GIVEN), undated: UNDATED[GIVEN.timeMissing] };

/** Without totals, nobody can know that an empty first page is not the end. */
export const tempers = anyTemper
	.map((temper) => ({ ...temper, ...given }))
	.filter(({ firstPage, total }) => firstPage === 'shown' || total !== 'missing');

/** How the creation of runs is distributed: groups in succession, each evenly spaced. */
export type Spread = Array<{ count: number; spacingMs: number; gapMs: number }>;

export const spreads: fc.Arbitrary<Spread> = fc.array(
	fc.record({
		count: fc.oneof(
			fc.integer({ min: 0, max: 120 }),
			fc.constantFrom(1, 99, 100, 101, 200),
			fc.integer({ min: 100, max: 900 }),
		),
		spacingMs: fc.constantFrom(0, 1, 37, 410, 2_000, 60_000, 5_400_000),
		gapMs: fc.constantFrom(0, 500, 3_600_000, 30 * DAY_MS),
	}),
	{ maxLength: 3 },
);
