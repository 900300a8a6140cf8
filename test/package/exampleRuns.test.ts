import type { INodeExecutionData } from 'n8n-workflow';
import { SimulatedN8n } from '../harness/n8n/simulatedN8n';
import { SandboxedTrigger } from '../harness/sandbox/sandboxedTrigger';
import { completedRunOf } from '../nodes/download/downloads';
import { loadExamples } from '../e2e/harness/examples';
import { pause } from '../node';
import { mp3Of, wavOf } from '../sandbox/samples/audio';
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
