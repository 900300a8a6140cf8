export const NOON = Date.UTC(2026, 0, 5, 12);

/** A status of a run and its start, in ms since 1970. */
export interface Status {
	since: number;
	status: string;
}

export interface FakeRun {
	id: string;
	name?: string;
	/** The creation time in lists and filters. */
	created: number;
	/** Oldest first. */
	statuses: Status[];
	visibleAt?: number;
	deletedAt?: number;
	/** Whether lists show its creation time. Default: yes. */
	isDated?: boolean;
	/** Whether time filters can match it. Default: yes. */
	isComparable?: boolean;
	/** Whether lists show it, only count it, or do neither. Default: shown. */
	inLists?: 'shown' | 'counted' | 'absent';
}

/** A run with one status, created this many ms after noon. */
export const runAt = (created: number, status = 'processing', id = `${created}`): FakeRun => ({
	id,
	created: NOON + created,
	statuses: [{ since: -Infinity, status }],
});

/** Runs that were created at these times in ms after noon. Their names contain the time. */
export const runsAt = (times: number[], status = 'processing', name = ''): FakeRun[] =>
	times.map((created) => ({ ...runAt(created, status, `${name}${created}`), name }));

/** Runs that were created at the same time. */
export const runsOfMoment = (count: number, created: number, status?: string): FakeRun[] =>
	range(count, 1).map((index) => runAt(created, status, `run ${index}`));

export const range = (count: number, step: number, from = 0): number[] =>
	Array.from({ length: count }, (_, index) => from + index * step);

/** Gives the run this status from the beginning. */
export function setStatus(run: FakeRun | undefined, status: string): void {
	if (run) run.statuses = [{ since: -Infinity, status }];
}
