import { DEDUPLICATION_METADATA } from '../../../../../nodes/DocScore/resources/run/submission/findByKey';
import { RecentSubmissions } from '../../../../../nodes/DocScore/resources/run/submission/recentSubmissions';
import { Submitter } from '../../../../../nodes/DocScore/resources/run/submission/submitter';
import { ServiceError } from '../../../../../nodes/DocScore/service/errors';
import { readRun } from '../../../../../nodes/DocScore/service/readRun';
import { Cancellation } from '../../../../../nodes/DocScore/service/cancellation';
import type { Run } from '../../../../../nodes/DocScore/service/types';
import { useDrivenTime } from '../../../../harness/jest/drivenTime';

const time = useDrivenTime();
const REQUEST = {
	files: { parts: [], urls: async () => ['https://a.example/1.pdf'] },
	extraction_template_id: 't',
};

function runWith(status: string): Run {
	const metadata = { [DEDUPLICATION_METADATA]: 'A-1' };
	const run = readRun({ doc: { id: 'r1', filename: 'Run A', status, metadata } });
	if (run === null) throw new Error('The run has an id');
	return run;
}

const failing = (status: number, transient: boolean) => async () =>
	await Promise.reject(new ServiceError('Not read', { status, transient, outcome: 'rejected' }));

/**
 * The result of an execution that submits the same document this many ms after another one. No list shows
 * the run, of which these are the details.
 */
async function submitAgain(ms: number, details: () => Promise<Run>) {
	let submitted = 0;
	const service = {
		submit: async () => await Promise.resolve({ id: `new-${++submitted}`, message: null }),
		query: async () => await Promise.resolve({ runs: [], totalCount: 0 }),
		details,
	};
	const recent = new RecentSubmissions();
	const [first, later] = [0, 1].map(
		() => new Submitter(service, new Cancellation(), recent, 'account'),
	);
	await first?.submit(REQUEST, 'A-1');
	await time.pass(ms);
	return await later?.submit(REQUEST, 'A-1');
}

describe('A run that this process submitted, if the service returns 404', () => {
	const gone = failing(404, false);

	it('keeps its deduplication key for ten minutes', async () => {
		expect(await submitAgain(599_999, gone)).toEqual({
			id: 'new-1',
			name: null,
			message: 'Submitted before with this deduplication key (status: unknown)',
			deduplicated: true,
		});
	});

	it('is submitted again after ten minutes', async () => {
		expect(await submitAgain(600_000, gone)).toEqual({
			id: 'new-2',
			name: null,
			message: null,
			deduplicated: false,
		});
	});
});

describe('A document that this process submitted', () => {
	it.each([
		['the service rejects the key', failing(401, false)],
		['the service fails', failing(500, true)],
		['a response cannot be read', async () => await Promise.reject(new Error('Not read'))],
	])('is not submitted again if %s', async (_, details) => {
		await expect(submitAgain(60_000, details)).rejects.toThrow('Not read');
	});

	it('is submitted again if its run has failed', async () => {
		const failed = async () => await Promise.resolve(runWith('failed'));
		expect(await submitAgain(1_000, failed)).toMatchObject({ id: 'new-2', deduplicated: false });
	});
});

it('A cancelled execution sends no requests', async () => {
	const asked: string[] = [];
	const none = async (request: string) =>
		await Promise.reject(new Error(`Not expected: ${asked.push(request)}`));
	const service = {
		submit: async () => await none('submit'),
		query: async () => await none('query'),
		details: async () => await none('details'),
	};
	const cancellation = new Cancellation();
	cancellation.cancel('Another item failed');
	const submitter = new Submitter(service, cancellation, new RecentSubmissions(), 'account');
	await expect(submitter.submit(REQUEST, 'A-1')).rejects.toThrow('Another item failed');
	expect(asked).toEqual([]);
});

describe('A run whose acceptance was unknown', () => {
	const run = runWith('pending');
	const before = {
		id: 'r1',
		name: 'Run A',
		message: 'Submitted before with this deduplication key (status: pending)',
		deduplicated: true,
	};

	/** Executions that get no response to submissions, and the runs that lists show. */
	function withoutResponse() {
		const shown: Run[] = [];
		const unanswered = new ServiceError('No answer', { outcome: 'unknown', transient: true });
		const service = {
			submit: async () => await Promise.reject(unanswered),
			query: async () => await Promise.resolve({ runs: [...shown], totalCount: shown.length }),
			details: async () => await Promise.resolve(run),
		};
		const recent = new RecentSubmissions();
		const cancellation = new Cancellation();
		const submitter = () => new Submitter(service, cancellation, recent, 'account');
		return { submitter, shown, cancellation };
	}

	it('is used for its key once a list shows it', async () => {
		const { submitter, shown } = withoutResponse();
		await expect(submitter().submit(REQUEST, 'A-1')).rejects.toThrow('It is unknown whether');
		shown.push(run);
		expect(await submitter().submit(REQUEST, 'A-1')).toEqual(before);
	});

	it('is unknown also if the execution is stopped while it looks for it', async () => {
		const { submitter, cancellation } = withoutResponse();
		const submitted = expect(submitter().submit(REQUEST, 'A-1')).rejects.toThrow(
			'It is unknown whether',
		);
		await time.pass(1_500);
		cancellation.cancel('Enough');
		await submitted;
	});

	it('is returned if a list shows it a little later', async () => {
		const { submitter, shown } = withoutResponse();
		const submitted = submitter().submit(REQUEST, 'A-1');
		await time.pass(6_999);
		shown.push(run);
		time.flow();
		expect(await submitted).toEqual({ ...before, message: null, deduplicated: false });
	});

	it('keeps its key after it was found, even if lists no longer show it', async () => {
		const { submitter, shown } = withoutResponse();
		expect(await submitter().findUnknown('t', 'A-1')).toBeNull();
		shown.push(run);
		const found = { id: 'r1', name: 'Run A', message: null, deduplicated: false };
		expect(await submitter().findUnknown('t', 'A-1')).toEqual(found);
		shown.pop();
		expect(await submitter().submit(REQUEST, 'A-1')).toEqual(before);
	});
});
