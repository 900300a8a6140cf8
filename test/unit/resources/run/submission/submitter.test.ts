import { ServiceError } from '../../../../../nodes/DocScore/service/errors';
import { Cancellation } from '../../../../../nodes/DocScore/service/cancellation';
import { readRun, readSummary } from '../../../../../nodes/DocScore/service/readRun';
import {
	DEDUPLICATION_METADATA,
	keyMetadata,
} from '../../../../../nodes/DocScore/resources/run/submission/findByKey';
import { RecentSubmissions } from '../../../../../nodes/DocScore/resources/run/submission/recentSubmissions';
import { Submitter } from '../../../../../nodes/DocScore/resources/run/submission/submitter';
import { useDrivenTime } from '../../../../harness/jest/drivenTime';

const REQUEST = {
	files: { parts: [], urls: async () => ['https://a.example/1.pdf'] },
	extraction_template_id: 't',
};

const NOTHING = 'Try again in a few minutes, or remove the option';

/** A service that lists this run for every filter and counts submissions. */
function serviceListing(doc: Record<string, string | object>) {
	const run = readRun({ doc });
	const summary = readSummary(doc);
	if (!run || !summary) throw new Error('The run has no id');
	const service = {
		submitted: 0,
		submit: async () => ({ id: `new-${++service.submitted}`, message: 'Accepted' }),
		query: async () => ({ runs: [summary], totalCount: 1 }),
		details: async () => run,
	};
	return service;
}

const submitterTo = (service: ConstructorParameters<typeof Submitter>[0]) =>
	new Submitter(service, new Cancellation(), new RecentSubmissions(), 'account');

