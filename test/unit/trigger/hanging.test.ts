import type { IDataObject } from 'n8n-workflow';
import { type FakeRun, NOON, range, runAt } from '../runs/fakeRuns';
import { FakeService } from '../runs/fakeService';
import { TriggerProcess } from './driver';

const MINUTE_MS = 60_000;

const settings = {
	criteria: {},
	events: ['completed'],
	overlapMs: 10 * MINUTE_MS,
	accountHash: 'a',
};

const endingAt = (minute: number, id: string): FakeRun => ({
	...runAt(-MINUTE_MS, 'processing', id),
	statuses: [
		{ since: -Infinity, status: 'processing' },
		{ since: NOON + minute * MINUTE_MS, status: 'completed' },
	],
});

/** A trigger that has begun at noon, and some requests of which never get a response until later. */
async function setUp() {
	const past = range(5, 1_000, -600_000).map((created) => runAt(created, 'completed'));
	const runs = range(8, 1).map((minute) => endingAt(minute + 0.5, `run ${minute}`));
	const service = new FakeService([...past, ...runs]);
	const process = new TriggerProcess(() => service.time);
	const data: IDataObject = {};
	const output: string[] = [];
	const hung: Array<() => void> = [];
	let hangs = false;
	const answer = async <T>(work: () => Promise<T>): Promise<T> => {
		if (hangs) await new Promise<void>((resolve) => hung.push(resolve));
		return await work();
	};
	const reader = {
		query: async (asked: Parameters<FakeService['query']>[0]) =>
			await answer(async () => await service.query(asked)),
		details: async (id: string) => await answer(async () => await service.details(id)),
	};
	const poll = async (minute: number) => {
		service.time = NOON + minute * MINUTE_MS;
		const { runs: found } = await process.poll({
			node: 'Node',
			data,
			settings,
			reader,
			isListTimeUp: () => false,
			leftMs: () => Infinity,
			log: () => {},
		});
		output.push(...found.map(({ id }) => id));
	};
	await poll(0);
	return { poll, output, hung, hang: (isOn: boolean) => (hangs = isOn) };
}

test('polls that hang again and again lose and repeat no run', async () => {
	const { poll, output, hung, hang } = await setUp();
	const abandoned: Array<Promise<void>> = [];
	for (let minute = 1; minute < 20; minute += 2) {
		hang(true);
		abandoned.push(poll(minute));
		hang(false);
		await poll(minute + 1);
		if (minute % 3 === 0) for (const answer of hung.splice(0)) answer();
	}
	for (const answer of hung) answer();
	await Promise.all(abandoned);
	await poll(25);
	expect(output.sort()).toEqual(range(8, 1).map((minute) => `run ${minute}`));
});
