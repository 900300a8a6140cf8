import type { INodeTypes, IRun } from 'n8n-workflow';
import { watchBlocks } from './watchBlocks';
import { startWorkflow } from '../../test/harness/n8n/workflow';
import { clearInterval, process, runInThisContext, setInterval } from '../../test/node';
import type { Burst, ExecuteTask, Execution } from './worker';

const SAMPLE_EVERY_MS = 5;

/** Runs a workflow and measures it. @throws Error if the workflow fails */
export async function execute(
	{ workflow, output, watchesBlocks, credential }: ExecuteTask,
	nodeTypes: INodeTypes,
): Promise<Execution> {
	// The process runs with --expose-gc, so that each measurement starts with clean memory.
	runInThisContext('gc()');
	const memory = watchMemory();
	const blocks = watchesBlocks && watchBlocks(workflow, output, nodeTypes);
	const cpuBefore = process.cpuUsage();
	const startedAt = performance.now();
	const run = await startWorkflow(workflow, blocks?.nodeTypes ?? nodeTypes, credential);
	const ms = performance.now() - startedAt;
	const { user, system } = process.cpuUsage(cpuBefore);
	const extraBytes = memory.stop();
	const error = errorOf(run);
	if (error !== undefined) throw new Error(`${workflow.name}: ${error}`);
	const items = run.data.resultData.runData[output]?.at(-1)?.data?.main?.[0]?.length ?? 0;
	return {
		ms,
		cpuMs: (user + system) / 1000,
		extraBytes,
		longestBlockMs: blocks?.longestMs,
		items,
	};
}

/** Runs a workflow this many times at once, each time in a separate execution. */
export async function executeAtOnce(
	{ workflow, credential }: ExecuteTask,
	times: number,
	nodeTypes: INodeTypes,
): Promise<Burst> {
	const startedAt = performance.now();
	const executions = Array.from({ length: times }, async () => {
		return errorOf(await startWorkflow(workflow, nodeTypes, credential));
	});
	const errors = await Promise.all(executions);
	const ms = performance.now() - startedAt;
	return { ms, errors: errors.filter((error) => error !== undefined) };
}

function errorOf({ data }: IRun): string | undefined {
	const { error } = data.resultData;
	return error && `${error.message} ${error.description ?? ''}`;
}

/** Samples by how much the process's memory grows from now on. */
function watchMemory() {
	const before = process.memoryUsage.rss();
	let peak = before;
	const sample = () => (peak = Math.max(peak, process.memoryUsage.rss()));
	const sampling = setInterval(sample, SAMPLE_EVERY_MS);
	const stop = () => {
		clearInterval(sampling);
		sample();
		return peak - before;
	};
	return { stop };
}
