import type { Waiting } from './clock';
import type { Dialect } from './dialect';
import type { Fault } from './faults';
import type {
	Counts,
	Endpoint,
	RecordingRecord,
	RequestRecord,
	RunChange,
	RunPlan,
	RunRecord,
	SeedSpec,
} from './records';

/** What a test can see and change in the sandbox. Called by the parent process. */
export interface SandboxControl {
	/** Restores the initial state: no runs, recordings, faults or counts, and the plain dialect. */
	reset(): Promise<void>;

	/** Moves a manual clock. Resolves when the runs that became due have read their files. */
	advance(ms: number): Promise<void>;
	/**
	 * Until the next move of a manual clock, new requests wait, because they may belong to a later time.
	 * Returns the earlier requests that wait until the clock reaches the time of their response.
	 */
	hold(): Promise<Waiting>;
	/** The service's clock in ms, including its skew. */
	now(): Promise<number>;

	/** Changes these points of the dialect and keeps the others. */
	setDialect(change: Partial<Dialect>): Promise<void>;
	/** Changes the plan for runs that are submitted from now on. */
	setRunPlan(change: Partial<RunPlan>): Promise<void>;

	addFault(fault: Fault): Promise<void>;
	clearFaults(): Promise<void>;

	requests(): Promise<RequestRecord[]>;
	counts(): Promise<Record<Endpoint, Counts>>;
	clearRequests(): Promise<void>;

	runs(): Promise<RunRecord[]>;
	recordings(): Promise<RecordingRecord[]>;
	/** Returns the IDs, in the order of the specs. */
	seedRuns(specs: SeedSpec[]): Promise<string[]>;
	setRun(id: string, change: RunChange): Promise<void>;
	deleteRun(id: string): Promise<void>;

	/** Returns the ID of the new template. */
	addTemplate(name: string, evaluationSchema: Record<string, string>): Promise<string>;
	/** Returns a public URL that can be submitted. */
	putFile(name: string, base64: string, contentType: string): Promise<string>;
}

/** The addresses that a sandbox in a child process sends to its parent. */
export interface SandboxAddress {
	baseUrl: string;
	key: string;
	/** IDs of the templates that every sandbox has. */
	templates: Record<'invoice' | 'lineItems' | 'receipt', string>;
}
