/**
 * How long, in ms, finished runs are remembered after they are old enough to be listed. So a clock
 * that is set back by an hour, or local times at the end of summer time, lose nothing.
 */
export const LOOKBACK_MS = 75 * 60_000;

/** The most finished runs that are remembered after they are old enough to be listed. */
export const MAX_REMEMBERED = 2_000;
