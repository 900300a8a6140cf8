import { ServiceError, CancelledError } from '../../../nodes/DocScore/service/errors';
import { ListTimeUp } from '../../../nodes/DocScore/trigger/poll';
import { NOON, range, runsAt } from '../runs/fakeRuns';
import { failure } from '../runs/fakeService';
import { tracking } from './tracking';

const MINUTE_MS = 60_000;

describe('a stored ledger', () => {
	const DENIED = { isOwnBody: true };

	it('is replaced, with a line in the log, if it is unreadable', async () => {
		const { run, logs } = tracking(runsAt([1], 'completed'), [1]);
		const { ids, left } = await run('no ledger');
		expect([ids, left?.open.size]).toEqual([[], 0]);
		expect(logs).toEqual([
			'What was known of the runs cannot be read: starting anew from the present',
		]);
	});

	it('belongs to the same account if the details of one of the last three runs can be read', async () => {
		const { service, run, logs } = tracking(runsAt([1, 2, 3, 4, 5]), [1, 2, 3, 4, 5], {
			accountHash: 'b',
		});
		service.onRequest = (asked) => {
			if (asked.startsWith('details') && asked !== 'details of 5') throw failure(404, DENIED);
		};
		const { requests, left } = await run();
		expect(requests).toBe(4);
		expect([left?.accountHash, left?.open.size, logs]).toEqual(['b', 5, []]);
	});

	it.each([
		[400, false],
		[404, false],
		[499, false],
		[401, true],
		[500, true],
		[399, true],
	])(
		'belongs to another account if details return %i, unless this proves nothing: %p',
		async (status, isError) => {
			const { service, run, logs } = tracking(runsAt([1]), [1], { accountHash: 'b' });
			const error = failure(status);
			service.onRequest = (asked) => {
				if (asked.startsWith('details')) throw error;
			};
			if (isError) {
				await expect(run()).rejects.toBe(error);
			} else {
				expect((await run()).left?.accountHash).toBe('b');
				expect(logs).toEqual([
					'The credential belongs to another account: starting anew from its present runs',
				]);
			}
		},
	);

	it.each([
		['a temporary 404', failure(404, { transient: true })],
		['a missing response', new ServiceError('No answer', { outcome: 'unknown', transient: false })],
		['the end of the time', new CancelledError('Time')],
	])('is kept after %s', async (_, error) => {
		const { service, run } = tracking(runsAt([1]), [1], { accountHash: 'b' });
		service.onRequest = () => {
			throw error;
		};
		await expect(run()).rejects.toBe(error);
	});
});

describe('the first poll', () => {
	const many = runsAt(range(150, MINUTE_MS));

	it('tracks the open runs, also older ones, and emits nothing', async () => {
		const { run } = tracking([...runsAt(range(5, 1), 'failed', 'past '), ...many], []);
		const { ids, left } = await run(null);
		expect([ids, left?.open.size, left?.baseline]).toEqual([[], 150, null]);
		expect(left?.cursor).toBe(NOON + (145 - 10 - 75) * MINUTE_MS);
	});

	it.each([
		['the poll is stopped', 1, new CancelledError('Time'), false],
		['the time for lists is over', 1, new ListTimeUp(), false],
		['a request fails after the end of the time', 0, failure(400), false],
		['a request fails earlier', 1, failure(400), true],
	])(
		'leaves the baseline to the next poll only if time is short: %s',
		async (_, leftMs, error, isThrown) => {
			const { service, now, run } = tracking(many, []);
			now.leftMs = leftMs;
			service.failOnce((asked) => asked.startsWith('pending'), error);
			if (isThrown) return await expect(run(null)).rejects.toBe(error);
			expect((await run(null)).left?.baseline).toMatchObject({
				statuses: ['pending', 'processing'],
			});
		},
	);

	it.each([
		['continues', 59],
		['begins again', 60],
	])('%s after an interruption of %i minutes', async (what, minutes) => {
		const { service, now, run } = tracking(many, []);
		let requests = 0;
		service.onRequest = () => {
			if (++requests === 2) throw new CancelledError('Time');
		};
		await expect(run(null)).rejects.toThrow('Time');
		const [first] = service.asked;
		now.local += minutes * MINUTE_MS;
		const { asked, left } = await run(null);
		expect([asked.includes(`${first}`), left?.open.size]).toEqual([what === 'begins again', 150]);
	});

	it('fails if the bootstrap fails', async () => {
		const { service, run } = tracking(many, []);
		service.failOnce(() => true, new CancelledError('Time'));
		await expect(run(null)).rejects.toThrow('Time');
	});
});
