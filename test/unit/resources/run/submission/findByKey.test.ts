import {
	DEDUPLICATION_METADATA,
	findByKey,
} from '../../../../../nodes/DocScore/resources/run/submission/findByKey';
import { readRun } from '../../../../../nodes/DocScore/service/readRun';
import type { Run, RunQuery, RunSummary } from '../../../../../nodes/DocScore/service/types';

/** A service that ignores filters and lists this many runs, all of them failed. */
function serviceListing(count: number) {
	const pages: number[] = [];
	const runs = Array.from({ length: count }, (_, n): RunSummary => {
		const summary = { id: `run-${n}`, name: null, createdTime: null, fields: [], raw: {} };
		return { ...summary, status: 'failed' };
	});
	return {
		pages,
		query: async ({ page, limit }: RunQuery) => {
			pages.push(page);
			return { runs: runs.slice((page - 1) * limit, page * limit), totalCount: count };
		},
		details: async () => await Promise.reject(new Error('Nobody asks for a failed run')),
	};
}

function withKey(id: string, status: string, key: string): Run {
	const run = readRun({ doc: { id, status, metadata: { [DEDUPLICATION_METADATA]: key } } });
	if (run === null) throw new Error('The run has an id');
	return run;
}

describe('the runs of a deduplication key', () => {
	it('are read to the end, over ten pages', async () => {
		const service = serviceListing(950);
		expect(await findByKey(service, 'A-1', 't')).toBeNull();
		expect(service.pages).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
	});

	it.each([1_000, 1_050])(
		'are an error if %d are listed, because the service ignored the filter',
		async (count) => {
			const service = serviceListing(count);
			await expect(findByKey(service, 'A-1', 't')).rejects.toThrow(
				'did not apply the metadata filter',
			);
			expect(service.pages).toHaveLength(10);
		},
	);

	it('are read in detail, first those that have finished, never the failed', async () => {
		const statuses = ['pending', 'completed', 'failed', 'processing', 'completed'];
		const runs = statuses.map((status, n) => withKey(`run-${n}`, status, 'A-1'));
		const asked: string[] = [];
		const service = {
			query: async () => await Promise.resolve({ runs, totalCount: runs.length }),
			details: async (id: string) => {
				asked.push(id);
				return await Promise.resolve(withKey(id, 'pending', 'another'));
			},
		};
		expect(await findByKey(service, 'A-1', 't')).toBeNull();
		expect(asked).toEqual(['run-1', 'run-4', 'run-0', 'run-3']);
	});
});
