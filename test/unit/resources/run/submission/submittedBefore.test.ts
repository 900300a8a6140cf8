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

/**
 * The result of an execution that submits the same document this many ms after another one. No list shows
 * the run, and reading it fails with this error.
 */
async function submitAgain(ms: number, failure: { status: number; transient: boolean }) {
	let submitted = 0;
	const unknown = new ServiceError('Not read', { ...failure, outcome: 'rejected' });
	const service = {
		submit: async () => await Promise.resolve({ id: `new-${++submitted}`, message: null }),
		query: async () => await Promise.resolve({ runs: [], totalCount: 0 }),
		details: async () => await Promise.reject(unknown),
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
	const gone = { status: 404, transient: false };

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
		['the service rejects the key', { status: 401, transient: false }],
		['the service fails', { status: 500, transient: true }],
	])('is not submitted again if %s', async (_, failure) => {
		await expect(submitAgain(60_000, failure)).rejects.toThrow('Not read');
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

function pendingRun(key: string): Run {
	const metadata = { [DEDUPLICATION_METADATA]: key };
	const run = readRun({ doc: { id: 'r1', filename: 'Run A', status: 'pending', metadata } });
	if (run === null) throw new Error('The run has an id');
	return run;
}

describe('A run whose acceptance was unknown', () => {
	const run = pendingRun('A-1');
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
		const submitter = () => new Submitter(service, new Cancellation(), recent, 'account');
		return { submitter, shown };
	}

	it('is used for its key once a list shows it', async () => {
		const { submitter, shown } = withoutResponse();
		await expect(submitter().submit(REQUEST, 'A-1')).rejects.toThrow('It is unknown whether');
		shown.push(run);
		expect(await submitter().submit(REQUEST, 'A-1')).toEqual(before);
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
