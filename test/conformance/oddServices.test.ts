import { isObject } from '../../nodes/DocScore/service/json';
import type { Sandbox } from '../harness/sandbox/sandbox';
import { useSandbox } from '../harness/sandbox/useSandbox';
import type { SandboxControl } from '../sandbox/control';
import type { Dialect } from '../sandbox/dialect';
import type { SeedSpec } from '../sandbox/records';
import {
	altering,
	alteringRuns,
	answering,
	askedBy,
	atWrongAddress,
	changingMetadataFilters,
	countedBy,
	filtersOf,
	findingNoName,
	isOf,
	limiting,
	listing,
	pagesOf,
	rejecting,
	swapping,
	without,
} from './alteredService';
import { checkSandbox, drivenTime } from './checked';
import type { Row } from './finding';
import { probes } from './probes';
import { httpSender, type Incoming, NoAnswer, type Sender } from './sender';
import type { Time } from './time';

/** Services that the sandbox cannot simulate. The tests alter its requests and its responses. */

let sandbox: Sandbox;
useSandbox((opened) => (sandbox = opened));

/** What a probe says of a service, by its number: the result and a part of the words. */
type Said = Record<number, [Row['result'], RegExp]>;

interface Service {
	send?: Sender;
	dialect?: Partial<Dialect>;
	/** Default: 0. */
	spend?: number;
	seed?: (control: SandboxControl) => Promise<unknown>;
	time?: Time;
}

/** Checks the service, and that its rows say this. */
async function says({ dialect = {}, ...asked }: Service, said: Said): Promise<Row[]> {
	const { rows, ended } = await checkSandbox(sandbox, dialect, { spend: 0, ...asked });
	expect(ended).toBeNull();
	expect(rows).toHaveLength(probes.length);
	for (const [number, [result, found]] of Object.entries(said)) {
		const row = rows.find((each) => each.number === Number(number));
		expect(row).toMatchObject({ result, found: expect.stringMatching(found) });
	}
	return rows;
}

const runNames = (...specs: SeedSpec[]) => ({
	seed: async (control: SandboxControl) => await control.seedRuns(specs),
});

const TIMES = ['startTime', 'endTime'];
const FILTERS = ['status', 'filename', 'extraction_template_id', 'metadata_filters'];

