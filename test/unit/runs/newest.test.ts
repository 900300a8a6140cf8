import { readAllRuns } from '../../../nodes/DocScore/runs/allRuns';
import { listOf } from '../../../nodes/DocScore/runs/listing';
import { readNewest } from '../../../nodes/DocScore/runs/newest';
import { TimeStyle } from '../../../nodes/DocScore/runs/serviceTime';
import { range, runAt, runsAt, setStatus } from './fakeRuns';
import { FakeService } from './fakeService';

const newestOf = async (service: FakeService, count: number) =>
	(await readNewest(listOf(service, {}, new TimeStyle()), count)).map(({ id }) => id);

describe('the newest runs', () => {
	it.each(['newest', 'oldest', 'id', 'status'] as const)(
		'are found in lists by %s',
		async (order) => {
			const service = new FakeService(runsAt(range(2_000, 60_000), 'completed'), { order });
			expect(await newestOf(service, 3)).toEqual(['119940000', '119880000', '119820000']);
			expect(service.asked.length).toBeLessThanOrEqual(12);
		},
	);

	it('are all if there are few, without those that have no time', async () => {
		const service = new FakeService([...runsAt([1, 2]), { ...runAt(3), isDated: false }]);
		expect(await newestOf(service, 5)).toEqual(['2', '1']);
	});

	it('are none in an empty list', async () => {
		expect(await newestOf(new FakeService([]), 1)).toEqual([]);
	});

	it('may be deleted meanwhile, if not all of them', async () => {
		const service = new FakeService(runsAt(range(300, 60_000)));
		service.onRequest = () => void (service.requests === 3 && service.runs.pop());
		expect(await newestOf(service, 2)).toEqual(['17940000', '17880000']);
	});

	it('are an error if their own times do not find them', async () => {
		const service = new FakeService(runsAt(range(300, 60_000)), { sharpMs: 86_400_000 });
		await expect(newestOf(service, 1)).rejects.toThrow('between startTime and endTime');
	});
});

it.each(['newest', 'oldest', 'id'] as const)(
	'the newest run may end while Return All reads runs in processing, in lists by %s',
	async (order) => {
		const runs = runsAt(range(150, 10_000), 'processing');
		const service = new FakeService(runs, { order });
		service.onRequest = (asked) => {
			const isBounded = /processing -?\d+\.\./.test(asked);
			if (isBounded) setStatus(runs.at(-1), 'completed');
		};
		const found = await readAllRuns(service, { filters: { status: 'processing' } });
		expect([149, 150]).toContain(found.length);
	},
);
