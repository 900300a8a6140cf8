import { isObject, parseJson } from '../../nodes/DocScore/service/json';
import type { Sandbox } from '../harness/sandbox/sandbox';
import { useSandbox } from '../harness/sandbox/useSandbox';
import type { Dialect } from '../sandbox/dialect';
import { type Asked, checkSandbox, drivenTime } from './checked';
import { PATHS } from './conversation';
import type { Row } from './finding';
import { probes } from './probes';
import { httpSender, NoAnswer, type Outgoing, type Sender } from './sender';

/** Services that the sandbox cannot simulate. The tests alter its responses. */

let sandbox: Sandbox;
useSandbox((opened) => (sandbox = opened));

type Fields = Record<string, unknown>;

/** Changes the responses of an operation. `asked` is the body of the request. */
const altering =
	(operation: keyof typeof PATHS, change: (body: Fields, asked: Fields) => Fields): Sender =>
	async (request, signal) => {
		const answer = await httpSender(request, signal);
		const body = parseJson(answer.text);
		if (!request.url.endsWith(PATHS[operation]) || !isObject(body)) return answer;
		return { ...answer, text: JSON.stringify(change(body, askedBy(request))) };
	};

function askedBy({ body }: Outgoing): Fields {
	const asked = typeof body === 'string' ? parseJson(body) : null;
	return isObject(asked) ? asked : {};
}

/** Changes each run, in lists and in details. */
const alteringRuns = (change: (run: Fields) => Fields): Sender => {
	const inList = (body: Fields) => ({ ...body, docs: listed(body).map(change) });
	const ofDetails = (body: Fields) =>
		isObject(body.doc) ? { ...body, doc: change(body.doc) } : body;
	return async (request, signal) => {
		const isList = request.url.endsWith(PATHS.query);
		const send = isList ? altering('query', inList) : altering('details', ofDetails);
		return await send(request, signal);
	};
};

const listed = ({ docs }: Fields): Fields[] => (Array.isArray(docs) ? docs.filter(isObject) : []);

/** Removes these filters from each query before it is sent. */
const without =
	(isUnknown: (name: string) => boolean): Sender =>
	async (request, signal) => {
		if (!request.url.endsWith(PATHS.query)) return await httpSender(request, signal);
		const { filters, ...asked } = askedBy(request);
		const kept = isObject(filters) ? filters : {};
		const known = (from: object) =>
			Object.fromEntries(Object.entries(from).filter(([name]) => !isUnknown(name)));
		const body = JSON.stringify({ ...known(asked), filters: known(kept) });
		return await httpSender({ ...request, body }, signal);
	};

/** A total that ignores these filters, which the page respects. */
const countingWithout =
	(...names: string[]): Sender =>
	async (request, signal) => {
		const answer = await httpSender(request, signal);
		if (!request.url.endsWith(PATHS.query)) return answer;
		const other = await without((name) => names.includes(name))(request, signal);
		const [body, counted] = [parseJson(answer.text), parseJson(other.text)];
		if (!isObject(body) || !isObject(counted)) return answer;
		return { ...answer, text: JSON.stringify({ ...body, pagination: counted.pagination }) };
	};

async function rowsOf(
	asked: Asked,
	dialect: Partial<Dialect> = {},
): Promise<(number: number) => Partial<Row>> {
	const { rows, ended } = await checkSandbox(sandbox, dialect, asked);
	expect(ended).toBeNull();
	expect(rows).toHaveLength(probes.length);
	return (number) => rows.find((row) => row.number === number) ?? {};
}

const FILTERS = ['status', 'filename', 'extraction_template_id', 'metadata_filters'];

