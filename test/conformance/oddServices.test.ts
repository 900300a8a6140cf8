import { isObject, parseJson } from '../../nodes/DocScore/service/json';
import type { Sandbox } from '../harness/sandbox/sandbox';
import { useSandbox } from '../harness/sandbox/useSandbox';
import type { SandboxControl } from '../sandbox/control';
import type { Dialect } from '../sandbox/dialect';
import { checkSandbox, drivenTime } from './checked';
import { PATHS } from './conversation';
import type { Row } from './finding';
import { probes } from './probes';
import { httpSender, type Incoming, NoAnswer, type Outgoing, type Sender } from './sender';
import type { Time } from './time';

/** Services that the sandbox cannot simulate. The tests alter its requests and its responses. */

let sandbox: Sandbox;
useSandbox((opened) => (sandbox = opened));

type Fields = Record<string, unknown>;
type Operation = keyof typeof PATHS;

/** What a probe says of a service, by its number: the result and a part of the words. */
type Said = Record<number, [Row['result'], RegExp]>;

interface Service {
	send?: Sender;
	dialect?: Partial<Dialect>;
	/** Default: 0. */
	spend?: number;
	seed?: (control: SandboxControl) => Promise<unknown>;
}

async function rowsOf({ dialect = {}, ...asked }: Service, time?: Time): Promise<Row[]> {
	const { rows, ended } = await checkSandbox(sandbox, dialect, {
		spend: 0,
		...asked,
		...(time && { time }),
	});
	expect(ended).toBeNull();
	expect(rows).toHaveLength(probes.length);
	return rows;
}

async function says(service: Service, said: Said, time?: Time): Promise<Row[]> {
	const rows = await rowsOf(service, time);
	for (const [number, [result, found]] of Object.entries(said)) {
		const row = rows.find((each) => each.number === Number(number));
		expect(row).toMatchObject({ result, found: expect.stringMatching(found) });
	}
	return rows;
}

const isOf = ({ url }: Outgoing, operation: Operation): boolean => url.endsWith(PATHS[operation]);

function askedBy({ body }: Outgoing): Fields {
	const asked = typeof body === 'string' ? parseJson(body) : null;
	return isObject(asked) ? asked : {};
}

const filtersOf = (request: Outgoing): Fields => {
	const { filters } = askedBy(request);
	return isObject(filters) ? filters : {};
};

/** Changes the responses of an operation. `asked` is the body of the request. */
const answering =
	(operation: Operation, change: (answer: Incoming, asked: Fields) => Partial<Incoming>): Sender =>
	async (request, signal) => {
		const answer = await httpSender(request, signal);
		return isOf(request, operation) ? { ...answer, ...change(answer, askedBy(request)) } : answer;
	};

const altering = (operation: Operation, change: (body: Fields, asked: Fields) => Fields): Sender =>
	answering(operation, ({ text }, asked) => {
		const body = parseJson(text);
		return { text: isObject(body) ? JSON.stringify(change(body, asked)) : text };
	});

/** Changes each run, in lists and in details. */
const alteringRuns =
	(change: (run: Fields) => Fields): Sender =>
	async (request, signal) => {
		const inList = ({ docs, ...body }: Fields) => ({
			...body,
			...(Array.isArray(docs) && { docs: docs.filter(isObject).map(change) }),
		});
		const ofDetails = ({ doc, ...body }: Fields) => ({
			...body,
			...(isObject(doc) && { doc: change(doc) }),
		});
		const send = isOf(request, 'query')
			? altering('query', inList)
			: altering('details', ofDetails);
		return await send(request, signal);
	};

/** Changes each query before it is sent. */
const asking =
	(change: (asked: Fields, filters: Fields) => Fields): Sender =>
	async (request, signal) => {
		if (!isOf(request, 'query')) return await httpSender(request, signal);
		const body = JSON.stringify(change(askedBy(request), filtersOf(request)));
		return await httpSender({ ...request, body }, signal);
	};

/** Removes these filters from each query. */
const without = (...names: string[]): Sender => {
	const kept = (from: Fields) =>
		Object.fromEntries(Object.entries(from).filter(([name]) => !names.includes(name)));
	return asking((asked, filters) => ({
		...kept(asked),
		filters: kept(filters),
	}));
};

