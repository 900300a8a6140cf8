import type { Sandbox } from '../harness/sandbox/sandbox';
import { useSandbox } from '../harness/sandbox/useSandbox';
import type { Dialect } from './dialect';
import { details, paths, post, query, unknownId } from './serviceClient';

let sandbox: Sandbox;

useSandbox((started) => {
	sandbox = started;
});

const speak = async (change: Partial<Dialect>) => await sandbox.control.setDialect(change);
const submission = async (template = sandbox.templates.invoice) =>
	await post(sandbox, paths.submit, {
		file_urls: ['http://a.example/b.pdf'],
		extraction_template_id: template,
	});

describe('an unknown run or template', () => {
	test.each<[Dialect['unknownId'], number, unknown]>([
		['404', 404, { error: expect.stringMatching('not found') }],
		['404 with id', 404, { error: expect.stringMatching('not found'), details: unknownId }],
		['404 HTML', 404, null],
		['400', 400, { error: expect.stringMatching('not found') }],
		['403', 403, { error: expect.stringMatching('not found') }],
		['410', 410, { error: expect.stringMatching('not found') }],
		['FAILURE', 200, { statusCode: 'FAILURE', statusMessage: expect.stringMatching('not found') }],
	])('is reported as %s', async (form, status, body) => {
		await speak({ unknownId: form });
		const answers = await Promise.all([
			post(sandbox, paths.details, { id: unknownId }),
			post(sandbox, paths.template, { id: unknownId }),
			submission(unknownId),
		]);
		for (const answer of answers) {
			expect([answer.status, answer.body]).toEqual([status, body]);
			if (form === '404 HTML') expect(answer.text).toMatch(/^<html>/);
		}
		expect(await sandbox.control.runs()).toEqual([]);
	});
});

test('a response to a submission may contain a statusCode', async () => {
	const codes = [];
	for (const writeStatusCode of ['absent', 'SUCCESS', 'number'] as const) {
		await speak({ writeStatusCode });
		const { body } = await submission();
		expect(body?.doc_id).toEqual(expect.any(String));
		codes.push(body?.statusCode);
	}
	expect(codes).toEqual([undefined, 'SUCCESS', 200]);
});

describe('a missing part of a run', () => {
	test.each<[keyof Dialect, string, unknown]>([
		['nameForm', 'filename', ''],
		['metadataForm', 'metadata', {}],
		['outputForm', 'output_schema', {}],
		['filesForm', 'supportingDocs', []],
	])('set by %s, such as %s, may be absent, null or empty', async (point, key, empty) => {
		const [id = ''] = await sandbox.control.seedRuns([{ metadata: { a: '1' } }]);
		const full: Record<string, unknown> = { ...(await details(sandbox, id)) };
		expect(full[key]).toBeTruthy();
		await speak({ [point]: 'absent' });
		const without = await details(sandbox, id);
		expect(without).not.toHaveProperty(key);
		expect({ ...without, [key]: full[key] }).toEqual(full);
		await speak({ [point]: 'null' });
		expect(await details(sandbox, id)).toEqual({ ...full, [key]: null });
		await speak({ [point]: 'empty' });
		expect(await details(sandbox, id)).toEqual({ ...full, [key]: empty });
	});

	test('a template may have no name', async () => {
		await speak({ nameForm: 'null' });
		const { body } = await post(sandbox, paths.template, { id: sandbox.templates.invoice });
		expect(body?.doc).toMatchObject({ id: sandbox.templates.invoice, name: null });
	});
});

test.each<[Dialect['reasonForm'], object, object]>([
	['text', { failure_reason: 'Torn' }, {}],
	['object', { failure_reason: { code: 7, message: 'Torn' } }, {}],
	['camelCase', { failureReason: 'Torn' }, {}],
	['inResult', { result: { failure_reason: 'Torn' } }, {}],
	['beside', {}, { failure_reason: 'Torn' }],
])('a failure reason may be sent as %s', async (reasonForm, inRun, beside) => {
	await speak({ reasonForm });
	const [id = ''] = await sandbox.control.seedRuns([{ failureReason: 'Torn' }]);
	const { body } = await post(sandbox, paths.details, { id });
	const { doc, statusCode, statusMessage, ...others } = body ?? {};
	expect([statusCode, statusMessage, others]).toEqual(['SUCCESS', expect.any(String), beside]);
	const told = Object.entries(Object(doc)).filter(([key]) => /reason|result/i.test(key));
	expect(Object.fromEntries(told)).toEqual(inRun);
	const [done = ''] = await sandbox.control.seedRuns([{}]);
	expect(JSON.stringify(await details(sandbox, done))).not.toMatch(/failure|result/);
});

