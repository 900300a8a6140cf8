import { type Poll, POLL_BUDGET_MS } from '../n8n/worker';
import { sampleOf } from '../measure';
import { atMost, type Figure, type Goal, judge, type Line, measureEach } from '../figure';
import type { Service, Stage } from '../stage';
import { HOUR_MS } from './poll';

const MOST_POLLS = 20;

export const downtime: Figure = {
	name: 'downtime',
	about:
		'Polls of the trigger after this many open runs have finished while n8n was down: the duration of a poll, the number of polls until all runs are emitted, and their requests. The time limit of a poll is 36 s, the shortest that n8n sets.',
	async measure(stage) {
		const service = await stage.service({ clock: 'manual' });
		const lines = await measureEach(
			[50, 500, 5_000],
			async (size) => await catchUp(stage, service, size, 0),
		);
		return [...lines, ...(await catchUp(stage, service, 5_000, 100))];
	},
};

async function catchUp(
	stage: Stage,
	{ control, credential }: Service,
	size: number,
	latencyMs: number,
): Promise<Line[]> {
	await control.reset();
	await control.seedRuns([
		{
			count: size,
			createdAgoMs: 24 * HOUR_MS,
			spacingMs: HOUR_MS / size,
			durations: { pendingMs: HOUR_MS, processingMs: 48 * HOUR_MS },
		},
	]);
	await stage.ours.activate({ parameters: {}, credential });
	await control.advance(48 * HOUR_MS);
	for (const endpoint of ['query', 'details'] as const) {
		await control.addFault({ kind: 'latency', ms: latencyMs, endpoint });
	}
	await control.clearRequests();
	const polls = await pollUntilEmitted(stage, size);
	const { query, details } = await control.counts();
	const what = { size, work: `runs finished, answers after ${latencyMs} ms` };
	const once: Goal = () => ({ text: 'once for each run', met: details.total === size });
	return [
		judge({
			...what,
			work: `${what.work}: each poll`,
			unit: 'ms',
			ours: sampleOf(polls.map(({ ms }) => ms)),
			goal: atMost(POLL_BUDGET_MS),
		}),
		judge({ ...what, unit: 'polls', ours: sampleOf([polls.length]) }),
		judge({
			...what,
			work: `${what.work}: lists`,
			unit: 'requests',
			ours: sampleOf([query.total]),
		}),
		judge({
			...what,
			work: `${what.work}: details`,
			unit: 'requests',
			ours: sampleOf([details.total]),
			goal: once,
		}),
	];
}

async function pollUntilEmitted(stage: Stage, size: number): Promise<Poll[]> {
	const polls: Poll[] = [];
	const emitted: string[] = [];
	while (emitted.length < size && polls.length < MOST_POLLS) {
		const poll = await stage.ours.poll();
		polls.push(poll);
		emitted.push(...poll.emitted);
	}
	const different = new Set(emitted).size;
	if (emitted.length === size && different === size) return polls;
	throw new Error(`${different} of ${size} runs were emitted, in ${emitted.length} items`);
}
