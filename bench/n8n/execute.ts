import type { INodeTypes, IRun } from 'n8n-workflow';
import { watchBlocks } from './watchBlocks';
import { startWorkflow } from '../../test/harness/n8n/workflow';
import { clearInterval, process, runInThisContext, setInterval } from '../../test/node';
import type { Burst, ExecuteTask, Execution } from './worker';

const SAMPLE_EVERY_MS = 5;

/** Runs a workflow and tells what it took. Fails where it did. */
export async function execute(
	{ workflow, output, watchesBlocks, credential }: ExecuteTask,
	nodeTypes: INodeTypes,
): Promise<Execution> {
	// The process is started with this function exposed, so that all start with a clean memory.
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

/** Runs a workflow so many times at once, each an execution of its own. */
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

/** Samples how much more memory the process takes up than now. */
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
