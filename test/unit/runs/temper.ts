import * as fc from 'fast-check';
import { GIVEN } from '../../harness/sandbox/dialects';
import type { Dialect } from '../../sandbox/dialect';
import type { ListDialect } from './fakeService';
import { listsOf } from './givenLists';

/** How lists are, and what becomes of their runs meanwhile. */
export interface Temper extends ListDialect {
	/** Runs whose `created_time` is missing; `lost` ones pass no filter for the time either. */
	undated: 'none' | 'one' | 'one lost' | 'all';
	/** How probable it is that a run arrives, or changes its status, at a request. */
	arrivals: number;
	changes: number;
}

export const DAY_MS = 86_400_000;

/** Most are plain in most ways, so that each way meets services that get far with it. */
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

/** Where nothing is counted, nobody can tell that an empty first page is not all. */
export const tempers = anyTemper
	.map((temper) => ({ ...temper, ...given }))
	.filter(({ firstPage, total }) => firstPage === 'shown' || total !== 'missing');

/** How runs are spread over time: groups one after the other, each evenly spaced. */
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
