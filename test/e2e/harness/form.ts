import { pause } from '../../node';
import type { N8n } from './n8n';
import type { SavedWorkflow } from './n8nApi';

const READY_WITHIN_MS = 60_000;

/** n8n's response to a submitted form. */
interface Reply {
	/** Missing if the workflow has no ending page of its own. */
	formWaitingUrl?: string;
}

/**
 * Submits the form that starts the workflow, as a test from the editor does. No data may be pinned to the
 * form.
 * Returns the page that n8n shows next: the ending page of the workflow, or that of the form.
 */
export async function submitForm(
	{ api, url }: N8n,
	workflow: SavedWorkflow,
	values: Array<string | File>,
): Promise<string> {
	const [form] = workflow.nodes;
	if (!form) throw new Error('The workflow does not begin with a form');
	await api.post(`/rest/workflows/${workflow.id}/run`, {
		workflowData: workflow,
		triggerToStartFrom: { name: form.name },
	});
	const address = `${url}/form-test/${form.webhookId}`;
	const page = await (await fetch(address)).text();
	const response = await sendForm(address, values);
	const reply: Reply = JSON.parse(await response.text());
	if (reply.formWaitingUrl === undefined) return page;
	return await endingPage(url, new URL(reply.formWaitingUrl));
}

/** Submits the form at this URL, as its page does. */
export async function sendForm(address: string, values: Array<string | File>): Promise<Response> {
	const body = new FormData();
	values.forEach((value, index) => body.set(`field-${index}`, value));
	const response = await fetch(address, { method: 'POST', body });
	if (response.ok) return response;
	throw new Error(`The form got status ${response.status}: ${await response.text()}`);
}

/** n8n does not respond if the page is requested too early, so this waits for its status. */
async function endingPage(n8nUrl: string, { pathname, search }: URL): Promise<string> {
	const page = n8nUrl + pathname;
	const deadline = Date.now() + READY_WITHIN_MS;
	let status = '';
	while (status !== 'form-waiting') {
		if (Date.now() > deadline) throw new Error(`The form has no next page: ${status}`);
		await pause(250);
		status = await (await fetch(`${page}/n8n-execution-status${search}`)).text();
	}
	return await (await fetch(page + search)).text();
}
