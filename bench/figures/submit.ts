import { alternate, ROUNDS, type Side } from '../measure';
import { atMost, type Figure, judge, type Line, measureEach, ratioAtLeast } from '../figure';
import type { Service, Stage } from '../stage';
import { batching, chain } from '../workflows';
import { documents, submission, submissionNode, type Submitting, submitting } from './submission';

const LATENCY_MS = 100;

/** With more requests at once, connections break before they are sent. */
const MOST_AT_ONCE = 1_000;

export const submit: Figure = {
	name: 'submit',
	about:
		'Run: Submit with a file URL and a run name from each item. Each response takes 100 ms. The HTTP Request node sends the same JSON from one expression: with its batching option, 64 items every 100 ms; or all at once, its default. With at most 64 at once, no node can send 1,000 in less than 1.6 s. All at once has no such limit but opens a connection for each item. 10,000 at once are left out, because connections break and the execution fails.',
	async measure(stage) {
		const service = await stage.service();
		// The first execution compiles the code.
		await manyAtOnce(stage, service, 1_000, 1);
		const lines = await measureEach(
			[10, 100, 1_000, 10_000],
			async (size) => await manyAtOnce(stage, service, size),
		);
		return [...lines, ...(await byDefault(stage, service, 1_000))];
	},
};

async function manyAtOnce(
	stage: Stage,
	service: Service,
	size: number,
	rounds = ROUNDS,
): Promise<Line[]> {
	const byHand = (options = {}) => {
		const node = submissionNode(service, options);
		const task = chain(service.credential, documents(size), node);
		return submitting(service, LATENCY_MS, stage.peer, task);
	};
	const ours = submitting(service, LATENCY_MS, stage.ours, submission(service, size, 64));
	const batches = byHand(batching(64, LATENCY_MS));
	const all = size > MOST_AT_ONCE ? [] : [byHand()];
	await alternate([ours, batches, ...all], rounds);
	const what = { size, work: 'submissions, 64 at once' };
	const time = { ...what, unit: 'ms' as const, ours: msOf(ours) };
	const goal = size === 1_000 ? ratioAtLeast(1.15) : undefined;
	const allAtOnce = 'HTTP Request, all at once';
	const most = { ...what, unit: 'at once' as const, ours: mostAtOnce(ours), goal: atMost(64) };
	return [
		judge({ ...time, peer: { name: 'HTTP Request, batches of 64', sample: msOf(batches) }, goal }),
		...all.map((side) => judge({ ...time, peer: { name: allAtOnce, sample: msOf(side) } })),
		...all.map((side) => judge({ ...most, peer: { name: allAtOnce, sample: mostAtOnce(side) } })),
	];
}

async function byDefault(stage: Stage, service: Service, size: number): Promise<Line[]> {
	const ours = submitting(service, LATENCY_MS, stage.ours, submission(service, size, 20));
	await alternate([ours]);
	const what = { size, work: 'submissions, 20 at once (default)' };
	return [
		judge({ ...what, unit: 'ms', ours: msOf(ours) }),
		judge({ ...what, unit: 'at once', ours: mostAtOnce(ours), goal: atMost(20) }),
	];
}

const msOf = (side: Side<Submitting>) => side.sample(({ ms }) => ms);

const mostAtOnce = (side: Side<Submitting>) => side.sample((submitted) => submitted.mostAtOnce);
