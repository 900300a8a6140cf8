import type { INode } from 'n8n-workflow';
import type { ExecuteTask, Execution } from '../n8n/worker';
import { alternate, ROUNDS, Side } from '../measure';
import {
	type Figure,
	type Goal,
	growthAtMost,
	judge,
	type Line,
	measureEach,
	ratioAtLeast,
	type Unit,
} from '../figure';
import type { Service, Stage } from '../stage';
import { chain, docScore, splitOut } from '../workflows';
import { pageAfterPage } from './byHand';

const LATENCY_MS = 100;
const MINUTE_MS = 60_000;
const MB = 1024 * 1024;
const FEW = 100;
const MOST = 100_000;

export const returnAll: Figure = {
	name: 'return-all',
	about:
		"Run: Get Many with Return All. Each response takes 100 ms, and one run was created each minute. The HTTP Request node reads pages of 100 with its pagination option, and a Split Out node makes an item of each run. Each round runs in a new process that has already read 100 runs in both ways and cleared its memory, so that both start with the same heap. Also measures the peak growth of the process's memory (resident set, sampled every 5 ms). 100,000 runs have only one round, because they take minutes with the HTTP Request node.",
	async measure(stage) {
		return await measureEach(
			[10_000, MOST],
			async (size, before) => await readAll(stage, size, before),
		);
	},
};

async function readAll(stage: Stage, size: number, before: Line[]): Promise<Line[]> {
	const few = await serviceWith(stage, FEW);
	const all = await serviceWith(stage, size);
	const reading = (nodesFor: NodesFor) =>
		new Side<Execution>(async () => {
			const worker = stage.worker();
			for (const way of [own, byHand]) await worker.execute(taskOf(few, way));
			const execution = await worker.execute(taskOf(all, nodesFor));
			await worker.stop();
			if (execution.items !== size) throw new Error(`${execution.items} of ${size} runs were read`);
			return execution;
		});
	const ours = reading(own);
	const theirs = reading(byHand);
	await alternate([ours, theirs], size === MOST ? 1 : ROUNDS);
	const line = (unit: Unit, numberOf: (execution: Execution) => number, goal?: Goal) =>
		judge({
			size,
			work: 'runs read',
			unit,
			ours: ours.sample(numberOf),
			peer: { name: 'HTTP Request, page after page', sample: theirs.sample(numberOf) },
			goal: size === MOST ? goal : undefined,
		});
	return [
		line('ms', ({ ms }) => ms, ratioAtLeast(3)),
		line('MB', ({ extraBytes }) => extraBytes / MB, growthAtMost(12, before)),
	];
}

type NodesFor = (service: Service) => INode[];

const own: NodesFor = () => [docScore({ resource: 'run', operation: 'getAll', returnAll: true })];

const byHand: NodesFor = ({ credential }) => [pageAfterPage(credential), splitOut('docs')];

const taskOf = (service: Service, nodesFor: NodesFor): ExecuteTask =>
	chain(service.credential, [{ json: {} }], ...nodesFor(service));

async function serviceWith(stage: Stage, size: number): Promise<Service> {
	const service = await stage.service();
	const createdAgoMs = (size + 1) * MINUTE_MS;
	await service.control.seedRuns([{ count: size, spacingMs: MINUTE_MS, createdAgoMs }]);
	await service.control.addFault({ kind: 'latency', ms: LATENCY_MS, endpoint: 'query' });
	return service;
}
