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

/** What a test can see of the sandbox and change in it; called over HTTP or by its parent. */
export interface SandboxControl {
	/** Back to how the sandbox started: no runs, recordings, faults, counts; the first dialect. */
	reset(): Promise<void>;

	/** Moves a manual clock; resolves when the runs that became due have read their files. */
	advance(ms: number): Promise<void>;
	/**
	 * Until a manual clock is moved next, requests that arrive wait, as they may be of a later time.
	 * Tells of those that came earlier and wait for the clock to reach the time of their answer.
	 */
	hold(): Promise<Waiting>;
	/** The service's own time in milliseconds, skew included. */
	now(): Promise<number>;

	/** Changes how the service settles what is left open; what is not named stays as it is. */
	setDialect(change: Partial<Dialect>): Promise<void>;
	/** Changes how runs submitted from now on go. */
	setRunPlan(change: Partial<RunPlan>): Promise<void>;

	addFault(fault: Fault): Promise<void>;
	clearFaults(): Promise<void>;

	requests(): Promise<RequestRecord[]>;
	counts(): Promise<Record<Endpoint, Counts>>;
	clearRequests(): Promise<void>;

	runs(): Promise<RunRecord[]>;
	recordings(): Promise<RecordingRecord[]>;
	/** Returns the ids, in the order of the specs. */
	seedRuns(specs: SeedSpec[]): Promise<string[]>;
	setRun(id: string, change: RunChange): Promise<void>;
	deleteRun(id: string): Promise<void>;

	/** Returns the id of the new template. */
	addTemplate(name: string, evaluationSchema: Record<string, string>): Promise<string>;
	/** Returns a public URL that can be submitted. */
	putFile(name: string, base64: string, contentType: string): Promise<string>;
}

/** What a sandbox that was started as a child process tells its parent. */
export interface SandboxAddress {
	baseUrl: string;
	key: string;
	controlUrl: string;
	/** Ids of the templates that every sandbox has. */
	templates: Record<'invoice' | 'lineItems' | 'receipt', string>;
}
