/**
 * For so long before `since` finished runs are remembered, in ms: so a clock of the service that is
 * set back by an hour, or local times that go back with the end of summer, lose nothing.
 */
export const LOOKBACK_MS = 75 * 60_000;

/** Most finished runs that are remembered from before `since`. */
export const MAX_REMEMBERED = 2_000;
