export const NOON = Date.UTC(2026, 0, 5, 12);

/** What a run has become, and when; times are in ms since 1970. */
export interface Status {
	since: number;
	status: string;
}

export interface FakeRun {
	id: string;
	name?: string;
	/** As lists date and filter it. */
	created: number;
	/** Oldest first. */
	statuses: Status[];
	visibleAt?: number;
	deletedAt?: number;
	/** Whether lists show when it was created. Default: yes. */
	isDated?: boolean;
	/** Whether it passes filters for the time as others do. Default: yes. */
	isComparable?: boolean;
	/** How lists treat it. Default: they show it. */
	inLists?: 'shown' | 'counted' | 'absent';
}

/** A run of one status, created so many ms after noon. */
export const runAt = (created: number, status = 'processing', id = `${created}`): FakeRun => ({
	id,
	created: NOON + created,
	statuses: [{ since: -Infinity, status }],
});

/** Runs whose times are in ms since noon, named by them. */
export const runsAt = (times: number[], status = 'processing', name = ''): FakeRun[] =>
	times.map((created) => ({ ...runAt(created, status, `${name}${created}`), name }));

/** Runs that were created at the same moment. */
export const runsOfMoment = (count: number, created: number, status?: string): FakeRun[] =>
	range(count, 1).map((index) => runAt(created, status, `run ${index}`));

export const range = (count: number, step: number, from = 0): number[] =>
	Array.from({ length: count }, (_, index) => from + index * step);

/** It has had this status all along. */
export function setStatus(run: FakeRun | undefined, status: string): void {
	if (run) run.statuses = [{ since: -Infinity, status }];
}
