import { newestRun } from '../../../nodes/DocScore/trigger/pollRuns';
import { ALWAYS } from '../../../nodes/DocScore/runs/listing';
import { NOON, range, runAt, runsAt } from '../runs/fakeRuns';
import { FakeService } from '../runs/fakeService';
import { ledgerOf, pollOf } from './tracking';

describe('a poll', () => {
	it('starts without results', () => {
		const { poll, now } = pollOf(new FakeService([]), ledgerOf([]));
		expect(poll).toMatchObject({
			completeFrom: Number.POSITIVE_INFINITY,
			isBootstrap: false,
			isIncomplete: false,
			startedAt: now.local,
		});
	});

	it('reads the time from the creation times of lists of all runs', async () => {
		const undated = { ...runAt(1, 'processing', 'undated'), isDated: false };
		const lists = [
			{ runs: runsAt(range(5, 1, 10)), status: undefined, told: NOON + 10 },
			{ runs: runsAt(range(5, 1, 10)), status: 'processing', told: -Infinity },
			{ runs: [...runsAt(range(4, 1, 10)), undated], status: undefined, told: -Infinity },
			{ runs: [...runsAt(range(4, 1, 10)), undated], status: 'processing', told: -Infinity },
		];
		for (const { runs, status, told } of lists) {
			const { poll, tools } = pollOf(new FakeService(runs), ledgerOf([]));
			await poll.list(status)(ALWAYS);
			expect(tools.clock.atLeast(poll.startedAt)).toBe(told);
		}
	});

	it('marks finished runs of its lists as candidates, or as done if they are not wanted', async () => {
		const runs = [...runsAt([1], 'completed'), ...runsAt([2], 'failed'), ...runsAt([3, 4])];
		const { poll, tools } = pollOf(new FakeService(runs), ledgerOf([1, 4]), {
			events: ['completed'],
		});
		tools.readBackoff.defer('1', true);
		tools.readBackoff.defer('4', true);
		await poll.list()(ALWAYS);
		expect([...poll.candidates]).toEqual(['1']);
		expect([...poll.ledger.done.keys()]).toEqual(['2']);
		expect([...poll.ledger.open.keys()]).toEqual(['1', '4', '3']);
		expect([...poll.listed]).toEqual(['1', '2', '3', '4']);
		// What has finished at last is read at once.
		expect([tools.readBackoff.attempts('1'), tools.readBackoff.attempts('4')]).toEqual([0, 1]);
	});

	it('takes runs of one moment as listed newest first', async () => {
		const runs = ['a', 'b'].map((id) => runAt(5, 'pending', id));
		const { poll } = pollOf(new FakeService(runs), ledgerOf([]));
		await poll.list()(ALWAYS);
		expect([...poll.ledger.open.keys()]).toEqual(['b', 'a']);
	});

	it('wants only events that were and are selected', () => {
		const { poll } = pollOf(new FakeService([]), ledgerOf([]), { events: ['completed'] });
		expect(['completed', 'failed', null].map((status) => poll.isWanted(status))).toEqual([
			true,
			false,
			false,
		]);
		poll.ledger.events = ['failed'];
		expect(poll.isWanted('completed')).toBe(false);
	});
});

describe('the newest run', () => {
	const newestOf = async (service: FakeService, statuses = ['completed', 'failed']) =>
		(await newestRun(service, {}, statuses))?.id;

	it('is the last created run of all wanted statuses', async () => {
		const runs = [...runsAt([5, 2], 'completed'), ...runsAt([3, 7, 1], 'failed'), ...runsAt([9])];
		expect(await newestOf(new FakeService(runs))).toBe('7');
		expect(await newestOf(new FakeService(runs), ['completed'])).toBe('5');
		expect(await newestOf(new FakeService(runsAt([9])))).toBeUndefined();
	});

	it('is the first in the list if several have the same time', async () => {
		const runs = ['a', 'b'].map((id) => runAt(5, 'failed', id));
		expect(await newestOf(new FakeService(runs))).toBe('a');
	});
});
