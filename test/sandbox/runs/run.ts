import type { StoredFile } from '../fileStore';
import type { Metadata, RunResult, RunStatus } from '../records';

/**
 * The status of a run is computed from the clock, without timers. So a long history costs nothing while
 * time passes.
 */
export interface Run {
	id: string;
	/** The number of runs that were submitted before. */
	number: number;
	name: string;
	/** Time of submission, in microseconds of the service's clock (with skew). */
	createdUs: number;
	/** The same time in ms of the sandbox's clock (without skew). */
	acceptedAt: number;
	/** When it changes from pending to processing. */
	processingAt: number;
	/** When it finishes, if its outcome is known by then. */
	finishAt: number;
	result: RunResult | null;
	templateId: string;
	metadata: Metadata;
	fileUrls: string[];
	/** The files that were read. */
	files: StoredFile[];
}

export function statusOf(run: Run, now: number): RunStatus {
	if (now < run.processingAt) return 'pending';
	if (now < run.finishAt || run.result === null) return 'processing';
	return 'failureReason' in run.result ? 'failed' : 'completed';
}

export function finishedAt(run: Run, now: number): number | null {
	const isFinished = now >= run.finishAt && run.result !== null;
	return isFinished && Number.isFinite(run.finishAt) ? run.finishAt : null;
}

export function outputOf(run: Run, now: number) {
	const { result } = run;
	const isDone = statusOf(run, now) === 'completed';
	return isDone && result !== null && 'outputSchema' in result ? result.outputSchema : null;
}

export function failureOf(run: Run, now: number) {
	const { result } = run;
	const isDone = statusOf(run, now) === 'failed';
	return isDone && result !== null && 'failureReason' in result ? result.failureReason : null;
}

/** A file name at the end of the URL, even after the path. */
const NAME_AT_END = /\/([^/?&=#]+\.\w+)$/;

/** The file name at the end of the URL, or the last part of its path. */
export function fileNameOf(url: string): string {
	const last = NAME_AT_END.exec(url)?.[1] ?? new URL(url).pathname.split('/').pop() ?? '';
	try {
		return decodeURIComponent(last);
	} catch {
		return last; // a literal percent sign
	}
}
