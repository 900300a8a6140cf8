/** So few remembered runs that only the overlap is left: for tests that import this before anything else. */

jest.mock('../../../nodes/DocScore/trigger/lookback', () => ({
	LOOKBACK_MS: 300_000,
	MAX_REMEMBERED: 2,
}));
