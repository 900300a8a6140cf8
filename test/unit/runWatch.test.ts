import { sleep } from 'n8n-workflow';
import { ServiceError, StoppedError } from '../../nodes/DocScore/service/errors';
import { useDrivenTime } from '../harness/jest/drivenTime';
import { asking, newWatch, runIn, waited } from './watching';

const time = useDrivenTime();

describe('A run that is waited for anew', () => {
	it('when it has just finished, is looked for as often as at first', async () => {
		const again = runIn('processing');
		const { asker, looks } = asking(
			async () => await Promise.resolve(time.passed < 60_000 ? again : runIn('completed')),
		);
		const watch = newWatch();
		await watch.finished(asker, 'r1', { maxWaitMs: 0, submittedNow: false });
		const start = time.passed;
		const other = asking(async () => await Promise.resolve(again));
		waited(watch, other.asker);
		await time.pass(3_000);
		expect(looks.at(-1)).toBe(start);
		expect(other.looks).toEqual([50, 1_050, 2_050]);
		other.stop.now('Enough');
	});

	it('is not forgotten when a look that somebody gave up on shows it as finished', async () => {
		const late = asking(async () => (await sleep(5_000), runIn('completed')));
		const watch = newWatch();
		const first = waited(watch, late.asker, { maxWaitMs: 3_000 });
		await time.pass(3_500);
		const { asker } = asking(
			async () => await Promise.resolve(runIn(time.passed < 8_000 ? 'pending' : 'completed')),
		);
		const second = waited(watch, asker);
		await time.pass(6_000);
		expect(first.ended).toMatchObject({ ok: false, error: { name: 'WaitTimeout' } });
		expect(second.ended).toEqual({ ok: true, value: runIn('completed') });
	});
});

describe('What is asked through an execution that ends meanwhile', () => {
	/** Two executions wait for a run; the first ends while its look is under way, which fails so. */
	async function endWith(error: Error) {
		const first = asking(async () => {
			await sleep(1_000);
			first.stop.now('Enough');
			throw error;
		});
		const other = asking(async () => await Promise.resolve(runIn('completed')));
		const watch = newWatch();
		const waits = [waited(watch, first.asker), waited(watch, other.asker)];
		await time.pass(5_000);
		expect(waits.map(({ ended }) => ended)).toEqual([
			{ ok: false, error: new StoppedError('Enough') },
			{ ok: true, value: runIn('completed') },
		]);
		return [first.looks, other.looks];
	}

	it('is asked through the other one at once', async () => {
		expect(await endWith(new StoppedError('Enough'))).toEqual([[50], [1_050]]);
	});

	it('is asked at the next look where it was the service that failed', async () => {
		const failed = new ServiceError('Unknown', {
			status: 404,
			outcome: 'rejected',
			transient: false,
		});
		expect(await endWith(failed)).toEqual([[50], [2_050]]);
	});
});

it('A wait whose execution ends during a look says why it ended', async () => {
	const alone = asking(async () => {
		await sleep(500);
		alone.stop.now('Enough');
		throw new StoppedError('Enough');
	});
	const wait = waited(newWatch(), alone.asker);
	await time.pass(5_000);
	expect(wait.ended).toEqual({ ok: false, error: new StoppedError('Enough') });
	expect([alone.looks, jest.getTimerCount()]).toEqual([[50], 0]);
});
