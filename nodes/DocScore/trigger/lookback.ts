/**
 * So far behind what is old enough to show, in ms, finished runs are remembered: so a clock of the
 * service that is set back by an hour, or local times that go back with the end of summer, lose nothing.
 */
export const LOOKBACK_MS = 75 * 60_000;

/** Most finished runs that are remembered although they are old enough to show. */
export const MAX_REMEMBERED = 2_000;