describe('what the total heeds', () => {
	test.each([
		['status', 'status'],
		['filename', 'name'],
		['extraction_template_id', 'template'],
		['metadata_filters', 'metadata'],
	])('no %s', async (filter, word) => {
		const row = await rowsOf({ send: countingWithout(filter) });
		expect(row(10)).toMatchObject({ result: 'differs' });
		expect(row(10).found).toMatch(new RegExp(`heeds no ${word}$`));
	});

	test('nothing', async () => {
		const row = await rowsOf({
			send: countingWithout('startTime', 'endTime', ...FILTERS),
		});
		expect(row(10)).toMatchObject({ result: 'differs', dialect: { totalCountOf: 'anyTime' } });
		expect(row(10).found).toContain('time, status, name, template');
	});
});

describe('a filter that is not heeded', () => {
	test.each([
		['status', 27, 'Lists of one status show others'],
		['filename', 25, 'A name that no run has finds runs'],
		['extraction_template_id', 43, 'finds runs of a template that is not known'],
	])('%s', async (filter, number, found) => {
		const row = await rowsOf({ send: without((name) => name === filter) });
		expect(row(number)).toMatchObject({ result: 'differs' });
		expect(row(number).found).toContain(found);
	});
});

test('reads whose statusCode the nodes take for a failure', async () => {
	const send = altering('query', (body) => ({ ...body, statusCode: 'OK' }));
	const row = await rowsOf({ send, spend: 0 });
	expect(row(13)).toMatchObject({ result: 'differs' });
	expect(row(13).means).toContain('The service reported a failure');
});

describe('the template', () => {
	test.each<[string, unknown, string]>([
		['no object', ['total'], 'no object'],
		['not of texts', { total: { instruction: 'The total' } }, 'no text'],
	])('with a schema that is %s', async (_, evaluation_schema, found) => {
		const send = altering('template', (body) =>
			isObject(body.doc) ? { ...body, doc: { ...body.doc, evaluation_schema } } : body,
		);
		const row = await rowsOf({ send, spend: 0 });
		expect(row(43)).toMatchObject({ result: 'differs' });
		expect(row(43).found).toContain(found);
	});

	test('that is not known ends the check', async () => {
		const templates = { ...sandbox.templates, invoice: '5f0c1f6e-0000-4000-8000-1b6a7c2d8e01' };
		const { rows, ended } = await checkSandbox({ ...sandbox, templates }, {});
		expect(ended).toMatch(/^The service does not know the template \(404\)/);
		expect(rows).toEqual([]);
	});
});

describe('a service that hangs', () => {
	test('for the details of one run: all else is told', async () => {
		let stuck: unknown;
		const send: Sender = async (request, signal) => {
			const { id } = askedBy(request);
			if (request.url.endsWith(PATHS.details)) stuck ??= id;
			if (id !== undefined && id === stuck) throw new NoAnswer('no answer in time');
			return await httpSender(request, signal);
		};
		const row = await rowsOf({ send });
		expect(row(32)).toMatchObject({
			result: 'differs',
			found: 'Details of 1 of 15 listed runs give no answer',
		});
	});

	test('for a list at the start: the words say what came of it', async () => {
		const send: Sender = async (request, signal) => {
			const isStatus = JSON.stringify(askedBy(request)).includes('"status"');
			if (isStatus) throw new NoAnswer('no answer in time');
			return await httpSender(request, signal);
		};
		const { ended } = await checkSandbox(sandbox, {}, { send });
		expect(ended).toBe('The service gave no answer: no answer in time');
	});
});

test('pages of ten, of more runs', async () => {
	const send: Sender = async (request, signal) => {
		if (!request.url.endsWith(PATHS.query)) return await httpSender(request, signal);
		const asked = askedBy(request);
		const limit = Math.min(10, Number(asked.limit ?? 50));
		return await httpSender({ ...request, body: JSON.stringify({ ...asked, limit }) }, signal);
	};
	const row = await rowsOf({ send, spend: 0 });
	expect(row(11)).toMatchObject({ result: 'differs' });
	expect(row(10)).toMatchObject({ result: 'holds' });
});