/** Each with a function that makes its sender, because some senders count. */
const SERVICES: Array<[what: string, make: () => Service, said: Said]> = [
	// Filters that are not heeded.
	['lists heed no status', () => ({ send: without('status') }), { 27: ['differs', /show others/] }],
	['lists heed no name', () => ({ send: without('filename') }), { 25: ['differs', /no run has/] }],
	[
		'lists heed no template',
		() => ({ send: without('extraction_template_id') }),
		{ 43: ['differs', /runs of a template that is not known/] },
	],
	[
		'lists heed no metadata',
		() => ({ send: without('metadata_filters') }),
		{
			23: ['differs', /metadata are different/],
			24: ['differs', /^Metadata filters have no effect$/],
		},
	],
	[
		'lists heed no start',
		() => ({ send: without('startTime') }),
		{ 4: ['differs', /^`startTime`/] },
	],
	['lists heed no end', () => ({ send: without('endTime') }), { 4: ['differs', /^`endTime`/] }],
	[
		'lists heed no time, and count so',
		() => ({ send: without(...TIMES), spend: 5 }),
		{ 4: ['differs', /not heeded/], 10: ['holds', /./] },
	],
	...FILTERS.map((filter): [string, () => Service, Said] => [
		`totals heed no ${filter}`,
		() => ({ send: countedBy(without(filter)) }),
		{ 10: ['differs', /heeds no (status|name|template|metadata)$/] },
	]),
	[
		'totals heed nothing',
		() => ({ send: countedBy(without(...TIMES, ...FILTERS)) }),
		{ 10: ['differs', /time, name, template, metadata, status/] },
	],
	[
		'a total is some seconds old',
		() => ({
			send: altering('query', (body, { filters }) =>
				isObject(filters) && filters.status === 'pending'
					? { ...body, docs: [], pagination: { totalCount: 1 } }
					: body,
			),
		}),
		{ 10: ['cannot be told', /old runs/] },
	],

	// Filters that match otherwise.
	[
		'`=` finds a part of the text',
		() => ({
			send: changingMetadataFilters((filters) =>
				filters.map(({ value, ...filter }) => ({
					...filter,
					value: value === 'Accountin' ? 'Accounting' : value,
				})),
			),
		}),
		{ 23: ['differs', /part/] },
	],
	[
		'only the first of several metadata filters counts',
		() => ({ send: changingMetadataFilters((filters) => filters.slice(0, 1)) }),
		{ 24: ['differs', /^Only the first of several counts/] },
	],
	// The sandbox finds any part. Its names begin with one of these letters.
	[
		'a name needs its beginning',
		() => ({ send: findingNoName(/^[^TUPIB]/) }),
		{ 25: ['differs', /middle/] },
	],

	// Pages.
	[
		'pages have ten runs',
		() => ({ send: pagesOf(10) }),
		{ 11: ['differs', /^10 runs/], 10: ['cannot be told', /^/] },
	],
	[
		'pages have ten runs, which are not counted',
		() => ({ send: pagesOf(10), dialect: { totalCountForm: 'missing' } }),
		{ 11: ['differs', /^10 runs/] },
	],
	[
		'pages past the end are FAILURE',
		() => ({
			send: altering('query', (body, { page }) =>
				Number(page) > 1 && Array.isArray(body.docs) && body.docs.length === 0
					? { ...body, statusCode: 'FAILURE' }
					: body,
			),
		}),
		{ 7: ['holds', /^An error/] },
	],
	[
		'few runs tell no order',
		() => ({
			...runNames({ createdAgoMs: 9e6 }, { createdAgoMs: 8e6 }, { createdAgoMs: 7e6 }),
			dialect: { pageOrder: 'oldest' },
		}),
		{ 6: ['cannot be told', /fewer than/] },
	],
	[
		'the total is no number',
		() => ({
			send: altering('query', (body) => ({ ...body, pagination: { totalCount: 'many' } })),
		}),
		{ 9: ['differs', /^No number$/] },
	],

	// What is read.
	[
		'success has another statusCode',
		() => ({ send: altering('query', (body) => ({ ...body, statusCode: 'OK' })) }),
		{ 13: ['differs', /reads with data/] },
	],
	[
		'the schema of a template is no object',
		() => ({
			send: altering('template', ({ doc, ...body }) => ({
				...body,
				doc: { ...(isObject(doc) && doc), evaluation_schema: ['total'] },
			})),
		}),
		{ 43: ['differs', /no object/] },
	],
	[
		'nothing is listed of the template',
		() => ({
			send: listing((runs, { filters }) =>
				isObject(filters) && filters.extraction_template_id ? [] : runs,
			),
		}),
		{ 43: ['cannot be told', /no run of it/] },
	],
	[
		'times are numbers',
		() => ({
			send: alteringRuns(({ created_time, ...run }) => ({
				...run,
				created_time: typeof created_time === 'string' ? Date.parse(created_time) : null,
			})),
		}),
		{ 1: ['differs', /^15 of 15 are no ISO 8601$/] },
	],
	[
		'links end soon',
		() => ({ dialect: { presignedTtlMs: 1_000 } }),
		{ 33: ['holds', /without the key/] },
	],
	...[
		['a list', ['Unreadable', 'Page 2'], 'holds', /^A list/] as const,
		['nothing to read', {}, 'differs', /^Nowhere/] as const,
	].map(([what, failure_reason, result, found]): [string, () => Service, Said] => [
		`a failure reason is ${what}`,
		() => ({
			send: alteringRuns((run) => ({ ...run, ...(run.status === 'failed' && { failure_reason }) })),
		}),
		{ 21: [result, found] },
	]),
	[
		'fields are a list',
		() => ({
			send: alteringRuns((run) => ({ ...run, output_schema: [{ name: 'a', value: '1' }] })),
		}),
		{ 19: ['differs', /another form/] },
	],
	[
		'an ID in capitals gets an empty run',
		() => ({
			send: altering('details', (body, { id }) =>
				typeof id === 'string' && id !== id.toLowerCase() ? { ...body, doc: {} } : body,
			),
		}),
		{ 26: ['holds', /is not known$/] },
	],

	// Statuses.
	[
		'statuses go back',
		() => ({ send: swapping('pending', 'processing'), spend: 1 }),
		{ 27: ['differs', /processing, then pending/] },
	],
	[
		'an end is none',
		() => ({ send: swapping('completed', 'processing'), spend: 1, dialect: { listLagMs: 3_000 } }),
		{ 27: ['differs', /completed, then processing/] },
	],
	[
		'a list of one status is late for one run',
		() => ({
			send: listing((runs, { filters }) =>
				isObject(filters) && filters.status === 'completed'
					? runs.map((run, at) => (at === 0 ? { ...run, status: 'processing' } : run))
					: runs,
			),
		}),
		{ 27: ['cannot be told', /1 of/] },
	],
	[
		'young runs have a status that is not specified',
		() => ({ send: swapping('processing', 'cancelled') }),
		{ 27: ['cannot be told', /not specified/] },
	],
	[
		'lists never show an end',
		() => ({
			send: listing((runs) =>
				runs.map((run) => ({
					...run,
					...(run.status === 'completed' && { status: 'processing' }),
				})),
			),
			spend: 1,
		}),
		{ 16: ['differs', /behind/] },
	],

	// Errors and rate limits.
	[
		'wrong requests are no errors',
		() => ({
			send: async (request, signal) => {
				const answer = await httpSender(request, signal);
				return answer.status === 400 ? { ...answer, status: 200 } : answer;
			},
		}),
		{ 37: ['cannot be told', /^/] },
	],
	...[
		[401, '{"error": "No key"}', 'differs'] as const,
		[404, '{"error": "No such endpoint"}', 'holds'] as const,
		[404, '{"error": "Document not found"}', 'differs'] as const,
		[200, '<html></html>', 'holds'] as const,
		[302, '', 'holds'] as const,
	].map(([status, text, result]): [string, () => Service, Said] => [
		`a wrong address gives ${status} ${text}`,
		() => ({ send: atWrongAddress({ status, text }) }),
		{ 38: [result, new RegExp(`^${status}`)], 39: ['holds', /^None/] },
	]),
	[
		'4 requests a second',
		() => ({ dialect: { requestsPerSecond: 4 } }),
		{ 30: ['differs', /4 requests in a second/] },
	],
	[
		'60 requests a minute',
		() => ({ send: limiting(61, 429, '2') }),
		{ 30: ['differs', /in a minute/] },
	],
	[
		'a rate limit is a 503',
		() => ({ send: limiting(9, 503, '2') }),
		{ 30: ['differs', /./], 31: ['holds', /seconds/] },
	],
	[
		'Retry-After is no time',
		() => ({ send: limiting(9, 429, 'soon') }),
		{ 31: ['differs', /no time/] },
	],

	// Submissions.
	[
		'submissions need a name',
		() => ({ send: rejecting(422, (asked) => !('run_id' in asked)), spend: 5 }),
		{ 44: ['differs', /422/] },
	],
	[
		'submissions cost more than there is',
		() => ({ send: rejecting(402, (asked) => !('run_id' in asked)), spend: 5 }),
		{ 44: ['cannot be told', /402/] },
	],
	[
		'a submission is rejected, and accepted all the same',
		() => ({ send: rejecting(409), spend: 1 }),
		{ 45: ['differs', /409/] },
	],
	[
		'the second submission gives no ID',
		() => {
			let submitted = 0;
			const send = altering('submit', (body) => (++submitted === 2 ? { message: 'Thanks' } : body));
			return { send, spend: 2 };
		},
		{ 35: ['cannot be told', /200/] },
	],
	[
		'a new run is listed, but not by its name',
		() => ({ send: findingNoName(/^Conformance/), spend: 1 }),
		{ 14: ['cannot be told', /name/] },
	],
];

