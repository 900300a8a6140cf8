import type { INodeExecutionData } from 'n8n-workflow';
import { useDrivenTime } from '../harness/jest/drivenTime';
import { store } from '../harness/n8n/binaryStore';
import { SignedLinks } from '../harness/n8n/signedLinks';
import { SimulatedN8n } from '../harness/n8n/simulatedN8n';
import { SandboxedTrigger } from '../harness/sandbox/sandboxedTrigger';
import { completedRunOf } from '../nodes/download/downloads';
import { loadExamples } from '../e2e/harness/examples';
import { pause } from '../node';
import { mp3Of, wavOf } from '../sandbox/samples/audio';
import { linesPdf } from '../sandbox/samples/linesPdf';

// How the examples deal with failures and repetitions, in n8n's engine. test/e2e runs them in the real n8n.

const service = new SandboxedTrigger();
let n8n = new SimulatedN8n();

beforeEach(async () => {
	n8n = new SimulatedN8n();
	await service.control.setRunPlan({ pendingMs: 1, processingMs: 1 });
});

const run = async (file: string, ...items: INodeExecutionData[]) =>
	await n8n.run(file, items, service.credential);

describe('Recordings from a folder', () => {
	const FILE = 'recordings-from-a-folder';
	const NAME = '2026-03-02_Maria-Santos_in_4711.wav';

	const put = (fileName: string, content: Buffer) =>
		n8n.folder.set(fileName, {
			data: { data: content.toString('base64'), mimeType: 'audio/wav', fileName },
		});

	const hour = async () => await run(FILE, { json: {} });

	const uploads = async () => (await service.control.recordings()).length;

	it.each([
		['an MP3 that is called .wav', NAME, mp3Of(20)],
		['an encoded name', '2026-03-02_Maria%2BSantos_in_4711.wav', wavOf(16_000)],
	])('uploads %s once, whatever name is sent', async (_, name, content) => {
		put(name, content);
		expect((await hour()).error).toBeUndefined();
		expect((await hour()).error).toBeUndefined();
		expect(await uploads()).toBe(1);
		expect(n8n.rows).toMatchObject([{ file: name, status: 'uploaded' }]);
	});

	it('uploads a recording once if the next hour begins during the upload', async () => {
		put(NAME, wavOf(16_000));
		await service.control.addFault({ endpoint: 'recording', kind: 'latency', ms: 3_000 });
		const first = hour();
		while ((await service.control.counts()).recording.total === 0) await pause(10);
		expect((await hour()).error).toBeUndefined();
		expect((await first).error).toBeUndefined();
		expect(await uploads()).toBe(1);
	});

	it('tells once, and does not repeat, what n8n was stopped in a day ago', async () => {
		put(NAME, wavOf(16_000));
		const day = 24 * 60 * 60 * 1000;
		const createdAt = new Date(Date.now() - day - 1_000).toISOString();
		n8n.rows.push({ file: NAME, status: 'uploading', createdAt });
		expect((await hour()).error).toMatch(
			/^2026-03-02_Maria-Santos_in_4711\.wav was not uploaded\. n8n was stopped .+ dashboard first/,
		);
		expect((await hour()).error).toBeUndefined();
		expect(await uploads()).toBe(0);
	});

	it('names each recording that fails, and uploads the others', async () => {
		put('2026-03-02_Ada-Fox_In_1.wav', wavOf(16_000));
		put('2026-03-02_Ada-Fox_out_2.wav', Buffer.from('no sound'));
		put(NAME, wavOf(16_000));
		const { error } = await hour();
		expect(error).toMatch(
			/^\S+_In_1\.wav was not uploaded.+ neither inbound nor outbound.+ Inbound/,
		);
		expect(error).toMatch(/\n\S+_out_2\.wav was not uploaded.+ is a text file.+\nDelete the row/);
		expect(await uploads()).toBe(1);
	});
});