/** The list, with the total of another query. */
const countedBy =
	(count: Sender): Sender =>
	async (request, signal) => {
		const answer = await httpSender(request, signal);
		if (!isOf(request, 'query')) return answer;
		const [body, counted] = [answer, await count(request, signal)].map(({ text }) =>
			parseJson(text),
		);
		if (!isObject(body) || !isObject(counted)) return answer;
		return { ...answer, text: JSON.stringify({ ...body, pagination: counted.pagination }) };
	};

const pagesOf = (size: number): Sender =>
	asking((asked) => ({ ...asked, limit: Math.min(size, Number(asked.limit ?? 50)) }));

const TIMES = ['startTime', 'endTime'];
const FILTERS = ['status', 'filename', 'extraction_template_id', 'metadata_filters'];

describe('what the total heeds', () => {
	test.each([
		['status', 'status'],
		['filename', 'name'],
		['extraction_template_id', 'template'],
		['metadata_filters', 'metadata'],
	])('no %s', async (filter, word) => {
		await says(
			{ send: countedBy(without(filter)), spend: 5 },
			{ 10: ['differs', new RegExp(`heeds no ${word}$`)] },
		);
	});

	test('nothing', async () => {
		const send = countedBy(without(...TIMES, ...FILTERS));
		const rows = await says(
			{ send, spend: 5 },
			{ 10: ['differs', /time, status, name, template/] },
		);
		expect(rows.find(({ number }) => number === 10)?.dialect).toEqual({ totalCountOf: 'anyTime' });
	});

	test('what the list heeds, which may be no time', async () => {
		const rows = await rowsOf({ send: without(...TIMES), spend: 5 });
		expect(rows.find(({ number }) => number === 10)).toMatchObject({ result: 'holds' });
	});

	test('statuses that are over by now', async () => {
		// As if one run had left this list, and the count were some seconds old.
		const send = altering('query', (body, { filters }) =>
			isObject(filters) && filters.status === 'pending'
				? { ...body, docs: [], pagination: { totalCount: 1 } }
				: body,
		);
		const rows = await rowsOf({ send, spend: 5 });
		expect(rows.find(({ number }) => number === 10)?.found).not.toContain('status');
	});

	/** Counts each query anew after 20 seconds. */
	const cached = (time: Time): Sender => {
		const counts = new Map<string, { at: number; pagination: unknown }>();
		return altering('query', ({ pagination, ...body }, { filters = {}, metadata_filters: by }) => {
			const query = JSON.stringify([filters, by]);
			const known = counts.get(query);
			const count =
				known && known.at > time.now() - 20_000 ? known : { at: time.now(), pagination };
			counts.set(query, count);
			return { ...body, pagination: count.pagination };
		});
	};

	test.each<[spend: number, ...Said[number]]>([
		[0, 'cannot be told', /old runs/],
		[1, 'differs', /counted later than they are listed/],
	])('new runs, up to 20 s later (with %d submissions)', async (spend, ...said) => {
		const time = await drivenTime(sandbox);
		await says({ send: cached(time), spend }, { 10: said }, time);
	});
});

describe('filters that are not heeded', () => {
	test.each<[string, Said]>([
		['status', { 27: ['differs', /Lists of one status show others/] }],
		['filename', { 25: ['differs', /A name that no run has finds runs/] }],
		['extraction_template_id', { 43: ['differs', /runs of a template that is not known/] }],
		[
			'metadata_filters',
			{
				23: ['differs', /metadata are different/],
				24: ['differs', /^Metadata filters have no effect$/],
			},
		],
		['startTime', { 4: ['differs', /^`startTime` is not heeded$/] }],
		['endTime', { 4: ['differs', /^`endTime` is not heeded$/] }],
	])('%s', async (filter, said) => {
		await says({ send: without(filter) }, said);
	});

	test('names, on pages of ten', async () => {
		const send: Sender = async (request, signal) =>
			await pagesOf(10)(
				isOf(request, 'query')
					? { ...request, body: JSON.stringify({ ...askedBy(request), filters: {} }) }
					: request,
				signal,
			);
		await says({ send }, { 25: ['differs', /no run has/], 4: ['differs', /not heeded/] });
	});
});

