// Sources: resources/run/submission/findByKey.ts
import { ServiceError } from '../../../../../nodes/DocScore/service/errors';
import { Cancellation } from '../../../../../nodes/DocScore/service/cancellation';
import { readRun } from '../../../../../nodes/DocScore/service/readRun';
import {
	DEDUPLICATION_METADATA,
	findByKey,
	keyMetadata,
} from '../../../../../nodes/DocScore/resources/run/submission/findByKey';
import { RecentSubmissions } from '../../../../../nodes/DocScore/resources/run/submission/recentSubmissions';
import { Submitter } from '../../../../../nodes/DocScore/resources/run/submission/submitter';
import type { Run, RunQuery } from '../../../../../nodes/DocScore/service/types';

const REQUEST = { file_urls: ['https://a.example/1.pdf'], extraction_template_id: 't' };

type Service = ConstructorParameters<typeof Submitter>[0];

function runWith(id: string, status = 'pending', key?: string): Run {
	const run = readRun({ doc: { id, status, metadata: { [DEDUPLICATION_METADATA]: key } } });
	if (run === null) throw new Error('The run has an id');
	return run;
}

/** A service that lists no runs and counts submissions. */
function serviceOf(change: Partial<Service> = {}) {
	const service: Service & { submitted: number } = {
		submitted: 0,
		submit: async () => ({ id: `new-${++service.submitted}`, message: null }),
		query: async () => ({ runs: [], totalCount: 0 }),
		details: async () => await Promise.reject(new Error('Nobody asks for a run')),
		...change,
	};
	return service;
}

const submitterTo = (service: Service, recent = new RecentSubmissions()) =>
	new Submitter(service, new Cancellation(), recent, 'account');

describe('Nothing is submitted', () => {
	it('if a listed run cannot be read, and the first error is thrown', async () => {
		const runs = [runWith('r1'), runWith('r2')];
		const service = serviceOf({
			query: async () => ({ runs, totalCount: 2 }),
			details: async (id) => (id === 'r1' ? await Promise.reject(new Error('Torn')) : runWith(id)),
		});
		await expect(submitterTo(service).submit(REQUEST, 'A-1')).rejects.toThrow('Torn');
		expect(service.submitted).toBe(0);
	});

	it.each([
		[1, '1 run'],
		[2, '2 runs'],
	])('if %d runs with its key are counted but not listed', async (totalCount, told) => {
		const service = serviceOf({ query: async () => ({ runs: [], totalCount }) });
		await expect(submitterTo(service).submit(REQUEST, 'A-1')).rejects.toMatchObject({
			message: 'The service did not list all runs it counted',
			details: {
				description: `Nothing was submitted: the service counted ${told} and listed 0 for the deduplication key 'A-1'. Try again in a few minutes, or remove the option`,
			},
		});
		expect(service.submitted).toBe(0);
	});

	it.each([
		['rejects the key', { status: 401, transient: false }],
		['fails', { status: 500, transient: true }],
	])('if the run of an earlier execution is unlisted and the service %s', async (_, failure) => {
		const unread = new ServiceError('Not read', { ...failure, outcome: 'rejected' });
		const service = serviceOf({ details: async () => await Promise.reject(unread) });
		const recent = new RecentSubmissions();
		await submitterTo(service, recent).submit(REQUEST, 'A-1');
		const again = submitterTo(service, recent).submit(REQUEST, 'A-1');
		await expect(again).rejects.toThrow('Not read');
		expect(service.submitted).toBe(1);
	});
});

test('a run whose acceptance was unknown keeps its key, even if lists no longer show it', async () => {
	const run = runWith('r1', 'pending', 'A-1');
	let runs = [run];
	const unanswered = new ServiceError('No answer', { outcome: 'unknown', transient: true });
	const service = serviceOf({
		submit: async () => await Promise.reject(unanswered),
		query: async () => ({ runs, totalCount: runs.length }),
		details: async () => run,
	});
	const recent = new RecentSubmissions();
	const found = { id: 'r1', message: null, deduplicated: false };
	expect(await submitterTo(service, recent).findUnknown('t', 'A-1')).toEqual(found);
	runs = [];
	expect(await submitterTo(service, recent).submit(REQUEST, 'A-1')).toEqual({
		id: 'r1',
		message: 'Submitted before with this deduplication key (status: pending)',
		deduplicated: true,
	});
});

test.each(['118', '1e5', 'True', 'null', '[1]', 'key:7'])(
	'the key %s, which a service may read as no text, is sent as one',
	(key) => {
		expect(keyMetadata(key)).toEqual({ [DEDUPLICATION_METADATA]: `key:${key}` });
		expect(keyMetadata(`A-${key}`)).toEqual({ [DEDUPLICATION_METADATA]: `A-${key}` });
	},
);

describe('The runs of a deduplication key', () => {
	it.each([
		[950, null],
		[1_000, 'did not apply the metadata filter'],
	])('of which %d are listed are read in ten pages at most', async (count, message) => {
		const pages: number[] = [];
		const all = Array.from({ length: count }, (_, n) => runWith(`run-${n}`, 'failed'));
		const query = async ({ page, limit }: RunQuery) => {
			pages.push(page);
			return { runs: all.slice((page - 1) * limit, page * limit), totalCount: count };
		};
		const found = findByKey(serviceOf({ query }), 'A-1', 't');
		if (message === null) expect(await found).toBeNull();
		else await expect(found).rejects.toThrow(message);
		expect(pages).toHaveLength(10);
	});

	it('are read in detail, first those that have finished, never the failed', async () => {
		const statuses = ['pending', 'completed', 'failed', 'processing', 'completed'];
		const runs = statuses.map((status, n) => runWith(`run-${n}`, status, 'A-1'));
		const asked: string[] = [];
		const service = serviceOf({
			query: async () => ({ runs, totalCount: runs.length }),
			details: async (id) => (asked.push(id), runWith(id, 'pending', 'another')),
		});
		expect(await findByKey(service, 'A-1', 't')).toBeNull();
		expect(asked).toEqual(['run-1', 'run-4', 'run-0', 'run-3']);
	});
});
