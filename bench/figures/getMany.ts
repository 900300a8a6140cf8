import type { ExecuteTask, Worker } from '../n8n/worker';
import { alternate, Side } from '../measure';
import {
	type Figure,
	type Goal,
	judge,
	type Line,
	measureEach,
	ratioAtLeast,
	type Unit,
} from '../figure';
import type { Service, Stage } from '../stage';
import { chain, docScore, splitOut } from '../workflows';
import { pageAfterPage } from './byHand';

interface Read {
	ms: number;
	requests: number;
}

const LATENCY_MS = 100;
const MINUTE_MS = 60_000;

export const getMany: Figure = {
	name: 'get-many',
	about:
		'Run: Get Many with Return All. Each response takes 100 ms, and one run was created each minute. The HTTP Request node reads pages of 100 with its pagination option, and a Split Out node makes an item of each run.',
	async measure(stage) {
		const service = await stage.service();
		await readAll(stage, service, 1_000);
		return await measureEach(
			[100, 1_000, 10_000],
			async (size) => await readAll(stage, service, size),
		);
	},
};

async function readAll(stage: Stage, service: Service, size: number): Promise<Line[]> {
	const { control, credential } = service;
	await control.reset();
	const createdAgoMs = (size + 1) * MINUTE_MS;
	await control.seedRuns([{ count: size, spacingMs: MINUTE_MS, createdAgoMs }]);
	await control.addFault({ kind: 'latency', ms: LATENCY_MS, endpoint: 'query' });
	const side = (worker: Worker, task: ExecuteTask) =>
		new Side<Read>(async () => {
			await control.clearRequests();
			const { ms, items } = await worker.execute(task);
			if (items !== size) throw new Error(`${items} of ${size} runs were read`);
			return { ms, requests: (await control.counts()).query.total };
		});
	const returnAll = docScore({ resource: 'run', operation: 'getAll', returnAll: true });
	const ours = side(stage.ours, chain(credential, [{ json: {} }], returnAll));
	const byHand = chain(credential, [{ json: {} }], pageAfterPage(credential), splitOut('docs'));
	const theirs = side(stage.peer, byHand);
	await alternate([ours, theirs]);
	const line = (unit: Unit, numberOf: (read: Read) => number, goal?: Goal) =>
		judge({
			size,
			work: 'runs read',
			unit,
			ours: ours.sample(numberOf),
			peer: { name: 'HTTP Request, page after page', sample: theirs.sample(numberOf) },
			goal,
		});
	return [
		line('ms', ({ ms }) => ms, size === 10_000 ? ratioAtLeast(3) : undefined),
		line('requests', ({ requests }) => requests),
	];
}
