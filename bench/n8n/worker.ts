import type {
	ICredentialDataDecryptedObject,
	INodeExecutionData,
	INodeParameters,
} from 'n8n-workflow';
import type { WorkflowFile } from '../../test/harness/n8n/workflow';

/** n8n's engine in a process of its own, with the node of this package and those it is held against. */
export interface Worker {
	execute(task: ExecuteTask): Promise<Execution>;
	/** Executes it so many times at once. */
	executeAtOnce(task: ExecuteTask, times: number): Promise<Burst>;
	/** From now on time stands still for the nodes, but for leaps. */
	holdTime(): Promise<void>;
	/**
	 * Leaps to the next timer, unless something is at work or nothing is executed. Resolves to how far
	 * that was, in ms.
	 */
	leap(): Promise<number>;
	/** Activates a workflow that starts with the trigger, which polls at once. */
	activate(task: PollTask): Promise<Poll>;
	/**
	 * Polls the activated workflow.
	 * @param watchesBlocks whether the event loop is watched, which takes processor time
	 */
	poll(watchesBlocks?: true): Promise<Poll>;
	/** Puts recordings into n8n's file store; the items can be used by other processes as well. */
	store(count: number, bytes: number): Promise<INodeExecutionData[]>;
	/** Loads a package as n8n does when it starts. Resolves to how long that took, in ms. */
	load(directory: string): Promise<number>;
}

export interface ExecuteTask {
	workflow: WorkflowFile;
	/** The node whose items are counted. */
	output: string;
	/** Whether the event loop is watched, which takes processor time. */
	watchesBlocks?: true;
	credential: ICredentialDataDecryptedObject;
}

/** What an execution took. */
export interface Execution {
	ms: number;
	/** Processor time, of the system too. */
	cpuMs: number;
	/** Peak of the resident memory over what it was before, in bytes. */
	extraBytes: number;
	/** For how long the event loop was blocked at most while the node was at work whose items are counted, in ms. */
	longestBlockMs?: number;
	items: number;
}

/** The results of executions that started at once. */
export interface Burst {
	/** Until the last of them was over. */
	ms: number;
	/** What those that failed said. */
	errors: string[];
}

/** The least time that n8n gives to a poll, which is when its scheduler runs the polls. */
export const POLL_BUDGET_MS = 36_000;

export interface PollTask {
	parameters: INodeParameters;
	credential: ICredentialDataDecryptedObject;
}

/** What a poll took. */
export interface Poll {
	ms: number;
	/** Processor time, of the system too. */
	cpuMs: number;
	/** Ids of the runs that it emitted. */
	emitted: string[];
	stateBytes: number;
	/** For how long the event loop was blocked at most, in ms. */
	longestBlockMs?: number;
}

/** A call of a method of the worker, as it is sent to its process. */
export interface Call {
	id: number;
	method: keyof Worker;
	args: unknown[];
}

export type Reply<Result> = { id: number } & ({ result: Result } | { error: string });
