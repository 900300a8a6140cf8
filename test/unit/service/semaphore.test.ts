import { sleep } from 'n8n-workflow';
import { CancelledError } from '../../../nodes/DocScore/service/errors';
import { Semaphore } from '../../../nodes/DocScore/service/semaphore';
import { Cancellation } from '../../../nodes/DocScore/service/cancellation';
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { nextTurn } from '../../node';

useDrivenTime();

describe('Semaphore', () => {
	it('runs at most as many tasks at once as its limit, and all in the end', async () => {
		const semaphore = new Semaphore(3, new Cancellation());
		let inside = 0;
		let most = 0;
		const work = async (n: number) => {
			most = Math.max(most, ++inside);
			await sleep(2);
			inside--;
			if (n % 5 === 0) throw new Error(`${n}`);
			return n;
		};
		const jobs = Array.from(
			{ length: 30 },
			async (_, n) => await semaphore.run(async () => await work(n)),
		);
		const results = await Promise.allSettled(jobs);
		expect(most).toBe(3);
		expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(24);
	});

	it('starts no tasks after a cancellation, not even waiting ones', async () => {
		const stop = new Cancellation();
		const semaphore = new Semaphore(1, stop);
		let started = 0;
		const job = async () =>
			await semaphore.run(async () => {
				started++;
				await sleep(5);
				stop.cancel('enough');
			});
		const results = await Promise.allSettled([job(), job(), job()]);
		expect(started).toBe(1);
		expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'rejected']);
		await expect(job()).rejects.toBeInstanceOf(CancelledError);
	});

	it('starts at most two tasks per turn of the event loop', async () => {
		const semaphore = new Semaphore(20, new Cancellation());
		let started = 0;
		const work = async () => await Promise.resolve(started++);
		const all = Promise.all(Array.from({ length: 20 }, async () => await semaphore.run(work)));
		let most = 0;
		for (let before = 0; started < 20; before = started) {
			await nextTurn();
			most = Math.max(most, started - before);
		}
		await all;
		expect(most).toBe(2);
	});
});
