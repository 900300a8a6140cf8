import {
	notRead,
	runFailed,
	timedOut,
} from '../../../../../nodes/DocScore/resources/run/waiting/waitErrors';
import { WaitTimeout } from '../../../../../nodes/DocScore/resources/run/waiting/watchedRun';
import { RunError, ServiceError } from '../../../../../nodes/DocScore/service/errors';
import { readRun } from '../../../../../nodes/DocScore/service/readRun';

const AGAIN = 'Do not submit the document again: execute this node again.';
const WAIT = 'Do not submit the document again: use Wait with this run ID.';
const OPEN = 'Check that the document is readable and fits the template, then submit it again.';
const LONGER_AGAIN = AGAIN.replace(/\.$/, ', with a longer Max Wait.');
const LONGER_WAIT = WAIT.replace(/\.$/, ', and a longer Max Wait.');

function runWith(more: Record<string, string>) {
	const run = readRun({ doc: { id: 'r1', status: 'failed', ...more } });
	if (run === null) throw new Error('The run has an id');
	return run;
}

/** The contents of an error about a run. */
function toldBy(error: unknown) {
	if (!(error instanceof RunError)) throw new Error('The error is not about a run');
	const { message, runId, details } = error;
	return { message, runId, ...details, description: details.description?.split('\n') };
}

describe('A run that failed', () => {
	it('is reported by its name, with the reason', () => {
		const run = runWith({ filename: 'Torn', failure_reason: 'Page 2 is blank' });
		expect(toldBy(runFailed(run))).toEqual({
			message: "Run 'Torn' failed. The service says: Page 2 is blank",
			runId: 'r1',
			description: [OPEN, 'Run ID: r1'],
			runName: 'Torn',
			failureReason: 'Page 2 is blank',
		});
	});

	const listed = { id: 'r1', name: null, status: 'failed', createdTime: null, fields: [], raw: {} };
	it.each([
		['the service', runWith({})],
		['a list', listed],
	])('is reported without a reason if %s gives none, with advice on its files', (_, run) => {
		expect(toldBy(runFailed(run, () => 'Look at the link'))).toEqual({
			message: 'The run failed. The service gave no reason',
			runId: 'r1',
			description: ['Look at the link.', 'Run ID: r1'],
			runName: null,
			failureReason: null,
		});
	});
});

describe('A wait that took too long', () => {
	const READING = 'The service is still processing the run.';
	const LATE = 'The service has finished the run, but did not return its details in time.';
	const STRANGE = 'The service does not document this status, so the run counts as unfinished.';
	const [bare, said] = ['Down', 'The service says: No'];
	const down = new ServiceError('Run r1: Down', {
		bare,
		said,
		outcome: 'rejected',
		transient: true,
	});

	it.each([
		['given', 'Seen', 'pending', undefined, 'Seen', [READING, LONGER_AGAIN]],
		['found', null, 'pending', undefined, 'Own', [READING, LONGER_WAIT]],
		['given', null, 'completed', undefined, 'Own', [LATE, LONGER_AGAIN]],
		['given', null, 'archived', undefined, 'Own', [STRANGE, LONGER_AGAIN]],
		['submitted', null, null, undefined, 'Own', [LONGER_WAIT.replace(/\.$/, '')]],
		['submitted', null, null, new Error('Broken'), 'Own', [LONGER_WAIT.replace(/\.$/, '')]],
		[
			'given',
			null,
			'pending',
			down,
			'Own',
			['Last status request: Down.', `${said}.`, LONGER_AGAIN],
		],
	] as const)(
		'for a run that was %s, seen as %j, %j, %j',
		(source, name, status, failure, runName, description) => {
			const run = { id: 'r1', name, status, createdTime: null, fields: [], raw: {} };
			const timeout = new WaitTimeout('r1', status === null ? null : run, failure);
			const told = toldBy(timedOut(timeout, { maxWaitMinutes: 15, runName: 'Own' }, source));
			const last = `(last status: ${status ?? 'unknown'})`;
			const message = `Run r1 did not finish within 15 minutes ${last}`;
			expect(told).toEqual({ message, runId: 'r1', runName, description });
		},
	);
});

describe('An unreadable run', () => {
	const [SAID, CHECK] = ['The service says: No.', 'Check it.'];
	const HIDDEN = 'The service accepted the run, but does not return it.';

	it.each([
		[404, false, 'given', [CHECK, SAID]],
		[404, false, 'submitted', [HIDDEN, WAIT, SAID]],
		[404, false, 'found', [HIDDEN, WAIT, SAID]],
		[400, false, 'given', [CHECK, SAID]],
		[400, false, 'submitted', [CHECK, WAIT, SAID]],
		[500, true, 'given', [AGAIN, SAID]],
		[500, true, 'submitted', [WAIT, SAID]],
	] as const)('for status %i, temporary: %j, %s', (status, transient, source, description) => {
		const known = { description: 'Check it', said: 'The service says: No' };
		const cause = new ServiceError('Not read', {
			...known,
			status,
			transient,
			outcome: 'rejected',
		});
		expect(toldBy(notRead('r1', cause, source, 'Own'))).toEqual({
			message: 'Run r1: Not read',
			runId: 'r1',
			description,
			cause,
			runName: 'Own',
		});
	});

	it('keeps an error that the service did not cause', () => {
		const error = new Error('Broken');
		expect(notRead('r1', error, 'given')).toBe(error);
	});
});
