import type { Burst, ExecuteTask, Worker } from '../n8n/worker';
import { alternate, Side } from '../measure';
import { atMost, type Figure, type Goal, judge, type Unit } from '../figure';
import type { Service } from '../stage';
import { submissionWithLoop, submissionWithResult } from './submission';

const EXECUTIONS = 300;
const REQUESTS_PER_SECOND = 20;
const PROCESSING_MS = 10_000;

/** Each takes a minute or more. */
const BURST_ROUNDS = 3;

interface LimitedBurst extends Burst {
	/** In percent of all requests. */
	rateLimited: number;
}

export const burst: Figure = {
	name: 'burst',
	about: `Run: Submit and Wait in ${EXECUTIONS} executions that start at once in one process. Each has one document that takes 10 s. The service accepts ${REQUESTS_PER_SECOND} requests a second and rejects more with 429 and Retry-After. One submission and one poll for each take at least 30 s. ${BURST_ROUNDS} rounds. Without this node, it takes an HTTP Request node that submits, and a loop of a Wait node of 5 seconds and an HTTP Request node for the details, both with the maximum of Retry On Fail: 5 tries, 5 seconds apart. Executions that fail leave more of the rate limit to the others.`,
	async measure(stage) {
		const service = await stage.service();
		const retry = { retryOnFail: true, maxTries: 5, waitBetweenTries: 5_000 };
		const ours = executing(service, stage.ours, submissionWithResult(service));
		const theirs = executing(service, stage.peer, submissionWithLoop(service, retry));
		await alternate([ours, theirs], BURST_ROUNDS);
		const line = (
			work: string,
			unit: Unit,
			numberOf: (burst: LimitedBurst) => number,
			goal?: Goal,
		) =>
			judge({
				size: EXECUTIONS,
				work: `executions at once${work}`,
				unit,
				ours: ours.sample(numberOf),
				peer: { name: 'HTTP Request, loop of 5 s', sample: theirs.sample(numberOf) },
				goal,
			});
		return [
			line(': failed', 'executions', ({ errors }) => errors.length, atMost(0)),
			line('', 's', ({ ms }) => ms / 1_000),
			line(': rate-limited requests', '%', ({ rateLimited }) => rateLimited),
		];
	},
};

function executing({ control }: Service, worker: Worker, task: ExecuteTask): Side<LimitedBurst> {
	return new Side(async () => {
		await control.reset();
		const fixedResult = { outputSchema: {} };
		await control.setRunPlan({ pendingMs: 0, processingMs: 0, fixedResult });
		// The first execution compiles the code.
		await worker.execute(task);
		await control.clearRequests();
		await control.setRunPlan({ processingMs: PROCESSING_MS });
		await control.setDialect({ requestsPerSecond: REQUESTS_PER_SECOND });
		const executed = await worker.executeAtOnce(task, EXECUTIONS);
		const requests = await control.requests();
		const rateLimited = requests.filter(({ status }) => status === 429);
		return { ...executed, rateLimited: (100 * rateLimited.length) / requests.length };
	});
}
