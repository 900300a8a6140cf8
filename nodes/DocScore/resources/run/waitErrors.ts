import { bareOf, naming, RunError, RunFailedError, ServiceError } from '../../service/errors';
import type { Run, RunSummary } from '../../service/types';
import { counted, saidBy, sentences, withSaid } from '../../service/words';
import type { WaitTimeout } from './watchedRun';

/** Where a run that is waited for comes from. */
export type Origin = 'given' | 'found' | 'submitted';

/** Every error after the acceptance of a run tells its ID, once, so that nobody submits it again. */
const goOnFrom = (origin: Origin): string =>
	origin === 'given'
		? 'Do not submit it again: execute this node once more'
		: 'Do not submit it again: set Operation to Wait and give this ID as Run';

/** @param advice what to look at, where something about the files is known */
export function runFailed(run: Run | RunSummary, advice?: string): RunFailedError {
	const { id, name } = run;
	const failureReason = 'failureReason' in run ? run.failureReason : null;
	const which = name === null ? 'The run' : `Run '${name}'`;
	const reason = saidBy(failureReason) ?? 'The service gave no reason';
	const description = sentences(
		advice,
		'Open the document and see whether it can be read and is what the template is for. Once that is mended, submit it again',
		`Run ID: ${id}`,
	);
	const known = { runName: name, failureReason };
	return new RunFailedError(withSaid(`${which} failed`, reason), id, { description, ...known });
}

export function timedOut(
	{ runId, runName: seenName, lastStatus, lastError }: WaitTimeout,
	{ maxWaitMinutes, runName }: { maxWaitMinutes: number; runName?: string },
	origin: Origin,
): RunError {
	const within = counted(maxWaitMinutes, 'minute');
	const message = `Run ${runId} did not finish within ${within} (last status: ${lastStatus ?? 'unknown'})`;
	const trouble = lastError instanceof ServiceError ? lastError : undefined;
	const state = trouble
		? `It could not be read in the end. ${bareOf(trouble)}`
		: lastStatus !== null && 'It is accepted, and the service is still reading it';
	const description = sentences(
		state || undefined,
		trouble?.details.said,
		goOnFrom(origin),
		origin === 'given' ? 'To wait for longer, raise Max Wait' : 'For the next ones, raise Max Wait',
	);
	return new RunError(message, runId, { description, runName: seenName ?? runName });
}

/** What ended the wait before its time. */
export function notRead(runId: string, error: unknown, origin: Origin, runName?: string): unknown {
	if (!(error instanceof ServiceError)) return error;
	const { details } = error;
	const isHidden = details.status === 404 && origin !== 'given';
	const goesOn = details.transient || origin !== 'given';
	const description = sentences(
		isHidden ? 'The service has accepted it, but does not show it' : undefined,
		isHidden || details.transient ? undefined : details.description,
		goesOn ? goOnFrom(origin) : undefined,
		details.said,
	);
	const message = naming('Run', runId, error.message);
	return new RunError(message, runId, { description, cause: error, runName });
}
