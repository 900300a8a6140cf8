import type { ExecuteTask, Worker } from '../n8n/worker';
import { drive } from '../drive';
import { alternate, Side } from '../measure';
import { type Figure, type Goal, judge, type Line, measureEach, ratioOf } from '../figure';
import type { Service, Stage } from '../stage';
import { submissionWithLoop, submissionWithResult } from './submission';

/** Factors for the processing time, one for each round, so that no polling schedule fits by chance. */
const SPREAD = [0.91, 0.956, 1.003, 1.049, 1.094];

/**
 * To stay within 10 % or 1.5 s, the node polls every 1.5 s for 15 s, then after each further 10 %. From
 * this time on, that is less often than a loop of 5 s.
 */
const FEWER_POLLS_FROM_S = 180;

interface Waited {
	processingS: number;
	delayS: number;
	requests: number;
}

export const delay: Figure = {
	name: 'delay',
	about:
		'Run: Submit and Wait for a run that takes the given time, up to 9 % more or less, with another time in each round: the delay between the end of the run and the output, and the number of requests, including the submission. Time is simulated: in the process of the nodes and in the service, it stands still while a request or a node is working, and otherwise leaps to the next timer. So responses take no time, and nobody waits for 10 minutes. Without this node, it takes an HTTP Request node that submits, and a loop of a Wait node of 5 seconds, an HTTP Request node for the details and an If node. To stay within 10 % or 1.5 s, this node can need fewer requests than the loop only if a run takes 3 minutes or more.',
	async measure(stage) {
		const service = await stage.service({ clock: 'manual' });
		await stage.ours.holdTime();
		await stage.peer.holdTime();
		return await measureEach(
			[3, 10, 30, 120, 600],
			async (size) => await waited(stage, service, size),
		);
	},
};

async function waited(stage: Stage, service: Service, size: number): Promise<Line[]> {
	const side = (worker: Worker, task: ExecuteTask) => {
		const times = SPREAD.map((part) => Math.round(size * part * 1_000));
		return new Side(async () => await submitAndWait(worker, task, service, times.shift() ?? 0));
	};
	const ours = side(stage.ours, submissionWithResult(service));
	const theirs = side(stage.peer, submissionWithLoop(service));
	await alternate([ours, theirs], SPREAD.length);
	const late = ours.sample(({ delayS, processingS }) => delayS - Math.max(1.5, processingS / 10));
	const soon: Goal = () => ({ text: 'at most 10 % of it, or 1.5 s', met: late.max <= 0 });
	const fewer: Goal = (line) => ({ text: 'fewer than the loop', met: ratioOf(line) > 1 });
	const name = 'HTTP Request, loop of 5 s';
	const delayOf = (each: Side<Waited>) => each.sample(({ delayS }) => delayS);
	const requestsOf = (each: Side<Waited>) => each.sample(({ requests }) => requests);
	return [
		judge({
			size,
			work: 's of processing: from its end to the output',
			unit: 's',
			ours: delayOf(ours),
			peer: { name, sample: delayOf(theirs) },
			goal: soon,
		}),
		judge({
			size,
			work: 's of processing',
			unit: 'requests',
			ours: requestsOf(ours),
			peer: { name, sample: requestsOf(theirs) },
			goal: size >= FEWER_POLLS_FROM_S ? fewer : undefined,
		}),
	];
}

async function submitAndWait(
	worker: Worker,
	task: ExecuteTask,
	{ control }: Service,
	processingMs: number,
): Promise<Waited> {
	await control.reset();
	const fixedResult = { outputSchema: {} };
	await control.setRunPlan({ pendingMs: 0, processingMs, fixedResult });
	const { items } = await drive(worker, control, worker.execute(task));
	const over = await control.now();
	const requests = await control.requests();
	const submitted = requests.find(({ endpoint }) => endpoint === 'submit');
	if (items !== 1 || !submitted) throw new Error('There is no run in the output');
	return {
		processingS: processingMs / 1_000,
		delayS: (over - submitted.clockAt - processingMs) / 1_000,
		requests: requests.length,
	};
}
