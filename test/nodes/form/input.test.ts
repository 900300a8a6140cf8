import type { INodeParameters } from 'n8n-workflow';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';

const node = new SandboxedNode();
const ENTER_TEXT = expect.stringMatching(
	/^Enter text, or an expression that returns a single value/,
);
const TWO = [{ n: 0 }, { n: 1 }];
const GET_MANY = { resource: 'run', operation: 'getAll' };

const getMany = (filters: INodeParameters) => ({ ...GET_MANY, filters });

/** Expects that each item is rejected with this error and advice before anything is sent. */
async function expectRejected(parameters: INodeParameters, error: string, message: string) {
	const { items, errorItems } = await node.run({
		parameters,
		items: TWO,
		onError: 'continueErrorOutput',
	});
	expect(items).toEqual([]);
	expect(errorItems).toEqual(
		TWO.map((json, item) => ({ json: { ...json, error, message }, pairedItem: { item } })),
	);
	expect(await bodies()).toEqual([]);
}

const bodies = async () => (await node.control.requests()).map(({ body }) => body);

describe('A time', () => {
	it.each([
		['a Date', '={{ new Date("2026-03-01T10:00:00Z") }}', '2026-03-01T10:00:00.000Z'],
		[
			'a DateTime',
			'={{ DateTime.fromISO("2026-03-01T10:00:00", { zone: "America/New_York" }) }}',
			'2026-03-01T15:00:00.000Z',
		],
		['the last day of a leap year’s February', '2028-02-29', '2028-02-29T00:00:00.000Z'],
	])('can be %s', async (_, startTime, asked) => {
		const { error } = await node.run({ parameters: getMany({ startTime }), items: TWO });
		expect(error).toBeUndefined();
		const body = { page: 1, limit: 50, filters: { startTime: asked } };
		expect(await bodies()).toEqual([body, body]);
	});

	it.each([
		'2026-02-30',
		'2026-02-29T10:00:00Z',
		'2026-04-31T10:00:00+02:00',
		'2026-13-01',
		'2026-03-01T25:00',
	])('that does not exist, such as %s, is rejected', async (startTime) => {
		await expectRejected(
			getMany({ startTime }),
			`'Created After' is not a date and time: '${startTime}'`,
			expect.stringMatching(/^Enter a date and time/),
		);
	});
});

describe('A text', () => {
	it.each([
		['a Date', '={{ new Date("2026-03-01T10:00:00Z") }}', '2026-03-01T10:00:00.000Z'],
		['a DateTime', '={{ DateTime.fromISO("2026-03-01T10:00:00Z") }}', '2026-03-01T10:00:00.000Z'],
		['a number', '={{ 118 }}', '118'],
	])('can be %s', async (_, given, sent) => {
		const { error } = await node.run({
			parameters: node.submission({
				additionalFields: {
					run_id: given,
					metadata: { entries: [{ name: 'of', value: given }] },
				},
			}),
			items: TWO,
		});
		expect(error).toBeUndefined();
		const body = expect.objectContaining({ run_id: sent, metadata: { of: sent } });
		expect(await bodies()).toEqual([body, body]);
	});

	it('of metadata can be true or false', async () => {
		const entries = [{ name: 'paid', value: '={{ false }}' }];
		const { error } = await node.run({
			parameters: node.submission({ additionalFields: { metadata: { entries } } }),
			items: TWO,
		});
		expect(error).toBeUndefined();
		const body = expect.objectContaining({ metadata: { paid: 'false' } });
		expect(await bodies()).toEqual([body, body]);
	});

	it.each([
		['a boolean', '={{ false }}', 'false'],
		['a number that is none', '={{ Number("many") }}', 'a calculation without a result'],
		['an object', '={{ { a: 1 } }}', '{"a":1}'],
		['an invalid Date', '={{ new Date("soon") }}', 'a date that does not exist'],
		['a long list', '={{ Array(300).fill(1) }}', `[${'1,'.repeat(99)}1…`],
	])('cannot be %s, and at most 200 characters are shown', async (_, run_id, shown) => {
		const parameters = node.submission({ additionalFields: { run_id } });
		await expectRejected(parameters, `'Run Name' is not text: ${shown}`, ENTER_TEXT);
	});
});

describe('A number', () => {
	it.each([
		['={{ "2" }}', 2],
		['={{ " 3 " }}', 3],
	])('can be the text %j', async (limit, sent) => {
		const { error } = await node.run({
			parameters: { ...GET_MANY, limit },
			items: TWO,
		});
		expect(error).toBeUndefined();
		expect(await bodies()).toEqual([
			{ page: 1, limit: sent },
			{ page: 1, limit: sent },
		]);
	});

	it.each([
		['={{ "" }}', "'Limit' is not a number", 'Enter a number of at least 1'],
		['={{ Number("many") }}', "'Limit' is not a number", 'Enter a number of at least 1'],
		['={{ "many" }}', "'Limit' is not a number: 'many'", 'Enter a number of at least 1'],
		['={{ 0 }}', "'Limit' is too low: 0", 'Enter a number of at least 1'],
		['={{ 1.5 }}', "'Limit' is not a whole number: 1.5", 'Enter a whole number'],
	])('cannot be %j', async (limit, message, description) => {
		await expectRejected({ ...GET_MANY, limit }, message, description);
	});
});

