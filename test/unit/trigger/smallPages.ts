/** Pages of five runs, so that a few runs fill many: for tests that import this before anything else. */

jest.mock('../../../nodes/DocScore/service/types', () => ({
	...jest.requireActual('../../../nodes/DocScore/service/types'),
	MAX_PAGE_SIZE: 5,
}));
