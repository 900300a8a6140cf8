import { discoverOlder } from '../../../nodes/DocScore/trigger/begin';
import { EnoughListed } from '../../../nodes/DocScore/trigger/poll';
import { beginning } from './beginning';
import { NOON, type PlainRun, range, runsAt } from './plainService';

const MINUTE_MS = 60_000;

describe('older open runs', () => {
	const old = (count: number, status: string) =>
		runsAt(range(count, MINUTE_MS, -count * MINUTE_MS), status, status);

	function older(runs: PlainRun[]) {
		const parts = beginning(runs);
		const statuses = ['pending', 'processing'];
		parts.ledger.beginAt(NOON, NOON);
		parts.ledger.older = { statuses, from: null, to: NOON, finished: null };
		return parts;
	}

	const counted = ['pending ..1000', 'processing ..1000', 'completed ..0', 'failed ..0'];

	it('are known at once where each of their lists fits on a page', async () => {
		const { poll, service, ledger } = older([...old(100, 'pending'), ...old(3, 'processing')]);
		await discoverOlder(poll);
		expect(service.asked).toEqual(['pending ..1000', 'processing ..1000']);
		expect([ledger.older, ledger.open.size]).toEqual([null, 103]);
	});

	it('are read list by list else', async () => {
		const { poll, service, ledger, logs } = older([
			...old(150, 'processing'),
			...old(4, 'completed'),
			...old(3, 'failed'),
		]);
		await discoverOlder(poll);
		expect(service.asked.slice(0, 6)).toEqual([...counted, 'pending ..1000', 'processing ..1000']);
		expect(service.asked.slice(-2)).toEqual(['completed ..0', 'failed ..0']);
		expect([ledger.older, ledger.open.size, logs]).toEqual([null, 150, []]);
	});

	it('are read until nothing new turns up where they are many of one moment and one leaves', async () => {
		const runs = range(150, 1).map((id) => ({ id: `${id}`, created: -1, status: 'processing' }));
		const { poll, service, ledger, logs } = older(runs);
		service.onRequest = (asked) => {
			for (const run of service.runs.slice(0, 1)) if (asked.endsWith('2')) run.status = 'failed';
		};
		await discoverOlder(poll);
		const pages = service.asked.filter((asked) => asked === 'processing -1001..1000 page 2');
		expect(pages).toHaveLength(3);
		expect(ledger.open.size).toBe(150);
		expect(logs).toEqual([expect.stringContaining('1 older runs may have finished')]);
	});

	it('are not counted where the service does not count', async () => {
		const { poll, service, ledger, logs } = older([
			...old(150, 'processing'),
			...old(150, 'failed'),
		]);
		service.counts = () => null;
		const finished: unknown[] = [];
		service.onRequest = () => finished.push(ledger.older?.finished);
		await discoverOlder(poll);
		expect(finished.at(-1)).toBe(0);
		expect([ledger.older, ledger.open.size, logs]).toEqual([null, 150, []]);
	});

	it('are read on in the next polls; those that finish meanwhile are told of', async () => {
		const { poll, service, ledger, logs, now } = older(old(300, 'processing'));
		service.onRequest = (asked) => (now.enoughListed = asked.startsWith('processing'));
		const states: unknown[] = [];
		const asked: string[][] = [];
		for (let step = 0; step < 5; step++) {
			service.asked = [];
			const read = discoverOlder(poll);
			await (step < 4 ? expect(read).rejects.toThrow(EnoughListed) : read);
			states.push(ledger.older);
			asked.push(service.asked);
			for (const run of service.runs.slice(step, step + 1)) run.status = 'completed';
		}
		const next = { statuses: ['processing'], to: NOON, finished: 0 };
		expect(states).toEqual([
			{ ...next, from: NOON - 18_000_000 },
			{ ...next, from: NOON - 13_842_000 },
			{ ...next, from: NOON - 9_684_000 },
			{ ...next, from: NOON - 5_526_000 },
			null,
		]);
		expect(asked[0]?.slice(0, 6)).toEqual([...counted, 'pending ..1000', 'processing ..1000']);
		expect(asked.slice(1)).toEqual([
			['processing -18001000..1000', 'processing -18001000..-13841000'],
			['processing -13843000..1000', 'processing -13843000..-9683000'],
			['processing -9685000..1000', 'processing -9685000..-5525000'],
			['processing -5527000..1000', 'completed ..0', 'failed ..0'],
		]);
		expect(logs).toEqual([
			'4 older runs may have finished while the trigger began to track the open ones: they are not emitted. Get Many finds them',
		]);
	});
});