test('links that end before all else is read', async () => {
	const row = await rowsOf({ spend: 0 }, { presignedTtlMs: 1_000 });
	expect(row(33)).toMatchObject({ result: 'holds', dialect: { presignedTtlMs: 1_000 } });
});

test('an answer that takes 40 s is waited for, and told', async () => {
	const time = await drivenTime(sandbox);
	let queries = 0;
	const send: Sender = async (request, signal) => {
		if (request.url.endsWith(PATHS.query) && ++queries === 3) await time.wait(40_000, signal);
		return await httpSender(request, signal);
	};
	const row = await rowsOf({ send, time, spend: 0 });
	expect(row(41)).toMatchObject({ result: 'differs' });
	expect(row(41).found).toContain('40.');
});

describe('statuses', () => {
	const swapped = (from: string, to: string) => (status: unknown) =>
		status === from ? to : status === to ? from : status;

	test('that go back', async () => {
		const swap = swapped('pending', 'processing');
		const send = alteringRuns((run) => ({ ...run, status: swap(run.status) }));
		const row = await rowsOf({ send });
		expect(row(27)).toMatchObject({ result: 'differs' });
		expect(row(27).found).toContain('processing, then pending');
	});

	test('of which an end is none', async () => {
		const swap = swapped('completed', 'processing');
		const send = alteringRuns((run) => ({ ...run, status: swap(run.status) }));
		// The run is observed until a list also shows its end.
		const row = await rowsOf({ send }, { listLagMs: 3_000 });
		expect(row(27)).toMatchObject({ result: 'differs' });
		expect(row(27).found).toContain('completed, then processing');
	});
});

test('times that are numbers', async () => {
	const asNumber = (time: unknown) => (typeof time === 'string' ? Date.parse(time) : time);
	const send = alteringRuns((run) => ({ ...run, created_time: asNumber(run.created_time) }));
	const row = await rowsOf({ send, spend: 0 });
	expect(row(1)).toMatchObject({ result: 'differs', found: '15 of 15 are no ISO 8601' });
});

test('wrong requests that are no errors tell nothing of error bodies', async () => {
	const send: Sender = async (request, signal) => {
		const answer = await httpSender(request, signal);
		return answer.status === 400 ? { ...answer, status: 200 } : answer;
	};
	const row = await rowsOf({ send, spend: 0 });
	expect(row(37)).toMatchObject({ result: 'cannot be told' });
});

describe('submissions', () => {
	test('without a name are rejected', async () => {
		const send: Sender = async (request, signal) => {
			const answer = await httpSender(request, signal);
			const isBare = request.url.endsWith(PATHS.submit) && !('run_id' in askedBy(request));
			return isBare ? { ...answer, status: 422, text: '{"error": "run_id?"}' } : answer;
		};
		const row = await rowsOf({ send });
		expect(row(44)).toMatchObject({ result: 'differs' });
		expect(row(44).found).toContain('(422)');
	});

	test.each([429, 409])('that are rejected with %d, and accepted all the same', async (status) => {
		const send: Sender = async (request, signal) => {
			const answer = await httpSender(request, signal);
			return request.url.endsWith(PATHS.submit)
				? { ...answer, status, text: '{"error": "Rejected"}' }
				: answer;
		};
		const row = await rowsOf({ send, spend: 1 });
		expect(row(45)).toMatchObject({ result: 'differs' });
		expect(row(45).found).toContain(`${status}`);
	});

	test('that are rejected, and make no run', async () => {
		await sandbox.control.addFault({ kind: 'rateLimit', endpoint: 'submit' });
		const row = await rowsOf({ spend: 1 });
		expect(row(45)).toMatchObject({ result: 'holds' });
	});
});

test.each([500, 503])('%d at the start is a problem of the service', async (status) => {
	await sandbox.control.addFault({ kind: 'status', endpoint: 'query', status });
	const { ended } = await checkSandbox(sandbox, {});
	expect(ended).toBe(`The service has a temporary problem (${status}). Try again later`);
});