describe('filters that match otherwise', () => {
	const metadata = (change: (filter: Fields) => Fields): Sender =>
		asking(({ metadata_filters: by, ...asked }) => ({
			...asked,
			...(Array.isArray(by) && { metadata_filters: by.filter(isObject).map(change) }),
		}));

	test('`=` finds a part of the text', async () => {
		const send = metadata((filter) =>
			filter.value === 'Accountin' ? { ...filter, value: 'Accounting' } : filter,
		);
		await says({ send }, { 23: ['differs', /part/] });
	});

	test('only the first of several metadata filters counts', async () => {
		const send = asking(({ metadata_filters: by, ...asked }) => ({
			...asked,
			...(Array.isArray(by) && { metadata_filters: by.slice(0, 1) }),
		}));
		await says({ send }, { 24: ['differs', /^Only the first of several counts/] });
	});

	test('operators that are not heeded tell no order', async () => {
		const send = metadata(({ operator, ...filter }) =>
			operator === '=' ? { ...filter, operator } : { ...filter, operator: '!=' },
		);
		const rows = await rowsOf({ send });
		const row = rows.find(({ number }) => number === 24);
		expect(row).toMatchObject({ result: 'holds', found: 'All must hold' });
	});

	test('the beginning of a name is enough', async () => {
		// The sandbox finds any part. Its names begin with one of these letters.
		const send = asking((asked, filters) => {
			const { filename } = filters;
			const isPart = typeof filename === 'string' && !/^[TUPIB]/.test(filename);
			return { ...asked, filters: isPart ? { ...filters, filename: 'no such name' } : filters };
		});
		await says({ send }, { 25: ['differs', /beginning/] });
	});
});

describe('statusCode', () => {
	test('that the nodes take for a failure', async () => {
		const send = altering('query', (body) => ({ ...body, statusCode: 'OK' }));
		const rows = await says({ send }, { 13: ['differs', /reads with data/] });
		expect(rows.find(({ number }) => number === 13)?.means).toContain(
			'The service reported a failure',
		);
	});

	test.each([null, {}])('FAILURE for an ID that is not known, with doc %j', async (doc) => {
		const body = JSON.stringify({ statusCode: 'FAILURE', statusMessage: 'Unknown', doc });
		const unknown = ({ status, text }: Incoming) =>
			status === 404 ? { status: 200, text: body } : { text };
		const send: Sender = async (request, signal) => {
			const operation = isOf(request, 'template') ? 'template' : 'details';
			return await answering(operation, unknown)(request, signal);
		};
		await says({ send, spend: 1 }, { 12: ['differs', /^FAILURE$/], 13: ['holds', /submission/] });
	});
});

describe('the template', () => {
	test.each<[string, unknown, RegExp]>([
		['no object', ['total'], /no object/],
		['not of texts', { total: { instruction: 'The total' } }, /no text/],
	])('with a schema that is %s', async (_, evaluation_schema, found) => {
		const send = altering('template', (body) =>
			isObject(body.doc) ? { ...body, doc: { ...body.doc, evaluation_schema } } : body,
		);
		await says({ send }, { 43: ['differs', found] });
	});

	test('of which there are no runs', async () => {
		const send = altering('query', (body, { filters }) =>
			isObject(filters) && filters.extraction_template_id
				? { ...body, docs: [], pagination: { totalCount: 0 } }
				: body,
		);
		await says({ send }, { 43: ['cannot be told', /no run of it/] });
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
			if (isOf(request, 'details')) stuck ??= id;
			if (id !== undefined && id === stuck) throw new NoAnswer('no answer in time');
			return await httpSender(request, signal);
		};
		await says(
			{ send, spend: 5 },
			{
				32: ['differs', /^Details of 1 of 15 listed runs give no answer$/],
				41: ['differs', /no answer/],
			},
		);
	});

	test('for a list at the start: the words say what came of it', async () => {
		const send: Sender = async (request, signal) => {
			if (filtersOf(request).status !== undefined) throw new NoAnswer('no answer in time');
			return await httpSender(request, signal);
		};
		const { ended } = await checkSandbox(sandbox, {}, { send });
		expect(ended).toBe('The service gave no answer: no answer in time');
	});
});

