/** Shared by tests of Get. */
export const get = (more = {}) => ({
	resource: 'run',
	operation: 'get',
	runId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
	...more,
});

export const UNKNOWN_ID = '5f0c2b1e-8a94-4d3b-9c61-0d5a7e4f2b18';
