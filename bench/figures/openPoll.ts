import { alternate } from '../measure';
import { atMost, type Figure, growthAtMost, judge, type Line, measureEach } from '../figure';
import type { Service, Stage } from '../stage';
import { chain } from '../workflows';
import { detailsOfEach } from './byHand';
import { counting, HOUR_MS, polling, requestsOf } from './poll';

const DAY_MS = 24 * HOUR_MS;

export const openPoll: Figure = {
	name: 'open-poll',
	about:
		"A poll of the trigger when no open run has finished: requests, CPU time including that of the system, and the size of the trigger's state. The HTTP Request node requests the details of each open run.",
	async measure(stage) {
		const service = await stage.service();
		// The first execution compiles the code.
		await pollOpen(stage, service, 100, []);
		return await measureEach(
			[10, 100, 1_000, 10_000],
			async (size, before) => await pollOpen(stage, service, size, before),
		);
	},
};

async function pollOpen(
	stage: Stage,
	service: Service,
	size: number,
	before: Line[],
): Promise<Line[]> {
	const { control, credential } = service;
	await control.reset();
	const spread = { createdAgoMs: DAY_MS, spacingMs: DAY_MS / size };
	const open = await control.seedRuns([
		{ ...spread, count: size * 0.6, status: 'processing' },
		{ ...spread, count: size * 0.4, status: 'pending' },
	]);
	await control.seedRuns([{ ...spread, count: 500 }]);
	const items = open.map((id) => ({ json: { id } }));
	const task = chain(credential, items, detailsOfEach(credential));
	const details = counting(service, async () => await stage.peer.execute(task));
	await alternate([details], 1);
	const polls = await polling(stage, service);
	await alternate([polls]);
	const work = 'runs open: each poll';
	const byHand = 'HTTP Request, details of each';
	return [
		judge({
			size,
			work,
			unit: 'requests',
			ours: requestsOf(polls),
			peer: { name: byHand, sample: requestsOf(details) },
			goal: size === 10_000 ? atMost(5) : undefined,
		}),
		judge({
			size,
			work: 'runs open: CPU time of each poll',
			unit: 'ms',
			ours: polls.sample(({ cpuMs }) => cpuMs),
			peer: { name: byHand, sample: details.sample(({ cpuMs }) => cpuMs) },
			goal: size === 10_000 ? growthAtMost(10, before) : undefined,
		}),
		judge({
			size,
			work: 'runs open: state',
			unit: 'KB',
			ours: polls.sample(({ stateBytes }) => stateBytes / 1000),
			goal: size === 10_000 ? atMost(500) : undefined,
		}),
	];
}
