import {
	type Asker,
	type Patience,
	WaitTimeout,
	WatchedRun,
} from '../../nodes/DocScore/resources/run/watchedRun';
import { ServiceError } from '../../nodes/DocScore/service/errors';
import { readRun } from '../../nodes/DocScore/service/readRun';
import { settle } from '../../nodes/DocScore/service/settle';
import { Stop } from '../../nodes/DocScore/service/stop';
import { useDrivenTime } from '../harness/jest/drivenTime';

useDrivenTime();
const MINUTE_MS = 60_000;

const unasked = async () => await Promise.reject(new Error('Nothing is asked here'));
const askerOf = (stop = new Stop()): Asker => ({
	client: { query: unasked, details: unasked },
	stop,
});

const failed = (status: number | undefined, transient: boolean) =>
	new ServiceError('Not read', { status, outcome: 'rejected', transient });
const [UNKNOWN, DOWN, BUSY] = [failed(404, false), failed(500, true), failed(429, true)];

/** A run that is waited for in these ways, what became of each, and the time in ms since then. */
function watched(...ways: Array<Partial<Patience> & { stop?: Stop }>) {
	const run = new WatchedRun('r1');
	const start = Date.now();
	const waits = ways.map(async ({ stop, ...patience }) => {
		const asked = { maxWaitMs: 0, submittedNow: false, ...patience };
		return await settle(run.finished(askerOf(stop), asked));
	});
	const at = (ms: number) => start + ms;
	return { run, waits, at, next: (looksFrom = -Infinity) => run.nextEvent(looksFrom) - start };
}

describe('A run that is waited for', () => {
	it('is looked for at once, but after a second where it was submitted just now', () => {
		const [known, fresh] = [watched({}), watched({ submittedNow: true })];
		expect([known.next(), fresh.next()]).toEqual([50, 1_000]);
		expect([known.run.isDue(known.at(49)), known.run.isDue(known.at(50))]).toEqual([false, true]);
		expect(watched({ submittedNow: true }, {}).next()).toBe(50);
		expect(watched({}, { submittedNow: true }).next()).toBe(50);
	});

	it.each([
		[0, 1_000],
		[10_000, 1_000],
		[20_000, 2_000],
		[5 * MINUTE_MS, 30_000],
		[20 * MINUTE_MS, 30_000],
	])('is looked for again, %i ms after the start, in %i ms', (now, pause) => {
		const { run, at, next } = watched({});
		run.noteLook(at(now));
		expect(next()).toBe(now + pause);
	});

	it('is looked for when looks may be begun again', () => {
		const { next, at } = watched({});
		expect([next(at(20)), next(at(700))]).toEqual([50, 700]);
	});

	it.each([
		[60_000, 59_000],
		[10_000, 9_000],
		[5_000, 4_500],
	])('has a last look before the end of %i ms, after %i', (maxWaitMs, lastLook) => {
		const { run, at, next } = watched({ maxWaitMs });
		expect(next(Infinity)).toBe(lastLook);
		expect(run.takeOwnLook(at(lastLook - 1))).toBe(false);
		expect([run.takeOwnLook(at(lastLook)), run.takeOwnLook(at(lastLook))]).toEqual([true, false]);
		expect(next(Infinity)).toBe(maxWaitMs);
	});
});

/** What is shown of a run that tells nothing. */
const SEEN = { name: null, createdTime: null, status: null };

test('what lists and details show of a run is kept', () => {
	const { run, at } = watched({ maxWaitMs: 1_000 });
	expect(run).toMatchObject({ isListed: false, isBeingRead: false, readAt: 0, createdTime: null });
	run.suffer(DOWN, at(0));
	run.noteListed({
		id: 'r1',
		name: null,
		status: 'pending',
		createdTime: '2026-03-01T10:00:00Z',
		fields: [],
		raw: {},
	});
	expect(run).toMatchObject({ isListed: true, createdTime: '2026-03-01T10:00:00Z' });
	// The trouble is over.
	expect(run.mayLookAgain(DOWN)).toBe(true);
});