describe('pages', () => {
	test('of ten, of more runs', async () => {
		await says({ send: pagesOf(10) }, { 11: ['differs', /^10 runs/], 10: ['cannot be told', /^/] });
	});

	test('of ten, of more runs that are not counted', async () => {
		await says(
			{ send: pagesOf(10), dialect: { totalCountForm: 'missing' } },
			{ 11: ['differs', /^10 runs/] },
		);
	});

	test('of ten, and the end of many runs', async () => {
		const seed = async (control: SandboxControl) =>
			await control.seedRuns([{ count: 250, createdAgoMs: 9e7, spacingMs: 500_123 }]);
		await says({ send: pagesOf(10), seed }, { 7: ['holds', /^Empty$/] });
	});

	test('past the end, with FAILURE', async () => {
		const send = altering('query', (body, { page }) =>
			Number(page) > 1 && Array.isArray(body.docs) && body.docs.length === 0
				? { ...body, statusCode: 'FAILURE' }
				: body,
		);
		await says({ send }, { 7: ['holds', /^An error/] });
	});

	test('of runs whose status changes between two requests, sorted by it', async () => {
		let queries = 0;
		const send = altering('query', (body) => {
			const docs = Array.isArray(body.docs) ? body.docs.filter(isObject) : [];
			const [first, ...others] = docs;
			if (++queries !== 2 || !first) return body;
			return { ...body, docs: [...others, { ...first, status: 'processing' }] };
		});
		const row = (await rowsOf({ send })).find(({ number }) => number === 6);
		expect(row?.dialect).not.toEqual({ pageOrder: 'random' });
	});

	test('in the order of names', async () => {
		const seed = async (control: SandboxControl) =>
			await control.seedRuns([
				{ filename: 'a', createdAgoMs: 9e6 },
				{ filename: 'b', createdAgoMs: 8e6 },
				{ filename: 'c', createdAgoMs: 7e6 },
			]);
		await says({ seed, dialect: { pageOrder: 'oldest' } }, { 6: ['cannot be told', /fewer than/] });
	});

	test('whose count is no number', async () => {
		const send = altering('query', (body) => ({ ...body, pagination: { totalCount: 'many' } }));
		await says({ send }, { 9: ['differs', /^No number$/] });
	});
});

test('links that end before all else is read', async () => {
	const rows = await rowsOf({ dialect: { presignedTtlMs: 1_000 } });
	expect(rows.find(({ number }) => number === 33)).toMatchObject({
		result: 'holds',
		dialect: { presignedTtlMs: 1_000 },
	});
});

describe('times', () => {
	test('an answer that takes 40 s is waited for, and told', async () => {
		const time = await drivenTime(sandbox);
		let queries = 0;
		const send: Sender = async (request, signal) => {
			if (isOf(request, 'query') && ++queries === 3) await time.wait(40_000, signal);
			return await httpSender(request, signal);
		};
		await says({ send }, { 41: ['differs', /40\./] }, time);
	});

	test('that are numbers', async () => {
		const asNumber = (time: unknown) => (typeof time === 'string' ? Date.parse(time) : time);
		const send = alteringRuns((run) => ({ ...run, created_time: asNumber(run.created_time) }));
		await says({ send }, { 1: ['differs', /^15 of 15 are no ISO 8601$/] });
	});

	test('of runs that arrive while lists are read are not dated ahead', async () => {
		const time = await drivenTime(sandbox);
		const send: Sender = async (request, signal) => {
			if (filtersOf(request).status === 'pending') {
				await time.wait(20_000, signal);
				await sandbox.control.seedRuns([{ status: 'pending', createdAgoMs: 1_000 }]);
			}
			return await httpSender(request, signal);
		};
		await says({ send }, { 29: ['holds', /^None/] }, time);
	});
});