describe('Rows', () => {
	it('of metadata are left out if they are empty', async () => {
		const rows = [
			{ name: '', value: '' },
			{ name: ' department ', value: ' accounting ' },
			{ name: 'note', value: '' },
			{ name: ' ', value: ' ' },
		];
		const { error } = await node.run({
			parameters: node.submission({ additionalFields: { metadata: { entries: rows } } }),
			items: TWO,
		});
		expect(error).toBeUndefined();
		const metadata = { department: 'accounting', note: '' };
		const body = expect.objectContaining({ metadata });
		expect(await bodies()).toEqual([body, body]);
	});

	it.each([
		[[{ name: '', value: 'x' }], "has a value without a name: 'x'", 'Enter a name for this value'],
		[
			[
				{ name: 'a', value: '1' },
				{ name: 'a ', value: '2' },
			],
			"has a duplicate name: 'a'",
			'Use each name only once',
		],
	])('of metadata are rejected if they are invalid: %j', async (entries, problem, advice) => {
		const parameters = node.submission({ additionalFields: { metadata: { entries } } });
		await expectRejected(parameters, `'Metadata' ${problem}`, advice);
	});

	it('of metadata filters are rejected if they have only a value', async () => {
		const conditions = [{ metadata_name: '', operator: 'equals', value: 'x' }];
		await expectRejected(
			{ ...getMany({}), metadata_filters: { conditions } },
			"'Metadata Filters' has a value without a name: 'x'",
			'Enter the name of the metadata to compare',
		);
	});
});

describe('File URLs', () => {
	it.each([
		['https://a.example/1.pdf,https://b.example/2.pdf', 2],
		['https://a.example/1.pdf,HTTP://b.example/2.pdf, https://c.example/3.pdf', 3],
		['https://a.example/1.pdf ,https://b.example/2.pdf', 2],
		['https://a.example/a,b.pdf', 1],
		['https://a.example/1.pdf?at=1,2,https', 1],
	])('in %j are split, but not at commas within a URL', async (file_urls, count) => {
		const { error } = await node.run({ parameters: node.submission({ file_urls }), items: TWO });
		expect(error).toBeUndefined();
		const [run] = await node.control.runs();
		expect(run?.fileUrls).toHaveLength(count);
		expect(run?.fileUrls.join()).toBe(file_urls.replace(/\s/g, ''));
	});

	it.each([
		['={{ 7 }}', 'has an entry that is not a URL: 7', /^Enter a URL that/],
		['={{ [[1], 2] }}', 'has an entry that is not a URL: [1]', /^Enter a URL that/],
		['={{ $json.none }}', 'is empty', /^Enter a URL .*, or check the expression\./],
	])('are rejected if they are not text: %s', async (file_urls, problem, advice) => {
		const told = [`'File URLs' ${problem}`, expect.stringMatching(advice)] as const;
		await expectRejected(node.submission({ file_urls }), ...told);
	});

	const SLIP = 'is not a valid URL';
	it.each([
		['https://', SLIP],
		['https://a.example:port/1.pdf', SLIP],
		['https://[a]/1.pdf', SLIP],
		['a.pdf', 'cannot be the name of a file'],
	])('such as %j are rejected', async (url, told) => {
		const file_urls = ['https://a.example/1.pdf', url].join('\n');
		await expectRejected(
			node.submission({ file_urls }),
			`'File URLs' ${told}: '${url}'`,
			expect.stringMatching(/^Enter a URL that the service can open/),
		);
	});
});

describe("An error of n8n's expressions", () => {
	const get = (value: string) => ({
		resource: 'run',
		operation: 'get',
		runId: { __rl: true, mode: 'id', value: `={{ ${value} }}` },
	});
	const UNPAIRED = get('$("Items").itemMatching(7).json.id');
	const DESCRIPTION =
		'Some intermediate nodes between ‘<strong>Items</strong>‘ and  ‘<strong>DocScore</strong>‘ have not executed yet.';

	it('keeps its details for the editor', async () => {
		const { error } = await node.run({ parameters: UNPAIRED, items: [{}] });
		expect(error).toMatchObject({
			message: 'Can’t get data for expression',
			description: DESCRIPTION,
			context: {
				itemIndex: 0,
				messageTemplate: expect.stringContaining('%%PARAMETER%%'),
				causeDetailed: expect.any(String),
				type: 'paired_item_intermediate_nodes',
				parameter: 'runId',
			},
		});
	});

	it('keeps the name of the missing node', async () => {
		const parameters = get('$("Nobody").item.json.id');
		const { error } = await node.run({ parameters, items: [{}, {}] });
		expect(error).toMatchObject({
			message: "Referenced node doesn't exist",
			context: { itemIndex: 0, nodeCause: 'Nobody', descriptionKey: 'nodeNotFound' },
		});
	});

	it('is reported for each item, with its description', async () => {
		const { errorItems } = await node.run({
			parameters: UNPAIRED,
			items: [{}, {}],
			onError: 'continueErrorOutput',
		});
		const json = { error: 'Can’t get data for expression', message: DESCRIPTION };
		expect(errorItems).toEqual([0, 1].map((item) => ({ json, pairedItem: { item } })));
	});
});