describe('File finished documents', () => {
	const finished = (id: string, name: string, more = {}) => ({
		json: { id, name, createdTime: '2026-03-02T10:00:00.000Z', ...more },
	});

	it('saves all files that it can, also if the team cannot be told of the others', async () => {
		const long = `${'€'.repeat(70)}.pdf`;
		const names = ['good.pdf', long];
		const { id: whole } = await completedRunOf(service, names);
		const { id: torn } = await completedRunOf(service, ['lost.pdf', 'kept.pdf']);
		const [failed = ''] = await service.control.seedRuns([{ failureReason: 'It is encrypted' }]);
		await service.control.setDialect({ fileLinks: { 'lost.pdf': null } });
		n8n.down.add('slack');
		const filed = await run(
			'file-finished-documents',
			finished(failed, 'Note', { status: 'failed', failureReason: 'It is encrypted' }),
			finished(torn, 'Torn'),
			finished(whole, 'Whole'),
		);
		const files = [...n8n.folder.keys()].map((name) => name.replace(/^\S+ \S+ \d+ /, ''));
		expect(files.sort()).toEqual(['good.pdf', 'kept.pdf', long.slice(-60)]);
		expect(filed.of('Say what failed')).toEqual([
			{ text: `Not in the folder: "Note"\nIt is encrypted\nRun ${failed}` },
			{
				text: expect.stringMatching(
					/"Torn"\n.+no link to 'lost\.pdf'.+\nTry again in a few minutes.+\nRun [\da-f-]{36}$/,
				),
			},
		]);
		expect(filed.error).toBe('slack is down');
	});
});

describe('Morning report', () => {
	const FILE = 'morning-report-of-failed-runs';

	it('has a document that was sent just before a report and failed just after it', async () => {
		const [trigger] = (await loadExamples()).find(({ file }) => file === FILE)?.nodes ?? [];
		const { pollTimes, ...parameters } = trigger?.parameters ?? {};
		expect(pollTimes).toEqual({ item: [{ hour: 7 }] });
		const polling = await service.activated({ parameters });
		const nextDay = async () => {
			await service.control.advance(24 * 60 * 60 * 1000);
			await polling.poll();
		};
		await service.control.setRunPlan({ stuck: 'processing' });
		await nextDay();
		const [late = ''] = await service.control.seedRuns([
			{ filename: 'Late', status: 'processing' },
		]);
		await nextDay();
		expect(polling.items).toEqual([]);
		await service.control.setRun(late, { status: 'failed', failureReason: 'a < b' });
		await nextDay();
		await nextDay();
		const report = await run(FILE, ...polling.items.map((json) => ({ json })));
		expect(report.of('Choose the columns')).toEqual([
			{ Document: 'Late', Sent: expect.any(String), Reason: 'a &lt; b', 'Run ID': late },
		]);
		expect(report.of('Write the report')).toMatchObject([
			{ subject: 'DocScore: 1 failed since the last report' },
		]);
	});
});

