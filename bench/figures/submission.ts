import type { INode, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { ExecuteTask, Worker } from '../n8n/worker';
import { Side } from '../measure';
import type { Service } from '../stage';
import {
	backTo,
	chain,
	docScore,
	httpRequest,
	ifTrue,
	jsonBody,
	named,
	pauseOf,
} from '../workflows';

export interface Submitting {
	ms: number;
	cpuMs: number;
	mostAtOnce: number;
}

export function documents(count: number): INodeExecutionData[] {
	return Array.from({ length: count }, (_, at) => ({
		json: { name: `Document ${at}`, url: `https://files.example.com/${at}.pdf` },
	}));
}

export function submission(service: Service, count: number, atOnce: number) {
	const node = ownSubmission(service, { options: { maxConcurrentRequests: atOnce } });
	return chain(service.credential, documents(count), node);
}

/** The node of this package, which submits each document. */
export function ownSubmission({ templates }: Service, more: INodeParameters = {}): INode {
	return docScore({
		resource: 'run',
		operation: 'submit',
		file_urls: '={{ $json.url }}',
		extraction_template_id: templates.invoice,
		additionalFields: { run_id: '={{ $json.name }}' },
		...more,
	});
}

/** The HTTP Request node, which sends the same request. */
export function submissionNode(
	{ credential, templates }: Service,
	options: INodeParameters = {},
): INode {
	const body = `{
		file_urls: [$json.url],
		extraction_template_id: '${templates.invoice}',
		run_id: $json.name
	}`;
	return httpRequest(credential, '/workflows/submit', { ...jsonBody(body), options });
}

/** A workflow in which the node of this package submits and waits. */
export function submissionWithResult(service: Service): ExecuteTask {
	const node = ownSubmission(service, { operation: 'submitAndWait' });
	return chain(service.credential, documents(1), node);
}

/** The alternative without this package: a loop that polls every 5 s until the run has finished. */
export function submissionWithLoop(
	service: Service,
	retry: Pick<INode, 'retryOnFail' | 'maxTries' | 'waitBetweenTries'> = {},
): ExecuteTask {
	const submitted = named('Submit', { ...submissionNode(service), ...retry });
	const pause = pauseOf(5);
	const details = httpRequest(service.credential, '/workflows/runs/getDetails', {
		...jsonBody("{ id: $('Submit').first().json.doc_id }"),
	});
	const finished = ifTrue("['completed', 'failed'].includes($json.doc.status)");
	const nodes = [submitted, pause, named('Details', { ...details, ...retry }), finished];
	return backTo(pause, chain(service.credential, documents(1), ...nodes));
}

/** Submits in this worker, while each response of the service takes this long. */
export function submitting(
	{ control }: Service,
	latencyMs: number,
	worker: Worker,
	task: ExecuteTask,
): Side<Submitting> {
	return new Side(async () => {
		await control.reset();
		await control.setRunPlan({ fixedResult: { outputSchema: {} } });
		await control.addFault({ kind: 'latency', ms: latencyMs, endpoint: 'submit' });
		const { ms, cpuMs, items } = await worker.execute(task);
		const { total, maxConcurrent } = (await control.counts()).submit;
		if (total !== items) throw new Error(`${items} of ${total} submissions came back`);
		return { ms, cpuMs, mostAtOnce: maxConcurrent };
	});
}
