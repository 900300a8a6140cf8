import type { Sandbox } from '../harness/sandbox/sandbox';
import { useSandbox } from '../harness/sandbox/useSandbox';
import { paths, post, query } from './serviceClient';

let sandbox: Sandbox;

useSandbox((started) => {
	sandbox = started;
});

async function namesFound(body: Record<string, unknown>): Promise<string[]> {
	const { docs, pagination } = await query(sandbox, body);
	expect(pagination.totalCount).toBe(docs.length);
	return docs.map(({ filename }) => filename).sort();
}

test('a response has the specified form, and runs are summaries', async () => {
	const createdTime = '2025-03-01T12:00:00.000Z';
	const specs = [
		{ createdTime, status: 'completed', metadata: { a: '1' } },
		{ createdTime, status: 'failed' },
	] as const;
	const [done, failed] = await sandbox.control.seedRuns([...specs]);
	const { body } = await post(sandbox, paths.query, {});
	expect(body).toEqual({
		statusCode: 'SUCCESS',
		statusMessage: expect.any(String),
		docs: expect.arrayContaining([
			{
				id: done,
				filename: 'Run 1',
				status: 'completed',
				created_time: createdTime,
				output_schema: { invoice_number: { value: '1', reasoning: expect.any(String) } },
			},
			{ id: failed, filename: 'Run 1', status: 'failed', created_time: createdTime },
		]),
		pagination: { currentPage: 1, totalPages: 1, totalCount: 2, limit: 50 },
	});
});

describe('filters', () => {
	test('by status', async () => {
		for (const status of ['pending', 'processing', 'completed', 'failed'] as const) {
			await sandbox.control.seedRuns([{ status, filename: status }]);
		}
		for (const status of ['pending', 'processing', 'completed', 'failed']) {
			expect(await namesFound({ filters: { status } })).toEqual([status]);
		}
	});

	test('by template', async () => {
		const { receipt, invoice } = sandbox.templates;
		await sandbox.control.seedRuns([
			{ templateId: receipt, filename: 'a' },
			{ templateId: invoice, filename: 'b' },
		]);
		expect(await namesFound({ filters: { extraction_template_id: receipt } })).toEqual(['a']);
	});

	test('by a part of the name of the run or of a file, in any case', async () => {
		await sandbox.control.seedRuns([
			{ filename: 'March invoices' },
			{ filename: 'x', fileUrls: ['http://a.example/b.png', 'http://a.example/MARCH%20two.pdf'] },
			{ filename: 'April', fileUrls: ['http://march.example/march/a.pdf'] },
		]);
		expect(await namesFound({ filters: { filename: 'march' } })).toEqual(['March invoices', 'x']);
		expect(await namesFound({ filters: { filename: 'march t' } })).toEqual(['x']);
	});

	test('by time, exclusive or inclusive, with microseconds and any zone', async () => {
		await sandbox.control.seedRuns([
			{ filename: 'before', createdTime: '2025-03-01T11:59:59.999999Z' },
			{ filename: 'at', createdTime: '2025-03-01T12:00:00Z' },
			{ filename: 'after', createdTime: '2025-03-01T12:00:00.000001Z' },
		]);
		await sandbox.control.setDialect({ boundPrecision: 'us' });
		const startTime = '2025-03-01T13:00:00+01:00';
		const endTime = '2025-03-01T12:00:00';
		expect(await namesFound({ filters: { startTime } })).toEqual(['after']);
		expect(await namesFound({ filters: { endTime } })).toEqual(['before']);
		await sandbox.control.setDialect({ bounds: 'inclusive' });
		expect(await namesFound({ filters: { startTime } })).toEqual(['after', 'at']);
		expect(await namesFound({ filters: { endTime } })).toEqual(['at', 'before']);
		expect(await namesFound({ filters: { startTime, endTime } })).toEqual(['at']);
	});

	test('combined: a run must match all', async () => {
		await sandbox.control.seedRuns([
			{ filename: 'a1', status: 'failed' },
			{ filename: 'a2', status: 'completed' },
			{ filename: 'b', status: 'failed' },
		]);
		expect(await namesFound({ filters: { status: 'failed', filename: 'a' } })).toEqual(['a1']);
	});
});