describe('Invoices', () => {
	useDrivenTime(service);
	new SignedLinks();

	/** An invoice as an item of the form and as an attachment of an email. */
	async function sent(...attached: Array<[name: string, content: Buffer]>) {
		const files = attached.map(async ([fileName, content]) => {
			return await store([content], { fileName, mimeType: 'application/pdf' });
		});
		const [first, second] = await Promise.all(files);
		const binary = { ...(first && { invoice: first }), ...(second && { other: second }) };
		const { fileName: filename } = first ?? {};
		const from = { value: [{ address: 'sam@example.com' }] };
		const json = { email: 'sam@example.com', invoice: { filename }, from, subject: 'March' };
		return { json, binary };
	}

	const invoice = async (number: string, ...lines: string[]) =>
		await linesPdf([
			'Supplier: Southbank Paper Ltd',
			`Invoice No: ${number}`,
			'Invoice date: 2025-04-01',
			...lines,
		]);

	const locked = Buffer.from(
		'%PDF-1.6\n5 0 obj<</Filter/Adobe.PubSec>>endobj\ntrailer<</Root 1 0 R/Encrypt 5 0 R>>',
	);

	const EXAMPLES = [
		['SB-1', 'invoices-from-a-form'],
		['SB-2', 'invoices-from-email'],
	];

	it.each(EXAMPLES)(
		'%s of %s that are sent again stay as people have changed them',
		async (number, file) => {
			const pdf = await invoice(number, 'Total due: 7.10');
			expect((await run(file, await sent(['march.pdf', pdf]))).error).toBeUndefined();
			expect(n8n.rows).toMatchObject([{ total_amount: 7.1 }]);
			Object.assign(n8n.rows[0] ?? {}, { total_amount: 8 });
			expect((await run(file, await sent(['again.pdf', pdf]))).error).toBeUndefined();
			expect(n8n.rows).toMatchObject([{ file: 'march.pdf', total_amount: 8 }]);
			expect(await service.control.runs()).toHaveLength(1);
		},
	);

	it.each(EXAMPLES)(
		'%s of %s that are not in the table are told with advice, also if no mail can be sent',
		async (number, file) => {
			n8n.down.add('emailSend');
			const pdf = await invoice(number, 'Total due: 7.20');
			const failed = await run(file, await sent(['locked.pdf', locked], ['good.pdf', pdf]));
			const told = /sam@example\.com sent it\.\n\n.+ password.+\nThe service cannot open it\. /;
			expect(failed.of('Say what is wrong')).toEqual([
				{
					subject: expect.stringMatching(/^Invoice not in the table/),
					text: expect.stringMatching(told),
				},
			]);
			expect(failed.error).toMatch(/ in the table.\s.* password.+ The service cannot open it\. /);
			const names = file === 'invoices-from-email' ? ['good.pdf'] : [];
			expect(n8n.rows.map((row) => row.file)).toEqual(names);
		},
	);

	it('that a person confirms keep what the form cannot correct', async () => {
		const pdf = await invoice('SB-3', 'Due date: 2025-02-31');
		const submittedAt = '2026-03-02T10:00:00.000Z';
		n8n.answer = { submittedAt, 'What is it?': 'An invoice', 'Total amount': 9 };
		await run('invoices-from-email', await sent(['doubtful.pdf', pdf]));
		const [row] = n8n.rows;
		expect(row).toMatchObject({ total_amount: 9, supplier: null });
		expect(row?.to_check).toMatch(/^supplier is missing\n[^]+\ndue_date .+: 2025-02-31$/);
	});
});

describe('Check the template first', () => {
	const FORM = { json: { link: 'https://files.example.com/order.pdf', fields: 'supplier, iban,' } };

	it.each([
		['was refused', { kind: 'status' as const, status: 400, error: 'No credit' }, /No credit\n.+/],
		['may be submitted', { kind: 'cutAfter' as const }, /\n.*[Ll]ook .*before you submit/],
	])('tells what to do if the document %s', async (_, fault, told) => {
		await service.control.addFault({ endpoint: 'submit', ...fault });
		const shown = (await run('check-the-template-first', FORM)).of('Say what went wrong');
		expect(shown).toEqual([
			{ completionTitle: 'It did not work', completionMessage: expect.stringMatching(told) },
		]);
	});
});

describe('Long documents', () => {
	/** Reads a document that exists, and others. */
	async function read(others: (good: string) => Record<string, string>) {
		n8n.answer = {};
		const pdf = (await linesPdf(['Invoice No: SB-4'])).toString('base64');
		const good = await service.control.putFile('good.pdf', pdf, 'application/pdf');
		const { invoice: templateId } = service.sandbox.templates;
		const links = Object.entries({ good, ...others(good) });
		const documents = links.map(([name, fileUrl]) => ({ json: { name, fileUrl, templateId } }));
		const running = run('long-documents', ...documents);
		while ((await service.control.counts()).details.total === 0) await pause(10);
		await service.control.advance(60_000);
		return await running;
	}

	it('end without an error if all are read', async () => {
		const ended = await read(() => ({}));
		expect(ended.of('Take the fields')).toMatchObject([{ document: 'good' }]);
		expect(ended.error).toBeUndefined();
	});

	it('are all read, also if no mail can be sent about those that fail', async () => {
		n8n.down.add('emailSend');
		const ended = await read((good) => ({ spaces: 'a b.pdf', gone: `${good}x` }));
		expect(ended.of('Take the fields')).toMatchObject([{ document: 'good' }]);
		expect(ended.of('Say what failed').map(({ text }) => text)).toEqual([
			expect.stringMatching(/'a b\.pdf'\n.+\n\nDocument: a b\.pdf\nRun: none$/),
			expect.stringMatching(/^good\.pdfx: .+\n\nDocument: .+\nRun: [\da-f-]{36}$/),
		]);
		expect(ended.error).toMatch(/^Not every document was read\./);
	});
});