describe('Submitter', () => {
	it('ignores a listed run with another key', async () => {
		const metadata = { [DEDUPLICATION_METADATA]: 'a-1' };
		const service = serviceListing({ id: 'r1', status: 'completed', metadata });
		expect(await submitterTo(service).submit(REQUEST, 'A-1')).toMatchObject({ id: 'new-1' });
	});

	it('submits nothing if a listed run shows no metadata', async () => {
		const service = serviceListing({ id: 'r1', status: 'completed', metadata: {} });
		await expect(submitterTo(service).submit(REQUEST, 'A-1')).rejects.toMatchObject({
			message: 'The service does not show the metadata of run r1',
			details: {
				description: `Nothing was submitted: this may be the run for the deduplication key 'A-1'. ${NOTHING}`,
			},
		});
		expect(service.submitted).toBe(0);
	});

	it('submits nothing if a listed run cannot be read, and throws the first error', async () => {
		const [torn, bare] = ['r1', 'r2'].map((id) => readRun({ doc: { id } }));
		if (!torn || !bare) throw new Error('The runs have ids');
		const service = {
			...serviceListing({ id: 'r1' }),
			query: async () => ({ runs: [torn, bare], totalCount: 2 }),
			details: async (id: string) => (id === 'r1' ? await Promise.reject(new Error('Torn')) : bare),
		};
		await expect(submitterTo(service).submit(REQUEST, 'A-1')).rejects.toThrow('Torn');
		expect(service.submitted).toBe(0);
	});

	it.each(['118', '00118', '1.50', '12345678901234567890', '1e5', 'True', 'null', '[1]', 'key:7'])(
		'sends the key %s as a non-numeric text, and recognizes it',
		async (key) => {
			const [sent = {}] = Object.values(keyMetadata(key));
			expect(sent).toBe(`key:${key}`);
			const service = serviceListing({ id: 'r1', status: 'completed', metadata: keyMetadata(key) });
			const submitted = await submitterTo(service).submit(REQUEST, key);
			expect(submitted).toMatchObject({ id: 'r1', deduplicated: true });
		},
	);

	it('returns a run without a status as a duplicate', async () => {
		const metadata = { [DEDUPLICATION_METADATA]: 'A-1' };
		const submitter = submitterTo(serviceListing({ id: 'r1', metadata }));
		expect(await submitter.submit(REQUEST, 'A-1')).toEqual({
			id: 'r1',
			name: null,
			message: 'Submitted before with this deduplication key (status: unknown)',
			deduplicated: true,
		});
	});

	it('sends no requests for a document that it submitted itself', async () => {
		const listing = serviceListing({ id: 'r1', status: 'completed' });
		const asked: string[] = [];
		const query = async () => (asked.push('query'), { runs: [], totalCount: 0 });
		const details = async () => (asked.push('details'), await listing.details());
		const submitter = submitterTo({ ...listing, query, details });
		const both = [submitter.submit(REQUEST, 'A-1'), submitter.submit(REQUEST, 'A-1')];
		const made = { id: 'new-1', name: null };
		const known = 'Submitted before with this deduplication key';
		expect(await Promise.all(both)).toEqual([
			{ ...made, message: 'Accepted', deduplicated: false },
			{ ...made, message: known, deduplicated: true },
		]);
		expect(asked).toEqual(['query']);
	});

	it('reads at most 20 runs if the service ignores the key', async () => {
		const service = serviceListing({ id: 'r', status: 'completed', metadata: { other: 1 } });
		const summary = await service.details();
		let reads = 0;
		const details = async () => (reads++, await Promise.resolve(summary));
		const listing = (count: number) => async () => ({
			runs: Array.from({ length: count }, (_, at) => ({ ...summary, id: `r${at}` })),
			totalCount: count,
		});
		const made = submitterTo({ ...service, details, query: listing(20) }).submit(REQUEST, 'A-1');
		expect(await made).toMatchObject({ id: 'new-1' });
		const tooMany = { ...service, details, query: listing(21) };
		const submitted = submitterTo(tooMany).submit(REQUEST, 'A-1');
		await expect(submitted).rejects.toMatchObject({
			message: 'The service did not apply the metadata filter',
			details: {
				description: `Nothing was submitted: the service listed 21 or more runs for the deduplication key 'A-1'. ${NOTHING}`,
			},
		});
		expect([reads, service.submitted]).toEqual([40, 1]);
	});

	it.each([
		[1, '1 run'],
		[2, '2 runs'],
	])('submits nothing if %d runs with its key are counted but not listed', async (n, told) => {
		const service = serviceListing({ id: 'r1', status: 'failed' });
		const counting = { ...service, query: async () => ({ runs: [], totalCount: n }) };
		await expect(submitterTo(counting).submit(REQUEST, 'A-1')).rejects.toMatchObject({
			message: 'The service did not list all runs it counted',
			details: {
				description: `Nothing was submitted: the service counted ${told} and listed 0 for the deduplication key 'A-1'. ${NOTHING}`,
			},
		});
		expect(service.submitted).toBe(0);
	});

	describe('after a submission whose outcome is unknown', () => {
		const time = useDrivenTime();

		/** The result of an execution this many ms after one that got no response. */
		async function submitAfter(ms: number): Promise<unknown> {
			const recent = new RecentSubmissions();
			const listing = serviceListing({ id: 'r1', status: 'completed' });
			const service = { ...listing, query: async () => ({ runs: [], totalCount: 0 }) };
			const submit = async () =>
				await Promise.reject(
					new ServiceError('No answer', { outcome: 'unknown', transient: true }),
				);
			const [unanswered, later] = [{ ...service, submit }, service].map(
				(each) => new Submitter(each, new Cancellation(), recent, 'account'),
			);
			await expect(unanswered?.submit(REQUEST, 'A-1')).rejects.toThrow(
				'It is unknown whether the service accepted this submission. No answer',
			);
			await time.pass(ms);
			time.flow();
			return await later?.submit(REQUEST, 'A-1');
		}

		it('submits nothing within a minute', async () => {
			await expect(submitAfter(59_999)).rejects.toMatchObject({
				message: "An earlier submission with deduplication key 'A-1' has an unknown outcome",
				details: {
					description: expect.stringMatching(/^Nothing was .+ the document is submitted/),
				},
			});
		});

		it('submits after a minute', async () => {
			expect(await submitAfter(60_000)).toMatchObject({ id: 'new-1', deduplicated: false });
		});
	});

	it('sends the key with the metadata, and returns the name of the run', async () => {
		const service = { ...serviceListing({ id: 'r1', status: 'failed' }), submit: jest.fn() };
		const submit = service.submit.mockResolvedValue({ id: 'new-1', message: null });
		const request = { ...REQUEST, run_id: 'Run A', metadata: { n8n_a: 'b' } };
		const made = { id: 'new-1', message: null, name: 'Run A', deduplicated: false };
		expect(await submitterTo(service).submit(request, 'A-1')).toEqual(made);
		const metadata = { n8n_a: 'b', [DEDUPLICATION_METADATA]: 'A-1' };
		expect(submit).toHaveBeenCalledWith({ ...request, metadata });
	});

	it('submits again at once what the service has rejected', async () => {
		const service = serviceListing({ id: 'r1', status: 'failed' });
		const rejected = new ServiceError('No', { outcome: 'rejected', transient: false });
		const submit = jest.spyOn(service, 'submit').mockRejectedValueOnce(rejected);
		const recent = new RecentSubmissions();
		const submitter = () => new Submitter(service, new Cancellation(), recent, 'account');
		await expect(submitter().submit(REQUEST, 'A-1')).rejects.toBe(rejected);
		expect(await submitter().submit(REQUEST, 'A-1')).toMatchObject({ id: 'new-1' });
		expect(submit).toHaveBeenCalledTimes(2);
	});

	it('submits every time without a key', async () => {
		const service = serviceListing({ id: 'r1', status: 'completed' });
		const submitter = submitterTo(service);
		await submitter.submit(REQUEST, null);
		await submitter.submit(REQUEST, null);
		expect(service.submitted).toBe(2);
	});
});
