import type { INode } from 'n8n-workflow';
import { QueueMode } from '../e2e/harness/compose/queueMode';
import { N8n, type Worker } from '../e2e/harness/n8n';
import { credentialFor } from '../e2e/harness/withN8n';
import { type Sandbox, startSandbox } from '../harness/sandbox/sandbox';
import { pause } from '../node';
import { TELLS_MEMORY } from './memory';
import { PROCESSING_SECONDS, type Scenario } from './scenarios';
import { type LoadWorkflow, workflowOf } from './workflow';

/** Names of the workflows: one without a timeout, one whose timeout ends its executions. */
export const WITHOUT_TIMEOUT = 'without-timeout';
export const WITH_TIMEOUT = 'with-timeout';

/** Shorter than the processing time of a run. */
const TIMEOUT_SECONDS = 5;

type Stops = Array<() => Promise<void>>;

interface Surroundings {
	n8n: N8n;
	workers: readonly Worker[];
	sandbox: Sandbox;
	stops?: Stops;
}

/** The sandbox and n8n for a scenario, with new workflows. */
export class LoadEnvironment {
	private constructor(
		readonly n8n: N8n,
		readonly workers: readonly Worker[],
		readonly sandbox: Sandbox,
		private readonly stops: Stops,
	) {}

	static async open(scenario: Scenario, tarball: string): Promise<LoadEnvironment> {
		const stops: Stops = [];
		return await LoadEnvironment.build(scenario, tarball, stops).catch(async (error: unknown) => {
			await closeAll(stops);
			throw error;
		});
	}

	private static async build(scenario: Scenario, tarball: string, stops: Stops) {
		const sandbox = await startSandbox();
		stops.push(async () => await sandbox.stop());
		const { n8n, workers } = await startN8n(scenario, tarball, stops);
		return await LoadEnvironment.prepare(scenario, { n8n, workers, sandbox, stops });
	}

	/** Uses an n8n and a sandbox that are already running and that the caller stops. */
	static async prepare(scenario: Scenario, surroundings: Surroundings): Promise<LoadEnvironment> {
		const { n8n, workers, sandbox, stops = [] } = surroundings;
		await sandbox.control.setDialect({ requestsPerSecond: scenario.perSecond });
		await sandbox.control.setRunPlan({
			pendingMs: 0,
			processingMs: PROCESSING_SECONDS * 1_000,
			// Reading hundreds of PDFs would take CPU time away from n8n.
			fixedResult: { outputSchema: { total: { value: '118.00', reasoning: null } } },
		});
		const environment = new LoadEnvironment(n8n, workers, sandbox, stops);
		await environment.addWorkflows(scenario);
		return environment;
	}

	webhook(workflow: string): string {
		return `${this.n8n.url}/webhook/${workflow}`;
	}

	async close(): Promise<void> {
		await closeAll(this.stops);
	}

	private async addWorkflows({ kills: deduplicates, fieldsOnly }: Scenario): Promise<void> {
		const credential = credentialFor(this.sandbox);
		const id = await this.n8n.api.createCredential(credential);
		const credentials: INode['credentials'] = { docScoreApi: { id, name: credential.name } };
		const templateId = this.sandbox.templates.invoice;
		await this.add({ name: WITHOUT_TIMEOUT, credentials, templateId, deduplicates, fieldsOnly });
		await this.add({
			name: WITH_TIMEOUT,
			credentials,
			templateId,
			timeoutSeconds: TIMEOUT_SECONDS,
		});
	}

	/** Resolves when the webhook of the workflow responds. */
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
): Promise<Pick<Surroundings, 'n8n' | 'workers'>> {
	const log = `load-${name}`;
	if (queue) {
		const queueMode = await QueueMode.start({ name: log, tarball });
		stops.push(async () => await queueMode.stop());
		return { n8n: queueMode.main, workers: queueMode.workers };
	}
	const environment = rounds === undefined ? {} : TELLS_MEMORY;
	const n8n = await N8n.start({ name: log, tarball, environment });
	stops.push(async () => await n8n.stop());
	return { n8n, workers: [] };
}

/** Stops everything, in reverse order of starting. */
async function closeAll(stops: Stops): Promise<void> {
	for (let stop = stops.pop(); stop; stop = stops.pop()) await stop();
}
