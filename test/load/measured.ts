import type { Memory } from './memory';

/** What came of one round of a scenario. */
export interface Measured {
	executions: number;
	/** Why executions failed that were to end well, and how many of them. */
	failures: Map<string, number>;
	/** Documents that a killed worker had, so that n8n lost their executions; absent where none was. */
	lost?: number;
	/** Executions that were to be cancelled, and those that were. */
	cancelled: { wanted: number; were: number };
	/** Documents that were to be submitted, and those that were, once. */
	submitted: { wanted: number; once: number };
	/** Submissions beyond the first of a document. */
	duplicates: number;
	requests: number;
	/** Requests that were answered by 429. */
	rateLimited: number;
	/** From the first webhook to the answer of the last one, which is up to n8n and the machine. */
	startedWithin: number;
	/** From the first webhook to the end of the last execution. */
	seconds: number;
	/** Afterwards, where there are several rounds. */
	memory?: Memory;
}
