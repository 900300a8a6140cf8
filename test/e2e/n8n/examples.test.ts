import type { INode } from 'n8n-workflow';
import { nodeOf } from '../../harness/n8n/nodeOf';
import { pause } from '../../node';
import { useBrowser } from '../harness/browser';
import { ExampleRunner } from '../harness/exampleRunner';
import { loadExamples } from '../harness/examples';
import { jsonOf } from '../harness/execution';
import { differences } from '../harness/exported';
import { submitForm } from '../harness/form';
import { everyFiveSeconds } from '../harness/pollTimes';

const toolCall = { name: 'Find_runs', arguments: { name: 'NB-2025-0173' } };
const examples = new ExampleRunner('examples', toolCall);
const browser = useBrowser(() => examples.n8n);
const DAY_MS = 24 * 60 * 60 * 1000;

/** As printed in the sample document. */
const TOTAL_AMOUNT = '1,409.67';

it('the examples equal what this n8n saves, with nodes of their current version', async () => {
	const types = await examples.n8n.api.nodeTypes();
	for (const example of await loadExamples()) {
		expect([example.file, differences(example, types)]).toEqual([example.file, []]);
	}
});

it('the notes of the examples fit into their boxes', async () => {
	// All on one canvas, because n8n needs long to open a workflow.
	const notes = (await loadExamples()).flatMap(({ file, nodes: all }, at) =>
		all
			.filter(({ type }) => type === 'n8n-nodes-base.stickyNote')
			.map((note): INode => ({ ...note, name: file, position: [(at % 4) * 1_000, at * 300] })),
	);
	const nodes = [nodeOf('Start', 'n8n-nodes-base.manualTrigger'), ...notes];
	const workflow = await examples.n8n.api.importWorkflow({ name: 'Notes', nodes, connections: {} });
	const { editor } = browser();
	await editor.openWorkflow(workflow.id);
	const hidden = await editor.hiddenOfNotes(notes.length);
	expect(notes.map(({ name }, at) => [name, hidden[at]])).toEqual(
		notes.map(({ name }) => [name, 0]),
	);
});

describe('Morning report', () => {
	const file = 'morning-report-of-failed-runs';

	it('lists the failed runs that the trigger outputs', async () => {
		await examples.control.seedRuns([
			{ filename: 'Note <4>', failureReason: 'note.pdf: a < b', createdAgoMs: DAY_MS / 2 },
			{ filename: 'Fine' },
		]);
		const sample = await examples.runFile(file);
		const [failed] = jsonOf(sample, 'Every morning');
		const items = Array.from({ length: 121 }, () => ({ json: { ...failed } }));
		const report = await examples.run(await examples.imported(file, { 'Every morning': items }));
		const [mail] = jsonOf(report, 'Write the report');
		expect(mail?.subject).toBe('DocScore: 121 failed since the last report');
		const html = String(mail?.html);
		expect(html).toMatch(/Note &lt;4>.+\d\d \w{3} \d{4}, \d\d:\d\d.+note\.pdf: a &lt; b/);
		expect(html.match(/Note &lt;4></g)).toHaveLength(121);
		expect(jsonOf(report, 'Send the report')).toHaveLength(1);
	});

	it('is sent about a document that was sent before a poll and failed after it', async () => {
		const [late = ''] = await examples.control.seedRuns([
			{ filename: 'Late', status: 'processing' },
		]);
		const daily = await examples.imported(file, {}, (text) => {
			const times = '"pollTimes":{"item":[{"hour":7}]}';
			expect(text).toContain(times);
			return text.replace(
				times,
				JSON.stringify({ pollTimes: { item: everyFiveSeconds } }).slice(1, -1),
			);
		});
		await examples.n8n.api.activate(daily);
		while ((await examples.control.counts()).query.total < 3) await pause(250);
		await examples.control.setRun(late, { status: 'failed', failureReason: 'It is encrypted' });
		const mail = await examples.outbox.take('DocScore: 1 failed since the last report');
		expect(mail.text).toMatch(/>Late<[^]+>It is encrypted</);
		await examples.n8n.api.deactivate(daily);
	});

	it('has no sample to send if nothing failed', async () => {
		await examples.control.seedRuns([{ filename: 'Fine' }]);
		const report = await examples.runFile(file);
		expect(report.error).toContain('No finished run matches these settings');
		expect(report.outputs).not.toHaveProperty('Send the report');
	});
});

