import type { Sandbox } from '../harness/sandbox/sandbox';
import { useSandbox } from '../harness/sandbox/useSandbox';
import { paths, post, query, submit } from './serviceClient';

let sandbox: Sandbox;

useSandbox((started) => {
	sandbox = started;
});

const namesShown = async () => (await query(sandbox, {})).docs.map(({ filename }) => filename);

describe('settings', () => {
	test('let new runs show up late, but be read by their id at once', async () => {
		await sandbox.control.setSettings({ visibleAfterMs: 10_000 });
		const id = await submit(sandbox, ['http://a.example/b.pdf'], { run_id: 'late' });
		expect((await post(sandbox, paths.details, { id })).status).toBe(200);
		await sandbox.control.setRunPlan({ stuck: 'pending' });
		expect(await namesShown()).toEqual([]);
		await sandbox.control.advance(10_000);
		expect(await namesShown()).toEqual(['late']);
	});

	test('choose how timestamps are written', async () => {
		await sandbox.control.seedRuns([{ createdTime: '2025-03-01T12:00:00.123456Z' }]);
		const written = async (timestampFormat: 'ms' | 'us' | 'seconds' | 'zoneless') => {
			await sandbox.control.setSettings({ timestampFormat });
			return (await query(sandbox, {})).docs[0]?.created_time;
		};
		expect(await written('ms')).toBe('2025-03-01T12:00:00.123Z');
		expect(await written('us')).toBe('2025-03-01T12:00:00.123456Z');
		expect(await written('seconds')).toBe('2025-03-01T12:00:00Z');
		expect(await written('zoneless')).toBe('2025-03-01T12:00:00.123');
	});

	test('put the clock of the service ahead', async () => {
		await sandbox.control.setRunPlan({ stuck: 'pending' });
		const real = await sandbox.control.now();
		await sandbox.control.setSettings({ skewMs: 86_400_000 });
		await submit(sandbox, ['http://a.example/b.pdf'], { run_id: 'tomorrow' });
		const created = (await query(sandbox, {})).docs[0]?.created_time ?? '';
		expect(Date.parse(created)).toBe(real + 86_400_000);
	});
});

test('seeded runs with durations advance on the clock', async () => {
	await sandbox.control.seedRuns([
		{ filename: 'good', durations: { pendingMs: 100, processingMs: 100 } },
		{ filename: 'bad', durations: { pendingMs: 100, processingMs: 100 }, failureReason: 'no' },
	]);
	const statuses = async () =>
		Object.fromEntries((await query(sandbox, {})).docs.map((doc) => [doc.filename, doc.status]));
	expect(await statuses()).toEqual({ good: 'pending', bad: 'pending' });
	await sandbox.control.advance(100);
	expect(await statuses()).toEqual({ good: 'processing', bad: 'processing' });
	await sandbox.control.advance(100);
	expect(await statuses()).toEqual({ good: 'completed', bad: 'failed' });
});
