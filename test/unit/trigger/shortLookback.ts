/** A lookback as short as the adversary's histories are: for tests that import this before anything else. */

jest.mock('../../../nodes/DocScore/trigger/lookback', () => ({
	LOOKBACK_MS: 300_000,
	MAX_REMEMBERED: 2_000,
}));