describe('statuses', () => {
	const swapped = (from: string, to: string) => (status: unknown) =>
		status === from ? to : status === to ? from : status;

	test('that go back', async () => {
		const swap = swapped('pending', 'processing');
		const send = alteringRuns((run) => ({ ...run, status: swap(run.status) }));
		await says({ send, spend: 1 }, { 27: ['differs', /processing, then pending/] });
	});

	test('of which an end is none', async () => {
		const swap = swapped('completed', 'processing');
		const send = alteringRuns((run) => ({ ...run, status: swap(run.status) }));
		// The run is observed until a list also shows its end.
		await says(
			{ send, spend: 1, dialect: { listLagMs: 3_000 } },
			{ 27: ['differs', /completed, then processing/] },
		);
	});

	test('in a list of one that are late for one run', async () => {
		const send = altering('query', (body, { filters }) => {
			const docs = Array.isArray(body.docs) ? body.docs.filter(isObject) : [];
			if (!isObject(filters) || filters.status !== 'completed') return body;
			return {
				...body,
				docs: docs.map((run, at) => (at === 0 ? { ...run, status: 'processing' } : run)),
			};
		});
		await says({ send }, { 27: ['cannot be told', /1 of/] });
	});

	test('that are not specified, of young runs, may be final', async () => {
		const send = alteringRuns(({ status, ...run }) => ({
			...run,
			status: status === 'processing' ? 'cancelled' : status,
		}));
		await says({ send }, { 27: ['cannot be told', /not specified/] });
	});

	test('that lists never show', async () => {
		const send = altering('query', (body) => ({
			...body,
			...(Array.isArray(body.docs) && {
				docs: body.docs
					.filter(isObject)
					.map((run) => ({ ...run, ...(run.status === 'completed' && { status: 'processing' }) })),
			}),
		}));
		await says({ send, spend: 1 }, { 16: ['differs', /behind/] });
	});

	test('of a run that ends while the lists are read', async () => {
		const seed = async (control: SandboxControl) => {
			await control.setRunPlan({ pendingMs: 0, processingMs: 900 });
			await control.seedRuns([{ count: 4, createdAgoMs: 9e6, spacingMs: 91_000 }]);
		};
		let queries = 0;
		const send = altering('query', (body) => ({
			...body,
			...(++queries <= 6 &&
				Array.isArray(body.docs) && {
					docs: body.docs.filter(isObject).map((run) => ({ ...run, status: 'processing' })),
				}),
		}));
		await says({ send, seed }, { 16: ['not tried', /^Costs/] });
	});
});

describe('keys of a run', () => {
	test.each([
		['a list', ['Unreadable', 'Page 2'], 'holds', /^A list/],
		['nothing to read', {}, 'differs', /^Nowhere/],
	] as const)('a failure reason that is %s', async (_, failure_reason, result, found) => {
		const send = alteringRuns(({ status, ...run }) => ({
			...run,
			status,
			...(status === 'failed' && { failure_reason }),
		}));
		await says({ send }, { 21: [result, found] });
	});

	test('fields that are a list are not read', async () => {
		const send = alteringRuns((run) => ({
			...run,
			output_schema: [{ name: 'total', value: '1' }],
		}));
		await says({ send }, { 19: ['differs', /another form/] });
	});

	test('IDs in capitals, for which an empty run is answered', async () => {
		const send = altering('details', (body, { id }) =>
			typeof id === 'string' && id !== id.toLowerCase() ? { ...body, doc: {} } : body,
		);
		await says({ send }, { 26: ['holds', /is not known$/] });
	});
});

describe('errors', () => {
	test('wrong requests that are none tell nothing of error bodies', async () => {
		const send: Sender = async (request, signal) => {
			const answer = await httpSender(request, signal);
			return answer.status === 400 ? { ...answer, status: 200 } : answer;
		};
		await says({ send }, { 37: ['cannot be told', /^/] });
	});

	test.each([
		[401, '{"error": "No key"}', 'differs'],
		[404, '{"error": "No such endpoint"}', 'holds'],
		[404, '{"error": "Document not found"}', 'differs'],
		[200, '<html></html>', 'holds'],
	] as const)('%d %s at a wrong address', async (status, text, result) => {
		const send: Sender = async (request, signal) => {
			const answer = await httpSender(request, signal);
			return request.url.includes('no-such-operation') ? { ...answer, status, text } : answer;
		};
		await says({ send }, { 38: [result, new RegExp(`^${status}`)], 39: ['holds', /^None/] });
	});

	test('a redirect at a wrong address is none of the service', async () => {
		const send: Sender = async (request, signal) => {
			const answer = await httpSender(request, signal);
			return request.url.includes('no-such-operation') ? { ...answer, status: 302 } : answer;
		};
		await says({ send }, { 39: ['holds', /^None/] });
	});
});

