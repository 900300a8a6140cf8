import { isObject, parseJson } from '../../nodes/DocScore/service/json';
import { PATHS } from './conversation';
import { httpSender, type Incoming, type Outgoing, type Sender } from './sender';

/** Senders that alter the requests to the sandbox and its responses, so that it is a service of another kind. */

type Fields = Record<string, unknown>;
type Operation = keyof typeof PATHS;

export const isOf = ({ url }: Outgoing, operation: Operation): boolean =>
	url.endsWith(PATHS[operation]);

export function askedBy({ body }: Outgoing): Fields {
	const asked = typeof body === 'string' ? parseJson(body) : null;
	return isObject(asked) ? asked : {};
}

export const filtersOf = (request: Outgoing): Fields => {
	const { filters } = askedBy(request);
	return isObject(filters) ? filters : {};
};

/** Changes the responses of an operation. `asked` is the body of the request. */
export const answering =
	(operation: Operation, change: (answer: Incoming, asked: Fields) => Partial<Incoming>): Sender =>
	async (request, signal) => {
		const answer = await httpSender(request, signal);
		return isOf(request, operation) ? { ...answer, ...change(answer, askedBy(request)) } : answer;
	};

export const altering = (
	operation: Operation,
	change: (body: Fields, asked: Fields) => Fields,
): Sender =>
	answering(operation, ({ text }, asked) => {
		const body = parseJson(text);
		return { text: isObject(body) ? JSON.stringify(change(body, asked)) : text };
	});

/** Changes each run, in lists and in details. */
export const alteringRuns =
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
export const without = (...names: string[]): Sender => {
	const kept = (from: Fields) =>
		Object.fromEntries(Object.entries(from).filter(([name]) => !names.includes(name)));
	return asking((asked, filters) => ({
		...kept(asked),
		filters: kept(filters),
	}));
};

/** The list, with the total of another query. */
export const countedBy =
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

export const pagesOf = (size: number): Sender =>
	asking((asked) => ({ ...asked, limit: Math.min(size, Number(asked.limit ?? 50)) }));

/** Changes the runs of each list; may depend on what is asked. */
export const listing = (change: (runs: Fields[], asked: Fields) => Fields[]): Sender =>
	altering('query', (body, asked) => ({
		...body,
		docs: change(Array.isArray(body.docs) ? body.docs.filter(isObject) : [], asked),
	}));

/** Changes the status of each run, in lists and in details. */
export const swapping = (from: string, to: string): Sender =>
	alteringRuns((run) => ({
		...run,
		status: run.status === from ? to : run.status === to ? from : run.status,
	}));

/** Finds nothing by a name like this. */
export const findingNoName = (pattern: RegExp): Sender =>
	asking((asked, filters) => {
		const isHidden = typeof filters.filename === 'string' && pattern.test(filters.filename);
		return { ...asked, filters: isHidden ? { ...filters, filename: 'no such name' } : filters };
	});

export const changingMetadataFilters = (change: (filters: Fields[]) => Fields[]): Sender =>
	asking(({ metadata_filters: by, ...asked }) => ({
		...asked,
		...(Array.isArray(by) && { metadata_filters: change(by.filter(isObject)) }),
	}));

/** Answers a wrong address in its own way. */
export const atWrongAddress =
	(answer: Partial<Incoming>): Sender =>
	async (request, signal) => {
		const given = await httpSender(request, signal);
		return request.url.includes('no-such-operation') ? { ...given, ...answer } : given;
	};

/** Answers only this request, by its number, with an error. */
export const limiting = (number: number, status: number, retryAfter: string): Sender => {
	let sent = 0;
	return async (request, signal) => {
		const given = await httpSender(request, signal);
		const limit = { status, headers: { 'retry-after': retryAfter }, text: '{"error": "Slow"}' };
		return ++sent === number ? { ...given, ...limit } : given;
	};
};

export const rejecting = (status: number, isSo: (asked: Fields) => boolean = () => true): Sender =>
	answering('submit', (answer, asked) =>
		isSo(asked) ? { status, text: '{"error": "Rejected"}' } : answer,
	);
