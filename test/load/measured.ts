import type { Memory } from './memory';

/** The measurements of one round of a scenario. */
export interface Measured {
	executions: number;
	/** Why executions failed that should have succeeded, and how many. */
	failures: Map<string, number>;
	/** Number of documents whose executions were lost with a killed worker. Missing if no worker was killed. */
	lost?: number;
	/** Executions that should be cancelled, and those that were. */
	cancelled: { wanted: number; were: number };
	/** Documents that should be submitted, and those that were submitted exactly once. */
	submitted: { wanted: number; once: number };
	/** Repeated submissions of the same document. */
	duplicates: number;
	requests: number;
	/** Requests that got a 429. */
	rateLimited: number;
	/** Seconds from the first webhook call to the last webhook response. Depends on n8n and the machine. */
	startedWithin: number;
	/** Seconds from the first webhook call to the end of the last execution. */
	seconds: number;
	/** Memory after the round, if there are several rounds. */
	memory?: Memory;
}
