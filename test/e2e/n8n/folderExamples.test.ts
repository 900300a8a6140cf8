import { basename, join, pause, readFile, writeFile } from '../../node';
import { mp3Of, wavOf } from '../../sandbox/samples/audio';
import { ExampleRunner } from '../harness/exampleRunner';
import { putRecordings } from '../harness/examples';
import { jsonOf } from '../harness/execution';

const examples = new ExampleRunner('folder-examples');

describe('File finished documents', () => {
	const file = 'file-finished-documents';
	const trigger = 'When a run has finished';
	const text = expect.stringMatching(
		/^Not in the folder: "Note"\nIt is encrypted\nRun [\da-f-]{36}$/,
	);

	it('stores completed files in the folder and reports failed runs', async () => {
		await examples.runFile('documents-to-fields');
		const completed = await examples.runFile(file);
		const path = String(jsonOf(completed, 'Put them in the folder')[0]?.fileName);
		expect(basename(path)).toMatch(/^\d{4}-\d\d-\d\d [\da-f-]{36} 1 invoice\.pdf$/);
		expect(await readFile(path)).toEqual(
			await readFile(join('examples', 'samples', 'invoice.pdf')),
		);

		await examples.control.seedRuns([{ filename: 'Note', failureReason: 'It is encrypted' }]);
		const failed = await examples.runFile(file);
		expect(jsonOf(failed, 'Say what failed')).toEqual([{ text }]);
		expect(jsonOf(failed, 'Tell the team')).toHaveLength(1);

		const older = jsonOf(failed, trigger).map((run) => ({ ...run, createdTime: '2001-02-03' }));
		const items = [...older, ...jsonOf(completed, trigger)].map((json) => ({ json }));
		const both = await examples.run(await examples.imported(file, { [trigger]: items }));
		expect(jsonOf(both, 'Say what failed')).toEqual([{ text }]);
		expect(jsonOf(both, 'Put them in the folder')).toMatchObject([{ fileName: path }]);
	});

	it('stores all files that it can, and tells the team which are missing', async () => {
		// Too many bytes for the name of a file that also has a day and a run.
		const long = `${'€'.repeat(70)}.pdf`;
		const files = ['lost.pdf', long, 'kept.pdf'];
		const [id = ''] = await examples.control.seedRuns([{ filename: 'Torn', files }]);
		await examples.control.setDialect({ fileLinks: { 'lost.pdf': null } });
		const pinned = { [trigger]: [{ json: { id, name: 'Torn', createdTime: '2026-03-02' } }] };
		const lost =
			/^Not in the folder: "Torn"\n.+'lost\.pdf'.+\nTry again in a few minutes.*\nRun [\da-f-]{36}$/;

		const filed = await examples.run(await examples.imported(file, pinned));
		const paths = jsonOf(filed, 'Put them in the folder').map((item) => String(item.fileName));
		const names = paths.map((path) => basename(path).slice(`2026-03-02 ${id} 1 `.length));
		expect(names).toEqual([long.slice(-60), 'kept.pdf']);
		expect(jsonOf(filed, 'Say what failed')).toEqual([{ text: expect.stringMatching(lost) }]);

		await examples.control.setDialect({ fileLinks: {} });
		const elsewhere = (text: string) => text.replace(' {{ $json.runId }}', '/{{ $json.runId }}');
		const unsaved = await examples.run(await examples.imported(file, pinned, elsewhere));
		expect(unsaved.error).toBeNull();
		expect(jsonOf(unsaved, 'Say what failed')).toEqual(
			files.map((name) => ({
				text: expect.stringMatching(new RegExp(`^Not in the folder: "${name}"\\n.+\\nRun ${id}$`)),
			})),
		);
	});
});

describe('Recordings from a folder', () => {
	const file = 'recordings-from-a-folder';

	const listed = async () =>
		(await examples.rowsOf('Recordings for DocScore'))
			.map((row) => [row.file, row.status, row.message])
			.sort();

	const put = async (name: string, content: Buffer | string) =>
		await writeFile(join(examples.folder, name), content);

	it('uploads each recording once with the data of its name, and lists failed ones', async () => {
		const workflow = await examples.imported(file);
		const { error } = await examples.run(workflow);
		expect(error).toMatch(/^No recording was read\. No file\(s\) found\. Check the folder/);

		await putRecordings(examples.folder);
		await put('2026-03-02_Ada-Fox_in_4713.wav', 'no sound');
		await put('2026-03-02_Ada-Fox_In_4714.wav', wavOf(16_000));
		// The node changes the extension of what it sends.
		await put('2026-03-02_Mia-Lee_in_4715.wav', mp3Of(20));
		const failed = await examples.run(workflow);
		expect(failed.error).toMatch(
			/^\S+_in_4713\.wav was not uploaded\. .+ is a text file[^]+Delete the row/m,
		);
		expect(failed.error).toMatch(/^\S+_In_4714\.wav was not uploaded\. .+ neither inbound nor /m);
		expect(await examples.run(workflow)).toMatchObject({ status: 'success' });
		const uploaded = await examples.control.recordings();
		const told = uploaded.map((call) => [call.agentName, call.isInbound, call.metadata]);
		expect(told.sort()).toEqual([
			['Jonas Weber', false, { call_date: '2026-03-02', customer: '4712' }],
			['Maria Santos', true, { call_date: '2026-03-02', customer: '4711' }],
			['Mia Lee', true, { call_date: '2026-03-02', customer: '4715' }],
		]);
		expect(await listed()).toEqual([
			['2026-03-02_Ada-Fox_In_4714.wav', 'failed', expect.stringMatching(/neither inbound/)],
			['2026-03-02_Ada-Fox_in_4713.wav', 'failed', expect.stringMatching(/is a text file/)],
			['2026-03-02_Jonas-Weber_out_4712.wav', 'uploaded', expect.any(String)],
			['2026-03-02_Maria-Santos_in_4711.wav', 'uploaded', expect.any(String)],
			['2026-03-02_Mia-Lee_in_4715.wav', 'uploaded', expect.any(String)],
		]);
	});

	it('uploads a recording once if an hour begins during the upload, or n8n is killed in it', async () => {
		const { n8n, control } = examples;
		const name = '2026-03-02_Ivo-Tal_in_4716.wav';
		await put(name, wavOf(16_000));
		const workflow = await examples.imported(file);
		await control.addFault({ endpoint: 'recording', kind: 'latency', ms: 60_000 });
		await n8n.api.start(workflow);
		while ((await control.counts()).recording.total === 0) await pause(50);
		expect(await examples.run(workflow)).toMatchObject({ status: 'success' });
		await n8n.kill();
		await n8n.startAgain();
		expect(await examples.run(workflow)).toMatchObject({ status: 'success' });
		expect(await listed()).toContainEqual([name, 'uploading', null]);

		const aDayLater = (text: string) => text.replace('{ days: 1 }', '{ seconds: 1 }');
		const later = await examples.imported(file, {}, aDayLater);
		const told = await examples.run(later);
		expect(told.error).toMatch(
			/^\S+_4716\.wav was not uploaded\. n8n was stopped .+ dashboard first/,
		);
		expect(await examples.run(later)).toMatchObject({ status: 'success' });
		expect((await control.counts()).recording.total).toBe(1);
	});
});