describe('What people corrected', () => {
	const file = 'what-people-corrected';

	it('is not sent without corrections', async () => {
		const report = await examples.runFile(file);
		expect([report.status, report.error]).toEqual(['success', null]);
		expect(report.outputs).not.toHaveProperty('Send the report');
	});

	it('counts the corrections of each field since the day a week ago', async () => {
		await examples.runFile(file);
		const corrected = (field: string, extracted: string | null, confirmed: string, days = 1) => ({
			run: `of ${days} days ago`,
			field,
			extracted,
			confirmed,
			confirmed_at: new Date(Date.now() - days * DAY_MS).toISOString(),
		});
		await examples.addRows('Corrections of invoices', [
			corrected('total_amount', '1409.67', '1409.67'),
			corrected('total_amount', '1.409,67', '1409.67', 2),
			corrected('total_amount', null, '310.5', 3),
			corrected('total_amount', '14096.7', '1409.67', 6.9),
			corrected('invoice_number', 'SB-118', 'SB-118'),
			corrected('invoice_date', '14.03.2025', '2025-03-14'),
			corrected('invoice_date', '2025-03-14', '2025-03-14'),
			corrected('invoice_date', '2025-03-14', '2025-03-15'),
			corrected('supplier', 'Too old', 'Older', 8.1),
		]);
		const report = await examples.runFile(file);
		expect(jsonOf(report, 'Choose the columns')).toEqual([
			columns('total_amount', 4, '1 (25 %)', '1 (25 %)', '1 (25 %)', '1 (25 %)'),
			columns('invoice_number', 1, '1 (100 %)', '0 (0 %)', '0 (0 %)', '0 (0 %)'),
			columns('invoice_date', 3, '1 (33 %)', '0 (0 %)', '1 (33 %)', '1 (33 %)'),
		]);
		const [mail] = jsonOf(report, 'Write the report');
		expect(mail?.subject).toBe('DocScore: 3 of 8 checked values were right');
		const head = ['Field', 'Checked', 'Right', 'Missing', 'Reformatted', 'Wrong'];
		expect(String(mail?.html)).toMatch(new RegExp(head.join('[^]+')));
		expect(String(mail?.html)).toMatch(/>invoice_date<[^]+>3<[^]+>1 \(33 %\)<[^]+>0 \(0 %\)</);
		expect(jsonOf(report, 'Send the report')).toHaveLength(1);
	});

	const columns = (
		Field: string,
		Checked: number,
		...[Right, Missing, Reformatted, Wrong]: string[]
	) => ({
		Field,
		Checked,
		Right,
		Missing,
		Reformatted,
		Wrong,
	});
});

describe('Documents to fields', () => {
	it('outputs a row for each field', async () => {
		const read = await examples.runFile('documents-to-fields');
		expect(jsonOf(read, 'Extract fields')).toContainEqual({
			runId: expect.any(String),
			runName: 'Invoice',
			field: 'total_amount',
			value: TOTAL_AMOUNT,
			reasoning: expect.stringContaining('Found after "Total due"'),
		});
	});
});

describe('Check the template first', () => {
	const link = 'https://files.example.com/order.pdf';

	it.each([
		['the run', [link, 'supplier, iban'], /Sent[^]+Its run: [\da-f-]{36}/, [link]],
		['the missing fields', [link, 'supplier, colour'], /Not sent[^]+look for: colour\s/, []],
		[
			'the mistake',
			['order.pdf', 'supplier'],
			/It did not work[^]+cannot be the name of a file[^]+Enter a URL/,
			[],
		],
	])('answers its user with %s', async (_, values, shown, submitted) => {
		const unpinned = { 'Document form': [] };
		const workflow = await examples.imported('check-the-template-first', unpinned);
		expect(await submitForm(examples.n8n, workflow, values)).toMatch(shown);
		const runs = await examples.control.runs();
		expect(runs.flatMap(({ fileUrls }) => fileUrls)).toEqual(submitted);
	});

	it('advises its user to look for the run if the document may be submitted', async () => {
		const workflow = await examples.imported('check-the-template-first', { 'Document form': [] });
		await examples.control.addFault({ endpoint: 'submit', kind: 'cutAfter' });
		const shown = await submitForm(examples.n8n, workflow, [link, 'supplier,']);
		expect(shown).toMatch(/It did not work[^]+[Ll]ook .*before you submit/);
	});
});

describe('Ask in a chat', () => {
	it('answers with the result of its tool', async () => {
		const total_amount = { value: TOTAL_AMOUNT, reasoning: null };
		await examples.control.seedRuns([
			{ filename: 'NB-2025-0173', outputSchema: { total_amount } },
			{ filename: 'Another' },
		]);
		const answered = await examples.runFile('ask-about-documents');
		const [answer] = jsonOf(answered, 'Assistant');
		expect(JSON.parse(String(answer?.output))).toEqual([
			expect.objectContaining({ name: 'NB-2025-0173', fields: { total_amount: '1,409.67' } }),
		]);
		const [asked] = examples.model.requests;
		expect(asked?.input.at(-1)?.content).toBe('What is the total of invoice NB-2025-0173?');
		const tools = asked?.tools?.map(({ name, description }) => [name, description]) ?? [];
		expect(tools.sort()).toEqual([
			['Find_runs', expect.stringMatching(/^Finds documents/)],
			['Look_at_a_run', expect.stringMatching(/^Tells everything about one run/)],
		]);
	});
});
