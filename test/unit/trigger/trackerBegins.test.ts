import { ServiceError, StoppedError } from '../../../nodes/DocScore/service/errors';
import { EnoughListed } from '../../../nodes/DocScore/trigger/poll';
import { NOON, range, runsAt } from './plainService';
import { answerOnce, failure, tracking } from './tracking';

const MINUTE_MS = 60_000;

describe('what is known already', () => {
	const DENIED = { isOwnBody: true };

	it('cannot be read: the ledger begins anew, and says so', async () => {
		const { run, logs } = tracking(runsAt([1], 'completed'), [1]);
		const { ids, left } = await run('no ledger');
		expect([ids, left?.open.size]).toEqual([[], 0]);
		expect(logs).toEqual([
			'What was known of the runs cannot be read: starting anew from the present',
		]);
	});

	it('belongs to the same account where one of the last three runs is there', async () => {
		const { service, run, logs } = tracking(runsAt([1, 2, 3, 4, 5]), [1, 2, 3, 4, 5], {
			account: 'b',
		});
		service.onRequest = (asked) => {
			if (asked.startsWith('details') && asked !== 'details of 5') throw failure(404, DENIED);
		};
		const { asked, left } = await run();
		expect(asked).toEqual(['details of 3', 'details of 4', 'details of 5', 'all -1..']);
		expect([left?.account, left?.open.size, logs]).toEqual(['b', 5, []]);
	});

	it.each([
		[400, false],
		[404, false],
		[499, false],
		[401, true],
		[500, true],
		[399, true],
	])(
		'belongs to another account where details get %i: unless that tells nothing (%p)',
		async (status, isError) => {
			const { service, run, logs } = tracking(runsAt([1]), [1], { account: 'b' });
			const error = failure(status);
			service.onRequest = (asked) => {
				if (asked.startsWith('details')) throw error;
			};
			if (isError) {
				await expect(run()).rejects.toBe(error);
			} else {
				expect((await run()).left?.account).toBe('b');
				expect(logs).toEqual([
					'The credential belongs to another account: starting anew from its present runs',
				]);
			}
		},
	);

	it.each([
		['a passing refusal', failure(404, { transient: true })],
		['no answer', new ServiceError('No answer', { outcome: 'unknown', transient: false })],
		['no time', new StoppedError('Time')],
	])('is kept where there is %s', async (_, error) => {
		const { service, run } = tracking(runsAt([1]), [1], { account: 'b' });
		service.onRequest = () => {
			throw error;
		};
		await expect(run()).rejects.toBe(error);
	});
});

describe('the first poll', () => {
	const many = runsAt(range(150, MINUTE_MS));

	it('tracks what is open, older runs too, and emits nothing', async () => {
		const { run } = tracking([...runsAt(range(5, 1), 'failed', 'past '), ...many], []);
		const { ids, left, asked } = await run(null);
		expect([ids, left?.open.size, left?.older]).toEqual([[], 150, null]);
		expect(left?.since).toBe(NOON + 145 * MINUTE_MS - 10 * MINUTE_MS);
		expect(asked[0]).toBe('all ..');
	});

	it.each([
		['the time is up', 1, new StoppedError('Time'), false],
		['enough was listed', 1, new EnoughListed(), false],
		['the time is up meanwhile', 0, failure(400), false],
		['the service refuses', 1, failure(400), true],
	])('leaves older runs to the next one where %s', async (_, leftMs, error, isThrown) => {
		const { service, now, run } = tracking(many, []);
		now.leftMs = leftMs;
		answerOnce(service, (asked) => asked.startsWith('pending'), error);
		if (isThrown) return await expect(run(null)).rejects.toBe(error);
		expect((await run(null)).left?.older).toMatchObject({ statuses: ['pending', 'processing'] });
	});

	it('fails where a beginning is not found', async () => {
		const { service, run } = tracking(many, []);
		answerOnce(service, () => true, new StoppedError('Time'));
		await expect(run(null)).rejects.toThrow('Time');
	});
});

describe('a poll with other filters', () => {
	const search = { filters: { filename: 'a' } };
	const filters = JSON.stringify(search);
	const isFormer = (asked: string) => !asked.endsWith(' named a');

	/** Of the former filters, one open run is known; one was created since, which both cover. */
	function changed(knownTimes = [1]) {
		const runs = [...runsAt(knownTimes), { id: 'a', created: 3, status: 'completed' }];
		const parts = tracking(runs, knownTimes, { search });
		parts.tools.clock.begin(NOON + 600_001);
		return parts;
	}

	it('settles what it can of the former ones, begins anew, and looks through them once more', async () => {
		const { run, logs } = changed();
		const { ids, asked, left, error } = await run();
		expect(asked).toEqual(['all -1000..1001', 'all .. named a', 'all -999..']);
		expect([ids, error, logs]).toEqual([[], undefined, []]);
		expect(left?.filters).toBe(filters);
		expect([...(left?.open ?? [])]).toEqual([
			['1', { created: NOON + 1, notFound: 0, inherited: true }],
			['a', { created: NOON + 3, notFound: 0, inherited: false }],
		]);
		expect(left?.done.size).toBe(0);
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
		'takes over what is known where the former ones are refused for good: %s (%p)',
		async (error, isRefusal) => {
			const { service, run } = changed();
			answerOnce(service, isFormer, error);
			const tracked = await run();
			expect(tracked.left?.filters).toBe(isRefusal ? filters : '{}');
			expect(tracked.error).toBe(isRefusal ? undefined : error);
			expect(tracked.asked.filter(isFormer)).toHaveLength(1);
			expect(tracked.left?.open.has('1')).toBe(true);
			answerOnce(service, (asked) => asked === 'all -999..', error);
			const later = await run();
			expect(later.left?.filters).toBe(isRefusal ? filters : '{}');
			expect(later.error).toBe(isRefusal ? undefined : error);
		},
	);

	it('is tried again, without an error, where there is no time to begin', async () => {
		const { service, run } = changed();
		answerOnce(service, isFormer, new StoppedError('Time'));
		const { left, error } = await run();
		expect([left?.filters, error]).toEqual(['{}', undefined]);
	});

	it('says so where there is no time to look through the former ones', async () => {
		const { service, run } = changed();
		answerOnce(service, (asked) => asked === 'all -999..', new StoppedError('Time'));
		const { left, error } = await run();
		expect(left?.filters).toBe('{}');
		expect(String(error)).toContain('could not all be listed in the time of a poll');
	});
});
