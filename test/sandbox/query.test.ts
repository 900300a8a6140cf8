import type { Sandbox } from '../harness/sandbox/sandbox';
import { useSandbox } from '../harness/sandbox/useSandbox';
import type { Dialect } from './dialect';
import { paths, post, query, submit } from './serviceClient';

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
		await sandbox.control.seedRuns([{ filename: 'March invoices' }]);
		const urls = ['http://a.example/b.png', 'http://march.example/march/MARCH%20two.pdf'];
		await submit(sandbox, urls, { run_id: 'x' });
		await submit(sandbox, ['http://march.example/march/a.pdf'], { run_id: 'y' });
		expect(await namesFound({ filters: { filename: 'march' } })).toEqual(['March invoices', 'x']);
		expect(await namesFound({ filters: { filename: 'march t' } })).toEqual(['x']);
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

test('pages contain 50 runs or the limit, and the last contains the rest', async () => {
	await sandbox.control.seedRuns([{ count: 120, createdAgoMs: 120_000, spacingMs: 1_000 }]);
	await sandbox.control.setDialect({ pageOrder: 'oldest' });
	const page = async (body: Record<string, unknown>) => {
		const { docs, pagination } = await query(sandbox, body);
		return [docs[0]?.filename, docs.length, pagination];
	};
	const counted = { totalCount: 120, limit: 50, totalPages: 3 };
	expect(await page({})).toEqual(['Run 1', 50, { ...counted, currentPage: 1 }]);
	expect(await page({ page: 3 })).toEqual(['Run 101', 20, { ...counted, currentPage: 3 }]);
	expect(await page({ page: 2, limit: 100 })).toMatchObject(['Run 101', 20, { totalPages: 2 }]);
});

test('past the end is nothing, or the last page again with its own number', async () => {
	await sandbox.control.seedRuns([{ count: 3, createdAgoMs: 120_000, spacingMs: 1_000 }]);
	const pastEnd = async () => {
		const { docs, pagination } = await query(sandbox, { page: 7, limit: 2 });
		return [docs.length, pagination.currentPage];
	};
	expect(await pastEnd()).toEqual([0, 7]);
	await sandbox.control.setDialect({ pagesPastEnd: 'last' });
	expect(await pastEnd()).toEqual([1, 2]);
});

describe('bounds', () => {
	const before = ['day before'];
	const after = ['same day', 'day after'];
	type Case = [Dialect['boundPrecision'], Dialect['bounds'], string[], string[]];
	const cases: Case[] = [
		['us', 'exclusive', ['ms', ...after], [...before, 'second']],
		['ms', 'exclusive', after, [...before, 'second']],
		['ms', 'inclusive', ['ms', ...after], [...before, 'second', 'ms']],
		['seconds', 'exclusive', after, before],
		['seconds', 'inclusive', ['second', 'ms', ...after], [...before, 'second', 'ms']],
		['days', 'exclusive', ['day after'], before],
		['days', 'inclusive', ['second', 'ms', ...after], [...before, 'second', 'ms', 'same day']],
	];
	test.each(cases)('are compared to %s, %s', async (boundPrecision, bounds, later, earlier) => {
		await sandbox.control.seedRuns([
			{ filename: 'day before', createdTime: '2025-02-28T12:00:00Z' },
			{ filename: 'second', createdTime: '2025-03-01T12:00:00.400Z' },
			{ filename: 'ms', createdTime: '2025-03-01T12:00:00.500900Z' },
			{ filename: 'same day', createdTime: '2025-03-01T13:00:00Z' },
			{ filename: 'day after', createdTime: '2025-03-02T12:00:00Z' },
		]);
		await sandbox.control.setDialect({ boundPrecision, bounds });
		const bound = '2025-03-01T13:00:00.500+01:00';
		expect(await namesFound({ filters: { startTime: bound } })).toEqual([...later].sort());
		expect(await namesFound({ filters: { endTime: bound } })).toEqual([...earlier].sort());
	});

	test('in local time mean the later of two equal times at the end of summer time', async () => {
		await sandbox.control.seedRuns([
			{ filename: 'summer', createdTime: '2025-10-26T00:30:00Z' },
			{ filename: 'winter', createdTime: '2025-10-26T01:30:00Z' },
			{ filename: 'later', createdTime: '2025-10-26T02:30:00Z' },
		]);
		await sandbox.control.setDialect({ timeZone: 'local', timeDigits: 'seconds' });
		const times = (await query(sandbox, {})).docs.map((run) => run.created_time).sort();
		expect(times).toEqual(['2025-10-26T02:30:00', '2025-10-26T02:30:00', '2025-10-26T03:30:00']);
		const filters = { startTime: '2025-10-26T03:00:00' };
		expect(await namesFound({ filters })).toEqual(['later']);
	});
});
