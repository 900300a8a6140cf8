import { bareOf, naming, RunError, RunFailedError, ServiceError } from '../../../service/errors';
import { isFinished, type Run, RUN_STATUSES, type RunSummary } from '../../../service/types';
import { CHECK_DOCUMENT, counted, saidBy, sentences, withSaid } from '../../../service/messages';
import type { WaitTimeout } from './watchedRun';

/** Where the run to wait for comes from. */
export type RunSource = 'given' | 'found' | 'submitted';

/**
 * What to do about an accepted run. The error contains its ID once, so that nobody submits the
 * document again.
 */
const goOnFrom = (source: RunSource): string =>
	source === 'given'
		? 'Do not submit the document again: execute this node again'
		: 'Do not submit the document again: use Wait with this run ID';

/** @param adviceOn what to check, by the reason, if something is known about the files */
export function runFailed(
	run: Run | RunSummary,
	adviceOn: (reason: string | null) => string = () => CHECK_DOCUMENT,
): RunFailedError {
	const { id, name } = run;
	const failureReason = 'failureReason' in run ? run.failureReason : null;
	const which = name === null ? 'The run' : `Run '${name}'`;
	const reason = saidBy(failureReason) ?? 'The service gave no reason';
	const description = sentences(adviceOn(failureReason), `Run ID: ${id}`);
	const known = { runName: name, failureReason };
	return new RunFailedError(withSaid(`${which} failed`, reason), id, { description, ...known });
}

export function timedOut(
	{ runId, seen, lastError }: WaitTimeout,
	{ maxWaitMinutes, runName }: { maxWaitMinutes: number; runName?: string },
	source: RunSource,
): RunError {
	const within = counted(maxWaitMinutes, 'minute');
	const lastStatus = seen?.status ?? null;
	const message = `Run ${runId} did not finish within ${within} (last status: ${lastStatus ?? 'unknown'})`;
	const readError = lastError instanceof ServiceError ? lastError : undefined;
	const state = readError ? `Last status request: ${bareOf(readError)}` : stateOf(lastStatus);
	const description = sentences(
		state,
		readError?.details.said,
		`${goOnFrom(source)}, ${source === 'given' ? 'with' : 'and'} a longer Max Wait`,
	);
	return new RunError(message, runId, { description, runName: seen?.name ?? runName });
}

function stateOf(status: string | null): string | undefined {
	if (status === null) return undefined;
	if (isFinished({ status }))
		return 'The service has finished the run, but did not return its details in time';
	const isKnown = RUN_STATUSES.some((known) => known === status);
	return isKnown
		? 'The service is still processing the run'
		: 'The service does not document this status, so the run counts as unfinished';
}

/** The error for a run that could not be read, which ended the wait early. */
export function notRead(
	runId: string,
	error: unknown,
	source: RunSource,
	runName?: string,
): unknown {
	if (!(error instanceof ServiceError)) return error;
	const { details } = error;
	const isHidden = details.status === 404 && source !== 'given';
	const goesOn = details.transient || source !== 'given';
	const description = sentences(
		isHidden ? 'The service accepted the run, but does not return it' : undefined,
		isHidden || details.transient ? undefined : details.description,
		goesOn ? goOnFrom(source) : undefined,
		details.said,
	);
	const message = naming('Run', runId, error.message);
	return new RunError(message, runId, { description, cause: error, runName });
}
