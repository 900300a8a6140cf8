import type { INode } from 'n8n-workflow';
import { N8n, startWorker } from '../e2e/harness/n8n';
import { QueueServers } from '../e2e/harness/queueServers';
import { credentialFor } from '../e2e/harness/withN8n';
import { type Sandbox, startSandbox } from '../harness/sandbox/sandbox';
import { pause } from '../node';
import { TELLS_MEMORY } from './memory';
import { PROCESSING_SECONDS, type Scenario } from './scenarios';
import { type LoadWorkflow, workflowOf } from './workflow';

/** Names of the workflows: one that lets its executions end, one that ends them by its timeout. */
export const PATIENT = 'patient';
export const HASTY = 'hasty';

/** Before any run can be processed. */
const TIMEOUT_SECONDS = 5;

/**
 * Of a worker; n8n's own 10 would be the most documents that are under way at once, and all of them
 * wait at once. In one process n8n sets no limit.
 */
const WORKER_CONCURRENCY = '200';

/** Of each process; behind n8n's own 2, its check whether the database is ready waits for too long. */
const DATABASE_CONNECTIONS = '10';

const WORKERS = ['load-worker-1', 'load-worker-2'];

type Stops = Array<() => Promise<void>>;

/** Where a scenario takes place: the service and n8n with its workflows, as new. */
export class Place {
	private constructor(
		readonly n8n: N8n,
		readonly sandbox: Sandbox,
		private readonly stops: Stops,
	) {}

	static async open(scenario: Scenario, tarball: string): Promise<Place> {
		const stops: Stops = [];
		return await Place.build(scenario, tarball, stops).catch(async (error: unknown) => {
			await closeAll(stops);
			throw error;
		});
	}

	private static async build(scenario: Scenario, tarball: string, stops: Stops) {
		const sandbox = await startSandbox();
		stops.push(async () => await sandbox.stop());
		await sandbox.control.setDialect({ requestsPerSecond: scenario.perSecond });
		await sandbox.control.setRunPlan({
			pendingMs: 0,
			processingMs: PROCESSING_SECONDS * 1_000,
			// Reading hundreds of PDFs would take the processors from n8n.
			fixedResult: { outputSchema: { total: { value: '118.00', reasoning: null } } },
		});
		const place = new Place(await startN8n(scenario, tarball, stops), sandbox, stops);
		await place.addWorkflows();
		return place;
	}

	webhook(workflow: string): string {
		return `${this.n8n.url}/webhook/${workflow}`;
	}

	async close(): Promise<void> {
		await closeAll(this.stops);
	}

	private async addWorkflows(): Promise<void> {
		const credential = credentialFor(this.sandbox);
		const id = await this.n8n.api.createCredential(credential);
		const credentials: INode['credentials'] = { docScoreApi: { id, name: credential.name } };
		const templateId = this.sandbox.templates.invoice;
		await this.add({ name: PATIENT, credentials, templateId });
		await this.add({ name: HASTY, credentials, templateId, timeoutSeconds: TIMEOUT_SECONDS });
	}

	/** Resolves when its webhook is answered. */
	private async add(workflow: LoadWorkflow): Promise<void> {
		const { api } = this.n8n;
		await api.activate(await api.importWorkflow(workflowOf(workflow)));
		for (;;) {
			const answer = await (await fetch(this.webhook(workflow.name))).text();
			if (answer.includes('not registered for GET')) return;
			await pause(500);
		}
	}
}

async function startN8n(
	{ name, queue, rounds }: Scenario,
	tarball: string,
	stops: Stops,
): Promise<N8n> {
	let environment: Record<string, string> = {};
	if (queue) {
		const servers = await QueueServers.start();
		stops.push(async () => await servers.stop());
		environment = { ...servers.environment, DB_POSTGRESDB_POOL_SIZE: DATABASE_CONNECTIONS };
	}
	const settings = { ...environment, ...(rounds === undefined ? {} : TELLS_MEMORY) };
	const n8n = await N8n.start({ name: `load-${name}`, tarball, environment: settings });
	stops.push(async () => await n8n.stop());
	if (queue) {
		environment.N8N_CONCURRENCY_PRODUCTION_LIMIT = WORKER_CONCURRENCY;
		for (const worker of WORKERS)
			stops.push(await startWorker({ name: worker, tarball, environment }));
	}
	return n8n;
}

/** What was started last ends first. */
async function closeAll(stops: Stops): Promise<void> {
	for (let stop = stops.pop(); stop; stop = stops.pop()) await stop();
}