describe('rate limits', () => {
	test('of 4 a second', async () => {
		const rows = await says({ dialect: { requestsPerSecond: 4 } }, { 30: ['differs', /./] });
		expect(rows.find(({ number }) => number === 30)?.dialect).toEqual({ requestsPerSecond: 4 });
	});

	test('that the answers are too slow to meet', async () => {
		const time = await drivenTime(sandbox);
		const send: Sender = async (request, signal) => {
			await time.wait(260, signal);
			return await httpSender(request, signal);
		};
		await says({ send }, { 30: ['cannot be told', /at 3\.8 a second/] }, time);
	});

	const limited = (isOver: (sent: number) => boolean, answer: Partial<Incoming>): Sender => {
		let sent = 0;
		return async (request, signal) => {
			const given = await httpSender(request, signal);
			return isOver(++sent) ? { ...given, text: '{"error": "Slow down"}', ...answer } : given;
		};
	};

	test('of sixty a minute are none by the second', async () => {
		const send = limited((sent) => sent === 61, { status: 429, headers: { 'retry-after': '2' } });
		const rows = await says({ send }, { 30: ['differs', /in a minute/] });
		expect(rows.find(({ number }) => number === 30)?.dialect).toBeUndefined();
	});

	test('with 503', async () => {
		const send = limited((sent) => sent === 9, { status: 503, headers: { 'retry-after': '2' } });
		await says({ send }, { 30: ['differs', /./], 31: ['holds', /seconds/] });
	});

	test.each([
		['soon', 'differs', /no time/],
		['1.5', 'holds', /seconds/],
	] as const)('with Retry-After %s', async (after, result, found) => {
		const send = limited((sent) => sent === 9, { status: 429, headers: { 'retry-after': after } });
		await says({ send }, { 31: [result, found] });
	});
});

describe('submissions', () => {
	const rejecting = (status: number): Sender =>
		answering('submit', () => ({ status, text: '{"error": "Rejected"}' }));

	test.each([
		[422, 'differs'],
		[402, 'cannot be told'],
		[409, 'cannot be told'],
	] as const)('without a name are rejected with %d', async (status, result) => {
		const send = answering('submit', (answer, asked) =>
			'run_id' in asked ? answer : { status, text: '{"error": "run_id?"}' },
		);
		await says({ send, spend: 5 }, { 44: [result, new RegExp(`${status}`)] });
	});

	test.each([429, 409])('that are rejected with %d, and accepted all the same', async (status) => {
		await says({ send: rejecting(status), spend: 1 }, { 45: ['differs', new RegExp(`${status}`)] });
	});

	test('that are rejected, and make no run', async () => {
		await sandbox.control.addFault({ kind: 'rateLimit', endpoint: 'submit' });
		await says({ spend: 1 }, { 45: ['holds', /^None/] });
	});

	test('that are rejected, where names are not heeded', async () => {
		await sandbox.control.addFault({ kind: 'rateLimit', endpoint: 'submit' });
		await says({ send: without('filename'), spend: 1 }, { 45: ['cannot be told', /name/] });
	});

	test('of which the second gives no ID', async () => {
		let submitted = 0;
		const send = altering('submit', (body) => (++submitted === 2 ? { message: 'Thanks' } : body));
		await says({ send, spend: 2 }, { 35: ['cannot be told', /200/] });
	});

	test('that are listed, but not by their name', async () => {
		const send = asking((asked, filters) => {
			const { filename } = filters;
			const isNew = typeof filename === 'string' && filename.startsWith('Conformance');
			return { ...asked, filters: isNew ? { ...filters, filename: 'no such name' } : filters };
		});
		await says({ send, spend: 1 }, { 14: ['cannot be told', /name/] });
	});
});

test.each([500, 503])('%d at the start is a problem of the service', async (status) => {
	await sandbox.control.addFault({ kind: 'status', endpoint: 'query', status });
	const { ended } = await checkSandbox(sandbox, {});
	expect(ended).toBe(`The service has a temporary problem (${status}). Try again later`);
});
