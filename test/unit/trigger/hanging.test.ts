import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../../../nodes/DocScore/service/errors';
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
	const logs: string[] = [];
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
			log: (line) => void logs.push(line),
		});
		output.push(...found.map(({ id }) => id));
	};
	await poll(0);
	return { poll, output, logs, hung, hang: (isOn: boolean) => (hangs = isOn) };
}

test('a query that never resolves keeps later polls from beginning for two minutes at most', async () => {
	const { poll, output, logs, hung, hang } = await setUp();
	hang(true);
	const first = poll(1);
	await poll(2);
	hang(false);
	await poll(3);
	await poll(4);
	expect(output).toEqual(['run 0', 'run 1', 'run 2', 'run 3']);
	expect(logs).toEqual([expect.stringContaining('did not end')]);
	// What the abandoned poll finds later is not output again, and nothing is lost.
	for (const answer of hung) answer();
	await first;
	await poll(9);
	expect(output).toEqual(range(8, 1).map((minute) => `run ${minute}`));
});

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

test('details that always fail for a finished run do not stall the others', async () => {
	const { poll, output, logs } = await setUp();
	const details = FakeService.prototype.details;
	const fails = jest.spyOn(FakeService.prototype, 'details');
	fails.mockImplementation(async function (this: FakeService, id) {
		if (id !== 'run 1') return await details.call(this, id);
		throw new ServiceError('Torn', { status: 400, outcome: 'rejected', transient: false });
	});
	for (let minute = 1; minute < 10; minute++) await poll(minute).catch(() => {});
	expect(output).toEqual(
		range(8, 1)
			.map((minute) => `run ${minute}`)
			.filter((id) => id !== 'run 1'),
	);
	expect(logs.filter((line) => line.includes('cannot be read'))).toHaveLength(1);
	fails.mockRestore();
	await poll(90);
	expect(output).toHaveLength(8);
});
