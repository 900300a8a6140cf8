import { ServiceError, CancelledError } from '../../../nodes/DocScore/service/errors';
import { NOON, range, runsAt, setStatus } from '../runs/fakeRuns';
import { failure } from '../runs/fakeService';
import { tracking } from './tracking';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const criteria = { filters: { filename: 'a' } };
const filters = JSON.stringify(criteria);
const isFormer = (asked: string) => asked.startsWith('all') && !asked.endsWith(' named a');

/** Of the former filters, one old run is open; five were created since, which both cover. */
function changed() {
	const created = runsAt(range(5, MINUTE_MS, MINUTE_MS), 'completed', 'a');
	const parts = tracking([...runsAt([-3 * HOUR_MS]), ...created], [-3 * HOUR_MS], { criteria });
	/** That request for a list of the former filters, counted from 1, gets this answer. */
	const fail = (request: number, error: Error) => {
		let count = 0;
		parts.service.onRequest = (asked) => {
			if (isFormer(asked) && ++count === request) throw error;
		};
	};
	return { ...parts, fail, old: `${-3 * HOUR_MS}`, fresh: created.map(({ id }) => id) };
}

describe('a poll with other filters', () => {
	it('starts a new ledger, and reads the runs of the former filters since their cursor', async () => {
		const { run, runOn, logs, old, fresh } = changed();
		const { ids, asked, left, error } = await run();
		expect(asked.map(isFormer)).toEqual([false, true]);
		expect([ids, error, logs]).toEqual([[], undefined, []]);
		expect(left?.filters).toBe(filters);
		expect(left?.cursor).toBe(NOON - 84 * MINUTE_MS);
		const open = [...(left?.open ?? [])].map(([id, { inherited }]) => [id, inherited]);
		expect(open).toEqual([[old, true], ...fresh.map((id) => [id, false])]);
		expect((await runOn()).ids).toEqual(fresh);
	});

	it('emits nothing twice that both filters cover, and drops what the current ones do not', async () => {
		const { run, runOn, ledger, service, old, fresh } = changed();
		const [emitted = '', ...others] = fresh;
		ledger.observe({ id: emitted, status: 'completed', created: NOON + MINUTE_MS });
		ledger.markDone(emitted);
		setStatus(
			service.runs.find(({ id }) => id === old),
			'completed',
		);
		await run();
		const { ids, left } = await runOn();
		expect([ids, left?.open.size]).toEqual([others, 0]);
		expect((await runOn()).ids).toEqual([]);
	});

	it('keeps inherited runs until the baseline is read', async () => {
		const { ledger, now, run } = tracking([...runsAt([-3], 'completed'), ...runsAt([5])], [-3]);
		for (const each of ledger.open.values()) each.inherited = true;
		ledger.baseline = { statuses: ['pending', 'processing'], from: null, to: NOON, finished: null };
		now.isListTimeUp = true;
		expect((await run()).left?.open.has('-3')).toBe(true);
	});

	it.each([
		[failure(400, { isOwnBody: true }), true],
		[failure(499, { isOwnBody: true }), true],
		[failure(401, { isOwnBody: true }), false],
		[failure(500, { isOwnBody: true }), false],
		[failure(399, { isOwnBody: true }), false],
		[failure(404, { isOwnBody: true, transient: true }), false],
		[failure(404), false],
		[new ServiceError('No answer', { outcome: 'unknown', transient: false }), false],
		[new Error('A fault'), false],
	])(
		'takes over the former ledger if the service rejects the former filters: %s (%p)',
		async (error, isRejected) => {
			const { fail, run, old } = changed();
			fail(1, error);
			const tracked = await run();
			expect(tracked.left?.filters).toBe(isRejected ? filters : '{}');
			expect(tracked.error).toBe(isRejected ? undefined : error);
			expect(tracked.asked.filter(isFormer)).toHaveLength(1);
			expect(tracked.left?.open.has(old)).toBe(true);
		},
	);

	it('reports that it has no time to read the former filters', async () => {
		const { fail, run, runOn } = changed();
		fail(1, new CancelledError('Time'));
		const { left, error } = await run();
		expect(left?.filters).toBe('{}');
		expect(String(error)).toContain('takes more than one poll');
		const later = await runOn();
		expect([later.left?.filters, later.error]).toEqual([filters, undefined]);
		// It has begun already.
		expect(later.asked.map(isFormer)).toEqual([true]);
	});
});