test.each(SERVICES)('a service where %s', async (_, make, said) => {
	await says(make(), said);
});

test.each<[what: string, send: Sender, ...Said[number]]>([
	['makes no run', httpSender, 'holds', /^None/],
	['is not found, as any name is', without('filename'), 'cannot be told', /name/],
])('a submission that is rejected %s', async (_, send, ...said) => {
	await sandbox.control.addFault({ kind: 'rateLimit', endpoint: 'submit' });
	await says({ send, spend: 1 }, { 45: said });
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

test('a service that hangs for the details of one run: all else is told', async () => {
	let stuck: unknown;
	const send: Sender = async (request, signal) => {
		const { id } = askedBy(request);
		if (isOf(request, 'details')) stuck ??= id;
		if (id !== undefined && id === stuck) throw new NoAnswer('no answer in time');
		return await httpSender(request, signal);
	};
	await says(
		{ send, spend: 5 },
		{ 32: ['differs', /^Details of 1 of 15 listed/], 41: ['differs', /no answer/] },
	);
});

describe('in time', () => {
	test('an answer that takes 40 s is waited for, and told', async () => {
		const time = await drivenTime(sandbox);
		let queries = 0;
		const send: Sender = async (request, signal) => {
			if (isOf(request, 'query') && ++queries === 3) await time.wait(40_000, signal);
			return await httpSender(request, signal);
		};
		await says({ send, time }, { 41: ['differs', /40\./] });
	});

	test('runs that arrive while lists are read are not dated ahead', async () => {
		const time = await drivenTime(sandbox);
		const send: Sender = async (request, signal) => {
			if (filtersOf(request).status === 'pending') {
				await time.wait(20_000, signal);
				await sandbox.control.seedRuns([{ status: 'pending', createdAgoMs: 1_000 }]);
			}
			return await httpSender(request, signal);
		};
		await says({ send, time }, { 29: ['holds', /^None/] });
	});

	test('answers are too slow to meet a rate limit', async () => {
		const time = await drivenTime(sandbox);
		const send: Sender = async (request, signal) => {
			await time.wait(260, signal);
			return await httpSender(request, signal);
		};
		await says({ send, time }, { 30: ['cannot be told', /at 3\.8 a second/] });
	});
});

test('a template that is not known ends the check', async () => {
	const templates = { ...sandbox.templates, invoice: '5f0c1f6e-0000-4000-8000-1b6a7c2d8e01' };
	const { rows, ended } = await checkSandbox({ ...sandbox, templates }, {});
	expect(ended).toMatch(/^The service does not know the template \(404\)/);
	expect(rows).toEqual([]);
});
