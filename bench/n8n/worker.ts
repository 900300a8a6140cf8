import type {
	ICredentialDataDecryptedObject,
	INodeExecutionData,
	INodeParameters,
} from 'n8n-workflow';
import type { WorkflowFile } from '../../test/harness/n8n/workflow';

/** n8n's engine in a separate process, with the nodes of this package and those that it is compared with. */
export interface Worker {
	execute(task: ExecuteTask): Promise<Execution>;
	/** Executes the workflow this many times at once. */
	executeAtOnce(task: ExecuteTask, times: number): Promise<Burst>;
	/** From now on, the nodes' clock moves only by `leap`. */
	holdTime(): Promise<void>;
	/**
	 * Leaps to the next timer, unless work is in progress or nothing executes. Resolves to the distance in
	 * ms.
	 */
	leap(): Promise<number>;
	/** Activates a workflow that starts with the trigger, which polls at once. */
	activate(task: PollTask): Promise<Poll>;
	/**
	 * Polls the activated workflow.
	 * @param watchesBlocks whether to watch the event loop, which takes CPU time
	 */
	poll(watchesBlocks?: true): Promise<Poll>;
	/** Puts recordings into n8n's file store. Other processes can use the items, too. */
	store(count: number, bytes: number): Promise<INodeExecutionData[]>;
	/** Loads a package like n8n does when it starts. Resolves to the duration in ms. */
	load(directory: string): Promise<number>;
}

export interface ExecuteTask {
	workflow: WorkflowFile;
	/** The node whose items are counted. */
	output: string;
	/** Whether to watch the event loop, which takes CPU time. */
	watchesBlocks?: true;
	credential: ICredentialDataDecryptedObject;
}

/** The measurements of an execution. */
export interface Execution {
	ms: number;
	/** CPU time, including that of the system. */
	cpuMs: number;
	/** Peak growth of resident memory, in bytes. */
	extraBytes: number;
	/** The longest time that the event loop was blocked while the output node executed, in ms of CPU time. */
	longestBlockMs?: number;
	items: number;
}

/** The result of executions that started at once. */
export interface Burst {
	/** Duration until the last one ended. */
	ms: number;
	/** The errors of those that failed. */
	errors: string[];
}

/** The shortest time limit that n8n sets for a poll, when its scheduler runs the polls. */
export const POLL_BUDGET_MS = 36_000;

export interface PollTask {
	parameters: INodeParameters;
	credential: ICredentialDataDecryptedObject;
}

/** The measurements of a poll. */
export interface Poll {
	ms: number;
	/** IDs of the emitted runs. */
	emitted: string[];
	/** The longest time that the event loop was blocked, in ms of CPU time. */
	longestBlockMs?: number;
}

/** A method call, as sent to the worker process. */
export interface Call {
	id: number;
	method: keyof Worker;
	args: unknown[];
}

export type Reply<Result> = { id: number } & ({ result: Result } | { error: string });
