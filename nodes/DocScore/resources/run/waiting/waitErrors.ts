import { bareOf, naming, RunError, RunFailedError, ServiceError } from '../../../service/errors';
import type { Run, RunSummary } from '../../../service/types';
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

/** @param advice what to check, if something is known about the files */
export function runFailed(run: Run | RunSummary, advice = CHECK_DOCUMENT): RunFailedError {
	const { id, name } = run;
	const failureReason = 'failureReason' in run ? run.failureReason : null;
	const which = name === null ? 'The run' : `Run '${name}'`;
	const reason = saidBy(failureReason) ?? 'The service gave no reason';
	const description = sentences(advice, `Run ID: ${id}`);
	const known = { runName: name, failureReason };
	return new RunFailedError(withSaid(`${which} failed`, reason), id, { description, ...known });
}

/**
 * Not a RunFailedError, so that Retry On Fail does not submit the document again: the run was
 * cancelled on purpose.
 */
export function runEnded(run: Run | RunSummary): RunError {
	const { id, name, status } = run;
	const failureReason = 'failureReason' in run ? run.failureReason : null;
	const what = `${name === null ? 'The run' : `Run '${name}'`} ended with the status '${status}'`;
	const description = sentences(
		'The service no longer processes it. Submit the document again if you still need it',
		`Run ID: ${id}`,
	);
	const known = { runName: name, failureReason };
	return new RunError(withSaid(what, saidBy(failureReason)), id, { description, ...known });
}

export function timedOut(
	{ runId, runName: seenName, lastStatus, lastError }: WaitTimeout,
	{ maxWaitMinutes, runName }: { maxWaitMinutes: number; runName?: string },
	source: RunSource,
): RunError {
	const within = counted(maxWaitMinutes, 'minute');
	const message = `Run ${runId} did not finish within ${within} (last status: ${lastStatus ?? 'unknown'})`;
	const readError = lastError instanceof ServiceError ? lastError : undefined;
	const state = readError
		? `Last status request: ${bareOf(readError)}`
		: lastStatus !== null && 'The service is still processing the run';
	const description = sentences(
		state || undefined,
		readError?.details.said,
		`${goOnFrom(source)}, ${source === 'given' ? 'with' : 'and'} a longer Max Wait`,
	);
	return new RunError(message, runId, { description, runName: seenName ?? runName });
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
