import { WatchedRun } from '../../../../../nodes/DocScore/resources/run/waiting/watchedRun';
import { CancelledError, ServiceError } from '../../../../../nodes/DocScore/service/errors';
import { toResult } from '../../../../../nodes/DocScore/service/result';
import { useDrivenTime } from '../../../../harness/jest/drivenTime';
import { asking, runIn } from './watching';

useDrivenTime();

const failed = (status: number, transient: boolean) =>
	new ServiceError('Failed', { status, outcome: 'rejected', transient });
const [down, unknown, rateLimited] = [failed(500, true), failed(404, false), failed(429, true)];

const LISTED = {
	id: 'r1',
	name: null,
	status: 'processing',
	createdTime: null,
	fields: [],
	raw: {},
};

/** A run that one item waits for, at most so long. */
function watched(maxWaitMs: number) {
	const { reader, cancellation } = asking(async () => await Promise.reject(down));
	const run = new WatchedRun('r1');
	const waiting = { maxWaitMs, submittedNow: false, isEnough: async () => false };
	const ended = toResult(run.finished(reader, waiting));
	const repeats = () => [down, unknown, rateLimited].map((error) => run.mayRepeat(error));
	return { run, ended, repeats, cancellation };
}

describe('A failed read of a run', () => {
	it.each([0, 60_000])(
		'is repeated after a temporary error, but after a second one only if it was a rate limit, with Max Wait of %d ms',
		(maxWaitMs) => {
			const { run, repeats } = watched(maxWaitMs);
			expect(repeats()).toEqual([true, false, true]);
			run.recordFailure(down, performance.now());
			expect(repeats()).toEqual([false, false, true]);
		},
	);

	it('is repeated after a second temporary error if no poll follows in time', () => {
		const { run, repeats } = watched(60_000);
		run.recordFailure(down, performance.now());
		expect(run.takeLastRead(performance.now() + 59_000)).toBe(true);
		expect(repeats()).toEqual([true, false, true]);
	});
});

describe('A read that fails', () => {
	it.each([
		['temporarily, 15 minutes', down, 15 * 60_000],
		['because the run is unknown, 30 seconds', unknown, 30_000],
	])('%s after the first failure is the last one', (_, error, ms) => {
		const { run } = watched(0);
		const start = performance.now();
		for (const after of [0, ms / 2]) run.recordFailure(error, start + after);
		expect(run.takeLastRead(start + ms - 1)).toBe(false);
		expect(run.takeLastRead(start + ms)).toBe(true);
		expect(run.takeLastRead(start + ms)).toBe(false);
	});

	it.each([
		['shows the run as finished', 'completed', true],
		['shows the run as open', 'pending', false],
	])('ends the wait after 30 seconds, or not if a list %s meanwhile', (_, status, isLast) => {
		const { run } = watched(0);
		const start = performance.now();
		run.recordFailure(unknown, start);
		run.note(runIn(status));
		expect(run.takeLastRead(start + 30_000)).toBe(isLast);
	});

	it('because the execution has ended is not the reason why the wait ends', async () => {
		const { run, ended, cancellation } = watched(60_000);
		cancellation.cancel('Enough');
		run.recordFailure(new CancelledError('Nobody waits any more'), performance.now());
		expect(await ended).toEqual({ ok: false, error: new CancelledError('Enough') });
	});
});

it.each([
	['a list', { ...LISTED, name: 'Before' }, LISTED],
	['its details', { ...runIn('processing'), metadata: { sent_by: 'sam' } }, runIn('processing')],
])('A run that times out is as %s showed it last', async (_, before, last) => {
	const { run, ended } = watched(60_000);
	for (const seen of [before, last]) run.note(seen);
	run.expire(performance.now() + 60_001);
	const result = await ended;
	expect(result).toMatchObject({ ok: false, error: { runId: 'r1' } });
	expect(result).toHaveProperty('error.seen', last);
});

it('A run that times out has the metadata and files of its last details, and the rest of the last list', async () => {
	const { run, ended } = watched(60_000);
	const createdTime = '2026-03-01T10:00:00Z';
	const metadata = { sent_by: 'sam' };
	const details = { ...runIn('processing'), createdTime, metadata, name: 'Before' };
	const raw = { id: 'r1', status: 'failed', failure_reason: 'page 2 is blank' };
	expect(run.createdTime).toBeNull();
	run.note(details);
	expect(run.createdTime).toBe(createdTime);
	run.note({ ...LISTED, name: 'Now', status: 'failed', raw });
	run.expire(performance.now() + 60_001);
	const seen = { name: 'Now', status: 'failed', metadata: { sent_by: 'sam' }, files: [] };
	expect(await ended).toMatchObject({
		ok: false,
		error: { seen: { ...seen, failureReason: 'page 2 is blank' } },
	});
});
