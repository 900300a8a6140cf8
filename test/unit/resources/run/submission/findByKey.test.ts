import {
	DEDUPLICATION_METADATA,
	findByKey,
} from '../../../../../nodes/DocScore/resources/run/submission/findByKey';
import { readRun } from '../../../../../nodes/DocScore/service/readRun';
import type { Run, RunQuery, RunSummary } from '../../../../../nodes/DocScore/service/types';

/** A service that ignores filters and lists this many runs, all of them failed. */
function serviceListing(count: number) {
	const queries: RunQuery[] = [];
	const runs = Array.from({ length: count }, (_, n): RunSummary => {
		const summary = { id: `run-${n}`, name: null, createdTime: null, fields: [], raw: {} };
		return { ...summary, status: 'failed' };
	});
	return {
		queries,
		query: async (query: RunQuery) => {
			queries.push(query);
			const { page, limit } = query;
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
		const metadata_filters = [{ metadata_name: 'n8n_dedup_key', operator: '=', value: 'A-1' }];
		const filters = { extraction_template_id: 't' };
		expect(service.queries).toEqual(
			Array.from({ length: 10 }, (_, n) => ({
				page: n + 1,
				limit: 100,
				filters,
				metadata_filters,
			})),
		);
	});

	it('are read to the end if the service ignores pages', async () => {
		const service = serviceListing(100);
		const query = async (asked: RunQuery) => await service.query({ ...asked, page: 1 });
		expect(await findByKey({ ...service, query }, 'A-1', 't')).toBeNull();
		expect(service.queries).toHaveLength(2);
	});

	it.each([1_000, 1_050])(
		'are an error if %d are listed, because the service ignored the filter',
		async (count) => {
			const service = serviceListing(count);
			await expect(findByKey(service, 'A-1', 't')).rejects.toThrow(
				'did not apply the metadata filter',
			);
			expect(service.queries).toHaveLength(10);
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
				// The first has failed since it was listed.
				const [status, key] = id === 'run-1' ? ['failed', 'A-1'] : ['pending', 'another'];
				return await Promise.resolve(withKey(id, status, key));
			},
		};
		expect(await findByKey(service, 'A-1', 't')).toBeNull();
		expect(asked).toEqual(['run-1', 'run-4', 'run-0', 'run-3']);
	});
});
