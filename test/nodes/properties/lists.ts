import fc from 'fast-check';
import type { RunStatus, SeedSpec } from '../../sandbox/records';
import { shownStatus } from './expected';
import { type Mode, modes, seldom, type Situation } from './property';

export const HOUR_MS = 3_600_000;

/** Runs that were created in quick succession, long before those of the next cluster. */
export interface Cluster {
	count: number;
	spacingMs: number;
	hoursAgo: number;
	group: 'a' | 'b';
	status: RunStatus;
}

export interface Input {
	clusters: Cluster[];
	/** The group that each item filters by; empty for all. */
	items: Array<'a' | 'b' | ''>;
	/** Null for Return All. */
	limit: number | null;
	status: RunStatus | null;
	createdAfterHoursAgo: number | null;
	mode: Mode;
}

const statuses = fc.constantFrom<RunStatus>('completed', 'failed', 'pending', 'processing');

export const input: fc.Arbitrary<Input> = fc.record({
	clusters: fc.array(
		fc.record({
			count: fc.oneof(fc.nat({ max: 5 }), fc.integer({ min: 90, max: 160 })),
			spacingMs: fc.constantFrom(1_000, 60_000, 37, 1, 0),
			hoursAgo: fc.constantFrom(4, 24, 720),
			group: fc.constantFrom('a', 'b'),
			status: statuses,
		}),
		{ minLength: 1, maxLength: 3 },
	),
	items: fc.array(fc.constantFrom('', 'a', 'b'), { minLength: 2, maxLength: 3 }),
	limit: seldom(fc.integer({ min: 1, max: 250 })),
	status: seldom(statuses),
	createdAfterHoursAgo: seldom(fc.constant(12)),
	mode: modes,
});

export const seedOf = ({ hoursAgo, group, ...cluster }: Cluster): SeedSpec => ({
	...cluster,
	createdAgoMs: hoursAgo * HOUR_MS,
	filename: `Run ${group}`,
});

export interface Asked {
	ids: string[];
	/** Whether the service counts one of them that it does not list. */
	hides: boolean;
	/** Whether it shows none of them. */
	showsNone: boolean;
}

/** The runs that an item asks for, in the order of creation. */
export function askedBy(
	group: Input['items'][number],
	ids: string[],
	situation: Situation<Input>,
): Asked {
	const { dialect, input: asked } = situation;
	const flat = asked.clusters.flatMap((cluster) =>
		Array.from({ length: cluster.count }, () => cluster),
	);
	const isWanted = ({ status, hoursAgo, group: own }: Cluster) =>
		(group === '' || own === group) &&
		(asked.status === null || shownStatus(status, dialect) === asked.status) &&
		(asked.createdAfterHoursAgo === null || hoursAgo < asked.createdAfterHoursAgo);
	const wanted = ids.filter((_, at) => {
		const cluster = flat[at];
		return cluster !== undefined && isWanted(cluster);
	});
	const odd = ids[dialect.oddRun ?? 0];
	const lacksOne = dialect.totalCountOf === 'unlisted' && wanted.some((id) => id === odd);
	return {
		ids: lacksOne ? wanted.filter((id) => id !== odd) : wanted,
		hides: lacksOne && dialect.totalCountForm !== 'missing',
		showsNone: dialect.firstPageEmpty === true && wanted.length > 0,
	};
}

/**
 * The situation without parts that nobody can judge. If bounds are as coarse as days, it depends on the
 * service which runs of a day are later. If there are no totals, an empty first page looks like an empty
 * list.
 */
export function judgeable({ dialect, faults, input: asked }: Situation<Input>): Situation<Input> {
	const isDays = dialect.boundPrecision === 'days';
	const isHidden = dialect.firstPageEmpty === true && dialect.totalCountForm === 'missing';
	return {
		dialect: isHidden ? { ...dialect, firstPageEmpty: false } : dialect,
		faults,
		input: isDays ? { ...asked, createdAfterHoursAgo: null } : asked,
	};
}
