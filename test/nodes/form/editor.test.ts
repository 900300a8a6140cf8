// Sources: methods/searchRuns.ts
import { DocScore } from '../../../nodes/DocScore/DocScore.node';
import { loadOptionsContext } from '../../harness/n8n/contexts';
import { FileHost, withContent } from '../../harness/sandbox/fileHost';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';

const node = new SandboxedNode();
const host = new FileHost();
const { methods } = new DocScore();
const { searchRuns, searchCompletedRuns } = methods.listSearch;
const lists = { searchRuns, searchCompletedRuns };
type Lists = typeof lists;

describe('the list of runs', () => {
	const search = async (filter?: string, token?: string, method: keyof Lists = 'searchRuns') =>
		await lists[method].call(loadOptionsContext(node.credential), filter, token);

	it('shows the name first, then status and a short time', async () => {
		const year = new Date().getUTCFullYear();
		for (const [createdTime, shown] of [
			[`${year}-03-14T09:30:00.000Z`, '14 Mar, 10:30'],
			[`${year - 1}-12-31T23:30:00.000Z`, '1 Jan, 00:30'],
			[`${year - 1}-12-31T22:30:00.000Z`, `31 Dec ${year - 1}`],
		]) {
			const name = `Invoice of ${createdTime}`;
			const spec = { status: 'failed' as const, filename: name, createdTime };
			const [id] = await node.control.seedRuns([spec]);
			const context = loadOptionsContext(node.credential, {}, 'Europe/Berlin');
			expect(await searchRuns.call(context, name)).toEqual({
				results: [{ name: `${name} · failed · ${shown}`, value: id }],
			});
		}
	});

	it('shows an unreadable time unchanged', async () => {
		const docs = [{ id: 'run-0', filename: 'Invoice', created_time: 'noon' }];
		host.answer(withContent(200, JSON.stringify({ docs })));
		const context = loadOptionsContext({ ...node.credential, baseUrl: host.origin });
		const { results } = await searchRuns.call(context);
		expect(results).toEqual([{ name: 'Invoice · noon', value: 'run-0' }]);
	});

	it('requests only what it shows, and adds no filters', async () => {
		await search();
		await search(' Invoice\t', '2');
		await search(' ');
		await search(undefined, undefined, 'searchCompletedRuns');
		expect((await node.control.requests()).map(({ body }) => body)).toEqual([
			{ page: 1, limit: 50 },
			{ page: 2, limit: 50, filters: { filename: 'Invoice' } },
			{ page: 1, limit: 50 },
			{ page: 1, limit: 50, filters: { status: 'completed' } },
		]);
	});

	it('loads more pages while the user scrolls, until all runs were shown once', async () => {
		const ids = await node.control.seedRuns([
			{ count: 120, createdAgoMs: 3_600_000, spacingMs: 1_000 },
		]);
		const shown: unknown[] = [];
		let token: string | undefined;
		do {
			const page = await search(undefined, token);
			shown.push(...page.results.map((result) => result.value));
			token = page.paginationToken === undefined ? undefined : String(page.paginationToken);
		} while (token !== undefined);
		expect(shown.sort()).toEqual([...ids].sort());
	});

	it.each([
		[50, { totalCount: 50 }, undefined],
		[50, { totalCount: 51 }, '2'],
		[50, {}, '2'],
		[49, {}, undefined],
		[1, { totalCount: 51 }, '2'],
		[0, { totalCount: 51 }, undefined],
	])('of %d runs with %j continues with page %s', async (count, pagination, next) => {
		const docs = Array.from({ length: count }, (_, n) => ({ id: `run-${n}`, status: 'failed' }));
		host.answer(withContent(200, JSON.stringify({ docs, pagination })));
		const context = loadOptionsContext({ ...node.credential, baseUrl: host.origin });
		const page = await methods.listSearch.searchRuns.call(context);
		expect(page.results).toHaveLength(count);
		if (count > 0) expect(page.results[0]).toEqual({ name: 'run-0 · failed', value: 'run-0' });
		expect(page.paginationToken).toBe(next);
	});
});