describe('A wait', () => {
	it('ends for each in its time, with what was seen last', async () => {
		const { run, waits, at } = watched({ maxWaitMs: 1_000 }, { maxWaitMs: 2_000 }, {});
		run.note({ ...SEEN, name: 'Invoice', status: 'processing' });
		run.expire(at(999));
		run.expire(at(1_000));
		expect(await waits[0]).toMatchObject({
			error: {
				message: 'Run r1 did not finish in time (last status: processing)',
				runName: 'Invoice',
			},
		});
		run.note(SEEN);
		run.suffer(DOWN, at(1_500));
		run.expire(at(2_000));
		const last = new WaitTimeout('r1', null, null, DOWN);
		expect(last.name).toBe('WaitTimeout');
		expect(last.message).toBe('Run r1 did not finish in time (last status: unknown)');
		expect(await waits[1]).toMatchObject({ ok: false, error: { ...last, lastError: DOWN } });
		expect(await waits[1]).toEqual({ ok: false, error: last });
		expect(run.isOver).toBe(false);
		const doc = readRun({ doc: { id: 'r1' } });
		if (doc) run.finish(doc);
		expect(await waits[2]).toEqual({ ok: true, value: doc });
		expect(run.isOver).toBe(true);
	});

	it('ends with the execution, through which nothing is asked any more', async () => {
		const [stop, other] = [new Stop(), new Stop()];
		const { run, waits, at } = watched({ stop }, { stop: other });
		stop.now('Enough');
		expect(run.asker?.stop).toBe(other);
		run.expire(at(0));
		expect(await waits[0]).toMatchObject({ ok: false, error: { message: 'Enough' } });
		other.now('Enough');
		expect(run.asker).toBeUndefined();
	});

	it('ends when a run is unknown for half a minute, after a look at that moment', async () => {
		const { run, waits, at, next } = watched({});
		run.suffer(UNKNOWN, at(2_000));
		run.suffer(UNKNOWN, at(31_999));
		expect([run.isOver, next(Infinity)]).toEqual([false, 32_000]);
		expect([run.takeOwnLook(at(31_999)), run.takeOwnLook(at(32_000))]).toEqual([false, true]);
		expect([run.takeOwnLook(at(32_000)), next(Infinity)]).toEqual([false, Infinity]);
		run.suffer(UNKNOWN, at(32_000));
		expect(await waits[0]).toEqual({ ok: false, error: UNKNOWN });
	});

	it('goes on where the run shows up, or where what keeps it from being read may pass', () => {
		const { run, at, next } = watched({});
		run.suffer(UNKNOWN, at(0));
		run.note({ ...SEEN, status: 'pending' });
		expect(next(Infinity)).toBe(Infinity);
		run.suffer(UNKNOWN, at(40_000));
		run.suffer(DOWN, at(50_000));
		expect(next(Infinity)).toBe(Infinity);
		run.suffer(UNKNOWN, at(80_000));
		expect([run.isOver, next(Infinity)]).toEqual([false, 110_000]);
	});

	it.each([
		['the key is refused', failed(401, false)],
		['anything else breaks', new Error('Broken')],
	])('ends at once where %s', async (_, error) => {
		const { run, waits, at } = watched({});
		run.suffer(error, at(0));
		expect(await waits[0]).toEqual({ ok: false, error });
	});

	it('ends after 15 minutes in which the run could not be read', async () => {
		const { run, waits, at } = watched({});
		run.suffer(DOWN, at(1_000));
		run.suffer(DOWN, at(15 * MINUTE_MS + 999));
		expect(run.isOver).toBe(false);
		run.suffer(DOWN, at(15 * MINUTE_MS + 1_000));
		expect(await waits[0]).toEqual({ ok: false, error: DOWN });
	});
});

describe('A look that failed', () => {
	it('is tried again the first time, unless that is no use', () => {
		const { run, at } = watched({});
		expect([run.mayLookAgain(DOWN), run.mayLookAgain(UNKNOWN)]).toEqual([true, false]);
		run.suffer(DOWN, at(0));
		expect([run.mayLookAgain(DOWN), run.mayLookAgain(BUSY)]).toEqual([false, true]);
	});

	it('is tried again where it is the last one for somebody', () => {
		const { run, at } = watched({ maxWaitMs: 10_000 }, {});
		run.suffer(DOWN, at(0));
		expect(run.mayLookAgain(DOWN)).toBe(false);
		run.takeOwnLook(at(9_000));
		expect([run.mayLookAgain(DOWN), run.mayLookAgain(UNKNOWN)]).toEqual([true, false]);
	});
});
