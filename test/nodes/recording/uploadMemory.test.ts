import type { UploadReport, UploadTask } from '../../harness/sandbox/uploadWorker';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';
import { fork, pathToFileURL } from '../../node';

const node = new SandboxedNode();
const MB = 1024 * 1024;

/** Uploads in a separate process, so that only the upload is measured. */
async function upload(task: Omit<UploadTask, 'baseUrl' | 'apiKey'>): Promise<UploadReport> {
	const worker = fork(require.resolve('../../harness/sandbox/uploadWorker.ts'), [], {
		execArgv: ['--import', pathToFileURL(require.resolve('tsx')).href],
	});
	const reported = new Promise<UploadReport>((resolve, reject) => {
		worker.once('message', (report: UploadReport) => resolve(report));
		worker.once('exit', (code) => reject(new Error(`The upload process ended with ${code}`)));
	});
	worker.send({ ...node.credential, ...task });
	return await reported;
}

describe('Recording: Upload from the file store', () => {
	it('uploads six recordings of 100 MB, three at once, with little memory', async () => {
		const report = await upload({ count: 6, bytes: 100 * MB, maxConcurrentRequests: 3 });
		expect(report).toMatchObject({ error: null, uploaded: 6 });
		expect(report.extraMemory / MB).toBeLessThan(150);
		const recordings = await node.control.recordings();
		expect(recordings.map((recording) => recording.sha256).sort()).toEqual(
			[...report.sha256].sort(),
		);
		expect(new Set(report.sha256).size).toBe(6);
		for (const { contentLength } of recordings) expect(contentLength).toBeGreaterThan(100 * MB);
		expect((await node.control.counts()).recording).toEqual({ total: 6, maxConcurrent: 3 });
	}, 240_000);
});

describe('Recording: Upload from the items themselves', () => {
	it('uploads 40 recordings of 5 MB, one after another, with little memory', async () => {
		const report = await upload({
			count: 40,
			bytes: 5 * MB,
			maxConcurrentRequests: 1,
			inItems: true,
		});
		expect(report).toMatchObject({ error: null, uploaded: 40 });
		expect(report.extraMemory / MB).toBeLessThan(150);
		const recordings = await node.control.recordings();
		expect(recordings.map((recording) => recording.sha256)).toEqual(report.sha256);
	}, 240_000);
});