test('numeric metadata may be returned as numbers', async () => {
	const metadata = { number: '007', text: 'A-7', blank: ' ', flag: true };
	const [id = ''] = await sandbox.control.seedRuns([{ metadata }]);
	expect((await details(sandbox, id)).metadata).toEqual(metadata);
	await speak({ metadataValues: 'numbers' });
	expect((await details(sandbox, id)).metadata).toEqual({ ...metadata, number: 7 });
});

test('IDs may be in capitals, in some responses or in all', async () => {
	const [id = ''] = await sandbox.control.seedRuns([{}]);
	const inCapitals = async (capitalIds: Dialect['capitalIds']) => {
		await speak({ capitalIds });
		const listed = (await query(sandbox, {})).docs.find((run) => run.id.toLowerCase() === id)?.id;
		const read = (await details(sandbox, id)).id;
		const accepted = String((await submission()).body?.doc_id);
		return [listed, read, accepted].map((each) => each?.toUpperCase() === each);
	};
	expect(await inCapitals('nowhere')).toEqual([false, false, false]);
	expect(await inCapitals('lists')).toEqual([true, false, false]);
	expect(await inCapitals('details')).toEqual([false, true, false]);
	expect(await inCapitals('everywhere')).toEqual([true, true, true]);
	expect((await details(sandbox, id.toUpperCase())).id).toBe(id.toUpperCase());
});

test.each<[Dialect['metadataEquality'], string[], string[]]>([
	['exact', ['7'], ['A']],
	['caseless', ['7'], ['A', 'a']],
	['numeric', ['007', '7'], ['A']],
])('metadata are compared by the rule %s', async (metadataEquality, sevens, letters) => {
	const values = ['7', '007', 'A', 'a'];
	await sandbox.control.seedRuns(values.map((key) => ({ filename: key, metadata: { key } })));
	await speak({ metadataEquality });
	const found = async (value: string) => {
		const filter = { metadata_name: 'key', operator: '=', value };
		const { docs } = await query(sandbox, { metadata_filters: [filter] });
		return docs.map(({ filename }) => filename).sort();
	};
	expect([await found('7'), await found('A')]).toEqual([sevens, letters]);
});

describe('a rate limit', () => {
	const statuses = async (count: number) => {
		const answers = [];
		for (let index = 0; index < count; index++) answers.push(await post(sandbox, paths.query, {}));
		return answers.map(({ status }) => status);
	};

	test("accepts a number of requests per second of the sandbox's clock", async () => {
		await speak({ requestsPerSecond: 2 });
		expect(await statuses(4)).toEqual([200, 200, 429, 429]);
		await sandbox.control.advance(500);
		expect(await statuses(2)).toEqual([200, 429]);
		await sandbox.control.advance(60_000);
		expect(await statuses(3)).toEqual([200, 200, 429]);
	});

	test.each<[Dialect['retryAfter'], RegExp]>([
		['seconds', /^4$/],
		['date', /GMT$/],
		['zero', /^0$/],
		['past', /GMT$/],
		['absent', /^null$/],
	])('sends Retry-After as %s', async (retryAfter, expected) => {
		await speak({ requestsPerSecond: 0.25, retryAfter });
		await post(sandbox, paths.query, {});
		const { status, body, headers } = await post(sandbox, paths.query, {});
		expect([status, body]).toEqual([429, { error: 'Too many requests' }]);
		const told = headers.get('retry-after');
		expect(String(told)).toMatch(expected);
		const [until, now] = [told, headers.get('date')].map((text) => Date.parse(text ?? ''));
		if (retryAfter === 'date') expect(until).toBe((now ?? 0) + 4_000);
		if (retryAfter === 'past') expect(until).toBeLessThan(now ?? 0);
	});
});

test('the details of one run may never be readable', async () => {
	const [first, second] = await sandbox.control.seedRuns([{ count: 2 }]);
	await speak({ oddRun: 1, oddDetailsStatus: 500 });
	expect((await post(sandbox, paths.details, { id: first })).status).toBe(200);
	expect(await post(sandbox, paths.details, { id: second })).toMatchObject({
		status: 500,
		body: { error: 'The run could not be read' },
	});
});