describe('metadata filters', () => {
	const operators: Array<[string, string, string[]]> = [
		['=', '9', ['9']],
		['!=', '9', ['10', 'b']],
		['>', '9', ['10', 'b']],
		['<', '10', ['9']],
		['>=', '9', ['10', '9', 'b']],
		['<=', '9', ['9']],
		['>', 'a', ['b']],
		['<=', 'b', ['10', '9', 'b']],
	];
	test.each(operators)('%s %s compares numbers numerically', async (operator, value, found) => {
		await sandbox.control.seedRuns([
			{ filename: '9', metadata: { size: '9' } },
			{ filename: '10', metadata: { size: 10 } },
			{ filename: 'b', metadata: { size: 'b' } },
			{ filename: 'without', metadata: { other: '9' } },
		]);
		const filter = { metadata_name: 'size', operator, value };
		expect(await namesFound({ metadata_filters: [filter] })).toEqual(found);
	});

	test('combined: a run must match all', async () => {
		await sandbox.control.seedRuns([
			{ filename: 'both', metadata: { a: '1', b: 'true' } },
			{ filename: 'one', metadata: { a: '1', b: 'false' } },
		]);
		const metadata_filters = [
			{ metadata_name: 'a', operator: '=', value: '1' },
			{ metadata_name: 'b', operator: '!=', value: 'false' },
		];
		expect(await namesFound({ metadata_filters })).toEqual(['both']);
	});
});

describe('pages', () => {
	const numbers = (from: number, to: number) =>
		Array.from({ length: to - from + 1 }, (_, index) => `Run ${from + index}`);
	const page = async (body: Record<string, unknown>) => {
		const { docs, pagination } = await query(sandbox, body);
		return { names: docs.map(({ filename }) => filename), pagination };
	};

	test('contain 50 runs or the limit, and the last contains the rest', async () => {
		await sandbox.control.seedRuns([{ count: 120, createdAgoMs: 120_000, spacingMs: 1000 }]);
		await sandbox.control.setDialect({ pageOrder: 'oldest' });
		const counted = { totalCount: 120, limit: 50, totalPages: 3 };
		expect(await page({})).toEqual({
			names: numbers(1, 50),
			pagination: { ...counted, currentPage: 1 },
		});
		expect((await page({ page: 3 })).names).toEqual(numbers(101, 120));
		expect(await page({ page: 4 })).toEqual({
			names: [],
			pagination: { ...counted, currentPage: 4 },
		});
		expect((await page({ page: 2, limit: 100 })).names).toEqual(numbers(101, 120));
	});

	test('have the selected order', async () => {
		const ids = await sandbox.control.seedRuns([{ count: 30, createdAgoMs: 60_000, spacingMs: 1 }]);
		const inOrder = async (pageOrder: 'newest' | 'oldest' | 'random' | 'id') => {
			await sandbox.control.setDialect({ pageOrder });
			return (await query(sandbox, {})).docs.map(({ id }) => id);
		};
		expect(await inOrder('oldest')).toEqual(ids);
		expect(await inOrder('newest')).toEqual([...ids].reverse());
		expect(await inOrder('id')).toEqual([...ids].sort());
		const random = await inOrder('random');
		expect([...random].sort()).toEqual([...ids].sort());
		expect(await inOrder('random')).not.toEqual(random);
	});

	test('of a history of 100,000 runs are returned fast', async () => {
		await sandbox.control.seedRuns([{ count: 100_000, createdAgoMs: 1e8, spacingMs: 1000 }]);
		const startedAt = Date.now();
		const { pagination } = await query(sandbox, { page: 700, filters: { status: 'completed' } });
		expect(pagination.totalCount).toBe(100_000);
		expect(Date.now() - startedAt).toBeLessThan(1000);
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
