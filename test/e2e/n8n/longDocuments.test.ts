import { pause } from '../../node';
import { ExampleRunner, unsendable } from '../harness/exampleRunner';
import { type Execution, jsonOf } from '../harness/execution';
import { hasEnded, type SavedWorkflow } from '../harness/n8nApi';

const examples = new ExampleRunner('long-documents');

const LOOK = 'Look at the run';
const TAKE = 'Take the fields';
const SAY = 'Say what failed';

beforeEach(async () => await examples.control.setRunPlan({ stuck: 'processing' }));

async function imported(
	names: string[],
	pinned = {},
	change = (text: string) => text,
): Promise<SavedWorkflow> {
	const documents = names.map((name) => ({
		json: {
			name,
			fileUrl: `https://files.example.com/${name}.pdf`,
			templateId: '5f0c1f6e-3f52-4a57-9d3e-1b6a7c2d8e01',
		},
	}));
	return await examples.imported('long-documents', { Documents: documents, ...pinned }, change);
}

/** Looks every two seconds, three times. */
const quick = (text: string) => text.replace('"amount":70', '"amount":2').replace('1000', '3');

async function complete(name: string): Promise<void> {
	const outputSchema = { supplier: { value: `${name} Ltd`, reasoning: null } };
	await examples.control.setRun(await runOf(name), { status: 'completed', outputSchema });
}

async function runOf(name: string): Promise<string> {
	const run = (await examples.control.runs()).find(({ filename }) => filename === name);
	if (!run) throw new Error(`${name} was not submitted`);
	return run.id;
}

/** Whether n8n has saved the execution and unloaded it from memory. */
const isAsleep = ({ status }: Execution): boolean => status === 'waiting';

const namesOf = (execution: Execution, node: string): unknown[] =>
	jsonOf(execution, node).map(({ name }) => name);

/** The mail about a document that could not be read. */
const told = (name: string, reason: string, run: string) => ({
	subject: `Document not read: ${name}`,
	text: expect.stringMatching(
		new RegExp(`^${reason}[^]*\n\nDocument: https://files.example.com/${name}.pdf\nRun: ${run}$`),
	),
});

it('the workflow sleeps until each document is finished, even if n8n is killed meanwhile', async () => {
	const { n8n, control } = examples;
	const workflow = await imported(['Short', 'Torn', 'no link', 'Long']);
	const id = await n8n.api.start(workflow);
	const first = await n8n.api.reached(id, isAsleep);
	expect(first.outputs).not.toHaveProperty(LOOK);
	const reason = "'File URLs' has a URL with spaces: 'https://files.example.com/no link.pdf'";
	expect(jsonOf(first, SAY)).toEqual([told('no link', reason, 'none')]);

	await n8n.kill();
	await complete('Short');
	const torn = await runOf('Torn');
	await control.setRun(torn, { status: 'failed', failureReason: 'It is encrypted' });
	await n8n.startAgain();
	const hasLooked = (execution: Execution) => LOOK in execution.outputs;
	const second = await n8n.api.reached(id, (now) => isAsleep(now) && hasLooked(now));
	expect(namesOf(second, LOOK)).toEqual(['Short', 'Torn', 'Long']);
	expect(jsonOf(second, TAKE)).toEqual([{ document: 'Short', supplier: 'Short Ltd' }]);
	expect(jsonOf(second, SAY)).toEqual([told('Torn', 'It is encrypted', torn)]);
	expect(jsonOf(second, 'Tell the team')).toHaveLength(1);

	await complete('Long');
	const ended = await n8n.api.reached(id, hasEnded);
	expect(ended.error).toContain('Not every document was read.');
	expect(namesOf(ended, LOOK)).toEqual(['Long']);
	expect(jsonOf(ended, TAKE)).toEqual([{ document: 'Long', supplier: 'Long Ltd' }]);
	expect((await control.counts()).submit.total).toBe(3);
}, 240_000);

it('the workflow ends without an error if all documents are read', async () => {
	const { api } = examples.n8n;
	const id = await api.start(await imported(['Short'], {}, quick));
	while ((await examples.control.runs()).length < 1) await pause(50);
	await complete('Short');
	const ended = await api.reached(id, hasEnded);
	expect([ended.status, ended.error]).toEqual(['success', null]);
	expect(jsonOf(ended, TAKE)).toEqual([{ document: 'Short', supplier: 'Short Ltd' }]);
});

it('the workflow retries failed status requests, and reads all that it can even if no mail can be sent', async () => {
	const { api } = examples.n8n;
	const hasty = (text: string) => unsendable(quick(text));
	const names = ['no link', 'Short', 'Stuck', 'Lost'];
	const id = await api.start(await imported(names, { 'Tell the team': [] }, hasty));
	while ((await examples.control.runs()).length < 3) await pause(50);
	const lost = await runOf('Lost');
	await examples.control.deleteRun(lost);
	await complete('Short');
	const ended = await api.reached(id, hasEnded);
	expect(ended.error).toContain('Not every document was read.');
	expect(jsonOf(ended, TAKE)).toEqual([{ document: 'Short', supplier: 'Short Ltd' }]);
	const reasons = [
		told('Stuck', 'It is still being read.', await runOf('Stuck')),
		told('Lost', `Run not found: ${lost}`, lost),
	];
	expect(jsonOf(ended, SAY)).toEqual(reasons);
	expect(jsonOf(ended, 'Tell the team')).toMatchObject([
		{ error: expect.any(String) },
		{ error: expect.any(String) },
	]);
	const polls = (await examples.control.requests()).filter(
		({ endpoint }) => endpoint === 'details',
	);
	// Three rounds of 2 s for two runs. One of them is looked for repeatedly, because it may still show up.
	expect(polls.length).toBeLessThanOrEqual(18);
});
