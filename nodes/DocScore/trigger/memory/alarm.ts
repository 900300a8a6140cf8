import type { Failure } from '../../engine/errors';

/** The least time between two reports, in ms. */
const BETWEEN_MS = 3_600_000;

/**
 * Decides which failed polls a trigger reports: of each error that a poll throws, n8n makes a failed
 * execution and a run of the error workflow, and a night of outage must not make hundreds of them.
 * What a failed poll writes to n8n's static data is not stored, so a restart reports once more.
 */
export class Alarm {
	/** When, in ms since n8n's start, the next failed poll is reported. */
	private dueAt = 0;

	/** Whether the last report was of an error that only someone's action ends. */
	// Stryker disable next-line BooleanLiteral: the first failed poll is reported anyway
	private neededAction = false;

	private isFailing = false;

	/** @returns whether to report the error */
	failed(failure: Failure | undefined, mustReport: boolean): boolean {
		this.isFailing = true;
		const needsAction = failure?.cause.endsWith('invalid') ?? false;
		const now = performance.now();
		const isNew = needsAction && !this.neededAction;
		if (!mustReport && !isNew && now < this.dueAt) return false;
		this.dueAt = now + BETWEEN_MS;
		this.neededAction = needsAction;
		return true;
	}

	/** @returns whether polls failed before */
	worked(): boolean {
		const { isFailing } = this;
		this.isFailing = false;
		return isFailing;
	}
}
