import { ServiceError } from '../../service/errors';

/** For how long, in ms, the service may not know a run that it has accepted. */
export const SHOWS_UP_WITHIN_MS = 30_000;

/** For how long, in ms, a run may be impossible to read for reasons that pass. */
const PASSES_WITHIN_MS = 15 * 60_000;

/** What kept a run from being read in its last looks, times in ms since 1970. */
export interface Trouble {
	error: unknown;
	since: number;
	/** Since when it is of the kind that does not pass; null while it is of the other. */
	lastingSince: number | null;
}

export function addTrouble(before: Trouble | null, error: unknown, now: number): Trouble {
	const lastingSince = isPassing(error) ? null : (before?.lastingSince ?? now);
	return { error, since: before?.since ?? now, lastingSince };
}

/**
 * Whether there is no use in waiting on. A service may answer in any way for a run that it does not
 * know yet, save that it refuses the key (docs/service.md, What is left open).
 */
export function endsWait({ error, since, lastingSince }: Trouble, now: number): boolean {
	if (!(error instanceof ServiceError) || error.details.status === 401) return true;
	return now >= decidedAt({ lastingSince }) || now - since >= PASSES_WITHIN_MS;
}

/** When trouble that does not pass is told, in ms since 1970; infinite where it may pass. */
export const decidedAt = ({ lastingSince }: Pick<Trouble, 'lastingSince'>): number =>
	lastingSince === null ? Number.POSITIVE_INFINITY : lastingSince + SHOWS_UP_WITHIN_MS;

export const isPassing = (error: unknown): boolean =>
	error instanceof ServiceError && error.details.transient;
