import { Stop } from '../../nodes/DocScore/service/stop';
import { readRun, readSummary } from '../../nodes/DocScore/service/readRun';
import { DEDUPLICATION_METADATA, Submitter } from '../../nodes/DocScore/resources/run/submitter';

const REQUEST = { file_urls: ['https://a.example/1.pdf'], extraction_template_id: 't' };

/** A service that lists this run for whatever filter, and counts what is submitted. */
function serviceListing(doc: Record<string, string | object>) {
	const run = readRun({ doc });
	const summary = readSummary(doc);
	if (!run || !summary) throw new Error('The run has no id');
	const service = {
		submitted: 0,
		submit: async () => ({ id: `new-${++service.submitted}`, message: null }),
		query: async () => ({ runs: [summary], totalCount: 1 }),
		details: async () => run,
	};
	return service;
}

describe('Submitter', () => {
	it('trusts a run found by its key only when it carries the key', async () => {
		const service = serviceListing({ id: 'r1', status: 'completed', metadata: { other: 'A-1' } });
		const submitter = new Submitter(service, new Stop());
		await expect(submitter.submit(REQUEST, 'A-1')).rejects.toThrow(/did not filter/);
		expect(service.submitted).toBe(0);
	});

	it('knows its key again where the service keeps numbers', async () => {
		const metadata = { [DEDUPLICATION_METADATA]: 118 };
		const service = serviceListing({ id: 'r1', status: 'completed', metadata });
		const submitter = new Submitter(service, new Stop());
		expect(await submitter.submit(REQUEST, '118')).toMatchObject({ id: 'r1', deduplicated: true });
		expect(service.submitted).toBe(0);
	});

	it('submits without a key as often as asked', async () => {
		const service = serviceListing({ id: 'r1', status: 'completed' });
		const submitter = new Submitter(service, new Stop());
		await submitter.submit(REQUEST, '');
		await submitter.submit(REQUEST, '');
		expect(service.submitted).toBe(2);
	});
});
