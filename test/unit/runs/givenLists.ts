import type { Dialect } from '../../sandbox/dialect';
import { GIVEN } from '../../harness/sandbox/dialects';
import type { ListDialect } from './fakeService';

const SHARP_MS: Record<Dialect['boundPrecision'], number> = {
	us: 1,
	ms: 1,
	seconds: 1_000,
	days: 86_400_000,
};

const SHOWN: Record<Dialect['timeDigits'], ListDialect['shown']> = {
	us: 'microseconds',
	ms: 'milliseconds',
	seconds: 'seconds',
};

const ZONES: Record<Dialect['timeZone'], ListDialect['zone']> = {
	Z: 'utc',
	'+02:00': 'offset',
	none: 'none',
	local: 'local',
};

const TOTALS: Record<Dialect['totalCountOf'], ListDialect['total']> = {
	listed: 'exact',
	earlier: 'behind',
	anyTime: 'timeless',
	unlisted: 'hidden',
};

/** The dialect of lists of the simulated services that corresponds to this dialect of the sandbox. */
export function listsOf(dialect: Dialect): Omit<ListDialect, 'pageSize'> {
	return {
		order: dialect.pageOrder,
		inclusive: dialect.bounds === 'inclusive',
		sharpMs: SHARP_MS[dialect.boundPrecision],
		shown: SHOWN[dialect.timeDigits],
		zone: ZONES[dialect.timeZone],
		total: dialect.totalCountForm === 'missing' ? 'missing' : TOTALS[dialect.totalCountOf],
		pastEnd: dialect.pagesPastEnd === 'last' ? 'last page' : 'nothing',
		firstPage: dialect.firstPageEmpty ? 'empty' : 'shown',
	};
}

/** The dialect of lists for all draws; null if dialects are drawn. */
export const GIVEN_LISTS = GIVEN && listsOf(GIVEN);
