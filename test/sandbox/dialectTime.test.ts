import type { Sandbox } from '../harness/sandbox/sandbox';
import { useSandbox } from '../harness/sandbox/useSandbox';
import type { Dialect } from './dialect';
import { details, paths, post, query, submit } from './serviceClient';

let sandbox: Sandbox;

useSandbox((started) => {
	sandbox = started;
});

const DAY_MS = 86_400_000;
const speak = async (change: Partial<Dialect>) => await sandbox.control.setDialect(change);
const listed = async (body = {}) => (await query(sandbox, body)).docs;
const names = async (body = {}) => (await listed(body)).map(({ filename }) => filename);
const submitted = async (name: string) =>
	await submit(sandbox, ['http://a.example/b.pdf'], { run_id: name });

describe('a new run', () => {
	const isRead = async (id: string) => (await post(sandbox, paths.details, { id })).status === 200;

	test('may be listed late, but read by its ID at once', async () => {
		await speak({ listedAfterMs: 10_000 });
		const id = await submitted('late');
		expect([await names(), await isRead(id)]).toEqual([[], true]);
		await sandbox.control.setRunPlan({ stuck: 'pending' });
		await sandbox.control.advance(10_000);
		expect(await names()).toEqual(['late']);
	});

	test('may be listed before it can be read', async () => {
		await speak({ detailsAfterMs: 3_000 });
		const id = await submitted('late');
		expect([await names(), await isRead(id)]).toEqual([['late'], false]);
		await sandbox.control.advance(3_000);
		expect(await isRead(id)).toBe(true);
	});

	test('may finish in its details before it does in the lists', async () => {
		const durations = { pendingMs: 1_000, processingMs: 1_000 };
		const [id = ''] = await sandbox.control.seedRuns([{ durations }]);
		await speak({ listLagMs: 1_500 });
		await sandbox.control.advance(2_000);
		expect((await details(sandbox, id)).status).toBe('completed');
		const [run] = await listed({ filters: { status: 'pending' } });
		expect(run).toMatchObject({ id, status: 'pending' });
		expect(run).not.toHaveProperty('output_schema');
	});
});

describe('an unspecified status', () => {
	beforeEach(async () => {
		await sandbox.control.seedRuns(
			(['pending', 'completed', 'failed', 'processing'] as const).map((status) => ({ status })),
		);
	});
	const shown = async () => {
		const runs = await listed();
		const read = runs.map(async ({ id }) => (await details(sandbox, id)).status);
		return [runs.map(({ status }) => status).sort(), (await Promise.all(read)).sort()];
	};

	test('may be temporary, and replace processing', async () => {
		await speak({ oddStatus: 'passing' });
		const expected = ['completed', 'failed', 'pending', 'reviewing'];
		expect(await shown()).toEqual([expected, expected]);
		expect(await listed({ filters: { status: 'processing' } })).toEqual([]);
	});

	test('may be final, and replace failed without a reason', async () => {
		await speak({ oddStatus: 'final' });
		const expected = ['cancelled', 'completed', 'pending', 'processing'];
		expect(await shown()).toEqual([expected, expected]);
		const run = (await listed()).find(({ status }) => status === 'cancelled');
		expect(await details(sandbox, run?.id ?? '')).not.toHaveProperty('failure_reason');
	});
});

describe('the clock of the service', () => {
	const dated = async (name: string) => {
		await submitted(name);
		const run = (await sandbox.control.runs()).find(({ filename }) => filename === name);
		return Date.parse(run?.createdTime ?? '');
	};

	test('may be ahead', async () => {
		const real = await sandbox.control.now();
		await speak({ skewMs: DAY_MS });
		expect(await dated('tomorrow')).toBe(real + DAY_MS);
	});

	test('may be set back by an hour', async () => {
		const real = await sandbox.control.now();
		await speak({ setBackAfterMs: 1_000 });
		expect(await dated('before')).toBe(real);
		await speak({ pageOrder: 'oldest' });
		await sandbox.control.advance(1_000);
		expect(await dated('after')).toBe(real + 1_000 - 3_600_000);
		expect(await names()).toEqual(['after', 'before']);
	});

	test('may date one run ahead', async () => {
		const real = await sandbox.control.now();
		await speak({ oddAheadMs: DAY_MS, oddRun: 1 });
		expect(await dated('first')).toBe(real);
		expect(await dated('second')).toBe(real + DAY_MS);
		await sandbox.control.setDialect({ oddRun: 2 });
		await sandbox.control.seedRuns([{ filename: 'third' }]);
		expect(await names()).toHaveLength(3);
		const times = (await sandbox.control.runs()).map(({ createdTime }) => Date.parse(createdTime));
		expect(times).toEqual([real, real + DAY_MS, real + DAY_MS]);
	});
});
