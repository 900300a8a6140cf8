import { sleep } from 'n8n-workflow';
import { ServiceError, CancelledError } from '../../../../../nodes/DocScore/service/errors';
import type { WaitOptions } from '../../../../../nodes/DocScore/resources/run/waiting/watchedRun';
import { useDrivenTime } from '../../../../harness/jest/drivenTime';
import { asking, newWatch, runIn, waited } from './watching';

const time = useDrivenTime();

describe('A second wait for the same run', () => {
	it('continues if an abandoned request returns the run as finished', async () => {
		const late = asking(async () => (await sleep(5_000), runIn('completed')));
		const watch = newWatch();
		const first = waited(watch, late.reader, { maxWaitMs: 3_000 });
		await time.pass(3_500);
		const { reader } = asking(
			async () => await Promise.resolve(runIn(time.passed < 8_000 ? 'pending' : 'completed')),
		);
		const second = waited(watch, reader);
		await time.pass(6_000);
		expect(first.ended).toMatchObject({ ok: false, error: { name: 'WaitTimeout' } });
		expect(second.ended).toEqual({ ok: true, value: runIn('completed') });
	});
});

describe('If an execution ends during its request, another one that waits for the run', () => {
	/** Two executions wait for a run. The first ends during its poll, which then fails with this error. */
	async function endWith(error: Error) {
		const first = asking(async () => {
			await sleep(1_000);
			first.cancellation.cancel('Enough');
			throw error;
		});
		const other = asking(async () => await Promise.resolve(runIn('completed')));
		const watch = newWatch();
		const waits = [waited(watch, first.reader), waited(watch, other.reader)];
		await time.pass(5_000);
		expect(waits.map(({ ended }) => ended)).toEqual([
			{ ok: false, error: new CancelledError('Enough') },
			{ ok: true, value: runIn('completed') },
		]);
		return [first.reads, other.reads];
	}

	it('asks again at once', async () => {
		expect(await endWith(new CancelledError('Enough'))).toEqual([[50], [1_050]]);
	});

	it('asks again at once even if the service returned an error', async () => {
		const failed = new ServiceError('Unknown', {
			status: 404,
			outcome: 'rejected',
			transient: false,
		});
		expect(await endWith(failed)).toEqual([[50], [1_050]]);
	});
});

it('The answer to an execution whose credential was changed counts if the request of the other execution fails', async () => {
	const changed = asking(async () => await Promise.resolve(runIn('completed')));
	const transient = new ServiceError('Busy', { status: 500, outcome: 'rejected', transient: true });
	const failing = asking(async () => await Promise.reject(transient));
	const watch = newWatch();
	const reader = { ...changed.reader, isOfAccount: () => false };
	const waits = [waited(watch, reader), waited(watch, failing.reader)];
	await time.pass(5_000);
	const value = runIn('completed');
	expect(waits.map(({ ended }) => ended)).toEqual([
		{ ok: true, value },
		{ ok: true, value },
	]);
	expect([changed.reads, failing.reads]).toEqual([[50], [50]]);
});

it('A new wait is polled at once and often, which causes no polls of an older one', async () => {
	const asked: string[] = [];
	const { reader, cancellation } = asking(async (id) => {
		asked.push(`${id} at ${time.passed}`);
		return await Promise.resolve(runIn('pending', id));
	});
	const watch = newWatch();
	waited(watch, reader);
	await time.pass(410_000);
	asked.splice(0);
	waited(watch, reader, {}, 'r2');
	await time.pass(3_000);
	expect(asked).toEqual(['r2 at 410050', 'r2 at 411050', 'r2 at 412050']);
	cancellation.cancel('Enough');
});

it('A run whose response takes long is not requested again meanwhile', async () => {
	const { reader, reads, cancellation } = asking(
		async () => (await sleep(4_700), runIn('pending')),
	);
	waited(newWatch(), reader);
	await time.pass(9_000);
	expect(reads).toEqual([50, 5_050]);
	cancellation.cancel('Enough');
});

describe('A run is read', () => {
	/** The times when the run was read, in seconds. */
	async function asked(seconds: number, options: Partial<WaitOptions> = {}) {
		const { reader, reads, cancellation } = asking(
			async () => await Promise.resolve(runIn('pending')),
		);
		const wait = waited(newWatch(), reader, options);
		await time.pass(seconds * 1_000);
		cancellation.cancel('Enough');
		await time.pass(1);
		return { reads: reads.map((at) => Math.round(at / 1_000)), wait };
	}

	it('at once, or after a second if it has just been submitted', async () => {
		expect((await asked(3)).reads).toEqual([0, 1, 2]);
		expect((await asked(3.5, { submittedNow: true })).reads).toEqual([1, 2, 3]);
	});

	it('after another 10 % of the elapsed wait, at least every 30 seconds', async () => {
		const { reads, wait } = await asked(900);
		const pauses = reads.slice(1).map((at, index) => at - (reads[index] ?? 0));
		expect(pauses.slice(0, 5)).toEqual([1, 1, 1, 1, 1]);
		expect(reads.filter((at) => at > 100 && at <= 200)).toHaveLength(7);
		expect(pauses.at(-1)).toBe(30);
		// A stopped execution does not wait for the next one.
		expect(wait.ended).toEqual({ ok: false, error: new CancelledError('Enough') });
	});

	it('less and less often while the service does not know it, and for 30 seconds', async () => {
		const unknown = new ServiceError('No', { status: 404, outcome: 'rejected', transient: false });
		const { reader, reads } = asking(async () => await Promise.reject(unknown));
		const wait = waited(newWatch(), reader);
		await time.pass(40_000);
		expect(reads).toEqual([50, 1_050, 2_050, 4_050, 8_050, 16_050, 30_050]);
		expect(wait.ended).toEqual({ ok: false, error: unknown });
	});

	it('less often if the account may send few requests', async () => {
		const { reader, reads, cancellation } = asking(
			async () => await Promise.resolve(runIn('pending')),
		);
		waited(newWatch(0.5), reader);
		await time.pass(5_000);
		expect(reads).toEqual([50, 2_050, 4_050]);
		cancellation.cancel('Enough');
	});

	it('for the last time a second before the end of the wait', async () => {
		const { reads, wait } = await asked(605, { maxWaitMs: 600_000 });
		expect(reads.at(-1)).toBe(599);
		expect(wait.ended).toMatchObject({ ok: false, error: { seen: { status: 'pending' } } });
	});

	it('for the last time a tenth of a short wait before its end', async () => {
		const { reader, reads } = asking(async () => await Promise.resolve(runIn('pending')));
		waited(newWatch(), reader, { maxWaitMs: 3_000 });
		await time.pass(4_000);
		expect(reads).toEqual([50, 1_050, 2_050, 2_700]);
	});

	it('for the last time 30 seconds after a temporary failure if it is unknown since', async () => {
		const failure = (status: number, transient: boolean) =>
			new ServiceError('No', { status, outcome: 'rejected', transient });
		const failures: number[] = [];
		const { reader } = asking(async () => {
			if (time.passed < 200_000) return await Promise.resolve(runIn('pending'));
			failures.push(time.passed);
			throw failures.length === 1 ? failure(500, true) : failure(404, false);
		});
		const wait = waited(newWatch(), reader);
		await time.pass(300_000);
		const [first = 0] = failures;
		expect(failures.at(-1)).toBe(first + 30_000);
		expect(wait.ended).toEqual({ ok: false, error: failure(404, false) });
	});
});
