import type { StoredFile } from '../fileStore';
import type { Metadata, RunResult, RunStatus } from '../records';

/**
 * A run's status is a function of the clock: no timer turns it, so a history of any size costs
 * nothing while time passes.
 */
export interface Run {
	id: string;
	/** How many came before it. */
	number: number;
	name: string;
	/** When it was submitted, in microseconds of the service's clock (skew included). */
	createdUs: number;
	/** The same moment in milliseconds of the sandbox's clock (no skew). */
	acceptedAt: number;
	/** When it turns from pending to processing. */
	processingAt: number;
	/** When it is finished, provided that the result is known by then. */
	finishAt: number;
	result: RunResult | null;
	templateId: string;
	agentName: string | null;
	metadata: Metadata;
	fileUrls: string[];
	/** The files that were really read. */
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

/** A name that a whole address ends in, also behind its path. */
const NAME_AT_END = /\/([^/?&=#]+\.\w+)$/;

/** How the URL ends, or else the last part of its path, as a person would call the file. */
export function fileNameOf(url: string): string {
	const last = NAME_AT_END.exec(url)?.[1] ?? new URL(url).pathname.split('/').pop() ?? '';
	try {
		return decodeURIComponent(last) || 'file';
	} catch {
		return last; // a percent sign that stands for itself
	}
}
