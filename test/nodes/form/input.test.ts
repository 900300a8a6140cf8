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

	it.each(['2026-02-29T10:00:00Z', '2026-03-01T25:00'])(
		'that does not exist, such as %s, is rejected',
		async (startTime) => {
			await expectRejected(
				getMany({ startTime }),
				`'Created After' is not a date and time: '${startTime}'`,
				expect.stringMatching(/^Enter a date and time/),
			);
		},
	);
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

	it.each([
		['a boolean', '={{ false }}', 'false'],
		['a long list', '={{ Array(300).fill(1) }}', `[${'1,'.repeat(99)}1…`],
	])('cannot be %s, and at most 200 characters are shown', async (_, run_id, shown) => {
		const parameters = node.submission({ additionalFields: { run_id } });
		await expectRejected(parameters, `'Run Name' is not text: ${shown}`, ENTER_TEXT);
	});
});

describe('A number', () => {
	it('can be a text', async () => {
		await node.run({ parameters: { ...GET_MANY, limit: '={{ " 3 " }}' }, items: TWO });
		const body = { page: 1, limit: 3 };
		expect(await bodies()).toEqual([body, body]);
	});

	it.each([
		['={{ "" }}', "'Limit' is not a number", 'Enter a number of at least 1'],
		['={{ Number("many") }}', "'Limit' is not a number", 'Enter a number of at least 1'],
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
});

describe('File URLs', () => {
	const A = 'https://a.example/1.pdf';
	const B = 'HTTP://b.example/2.pdf';
	it.each<[string, string[]]>([
		...[',', ', ', ' ,', ';', '; ', ' ; ', ';\n', '|', ' | ', ';,\r\n ', '\t'].map(
			(between): [string, string[]] => [`${A}${between}${B}`, [A, B]],
		),
		[`${A},${B}, https://c.example/3.pdf;`, [A, B, 'https://c.example/3.pdf']],
		[`${A}; \n${B} ;\n`, [A, B]],
		[`; ${A} |`, [A]],
		[`["${A}; ${B}", "${A},"]`, [A, B, A]],
		[`={{ ["${A};${B};"] }}`, [A, B]],
		...['\u200b', '\ufeff\u200b', '\u00ad', '\u202c'].map((hidden): [string, string[]] => [
			`${hidden}${A}${hidden}, ${B}${hidden};`,
			[A, B],
		]),
		['https://a.example/in\u200bvo\u00adice.pdf', ['https://a.example/invoice.pdf']],
		[`${A}?a=1&amp;b=2&amp;c=3`, [`${A}?a=1&b=2&c=3`]],
		...[
			'https://a.example/a,b.pdf',
			'https://a.example/1.pdf?at=1,2,https',
			'https://a.example/a;v=1|b;c=http:/x.pdf',
			'https://a.example/pdf/https://b.example',
			'https://a.example/pdf?merge=https://a.example/1.png,https://a.example/2.png',
		].map((url): [string, string[]] => [url, [url]]),
	])('in %j are split, but not at separators within a URL', async (file_urls, urls) => {
		const { error } = await node.run({ parameters: node.submission({ file_urls }), items: TWO });
		expect(error).toBeUndefined();
		const runs = await node.control.runs();
		expect(runs.map(({ fileUrls }) => fileUrls)).toEqual([urls, urls]);
	});

	it.each([
		['={{ ["https://a.example/1.pdf", ""] }}', 'is empty'],
		['={{ [" ; "] }}', 'is empty'],
		['; | ,', 'is empty'],
	])('are not left out where one is missing: %s', async (file_urls, problem) => {
		const advice = expect.stringMatching(/^Enter a URL that/);
		await expectRejected(node.submission({ file_urls }), `'File URLs' ${problem}`, advice);
	});

	it.each([
		['={{ [[1], 2] }}', 'has an entry that is not a URL: [1]', /^Enter a URL that/],
		['={{ $json.none }}', 'is empty', /^Enter a URL .*, or check the expression\./],
	])('are rejected if they are not text: %s', async (file_urls, problem, advice) => {
		const told = [`'File URLs' ${problem}`, expect.stringMatching(advice)] as const;
		await expectRejected(node.submission({ file_urls }), ...told);
	});
});

describe('An expression that returns nothing', () => {
	const ON_OR_OFF = /^Turn it on or off/;
	const submit = (more: INodeParameters) => node.submission(more);
	const rangeOf = (range: INodeParameters): INodeParameters => ({
		...GET_MANY,
		checks: { checks: [{ check: 'range', number: 'total', ...range }] },
	});
	const NOTHING = ['={{ $json.none }}', '={{ null }}', '={{ "" }}'];
	const OF_DEDUPLICATION = { setting: { by: '={{ $json.none }}', key: 'A-1' } };

	it.each<[string, string, RegExp, (value: string) => INodeParameters]>([
		[
			"'Check Only' is neither true nor false",
			'checkOnly',
			ON_OR_OFF,
			(checkOnly) => submit({ options: { checkOnly } }),
		],
		[
			"'Include Run ID, Name and Status' is neither true nor false",
			'includeRun',
			ON_OR_OFF,
			(includeRun) => ({ ...GET_MANY, output: 'fieldsOnly', options: { includeRun } }),
		],
		[
			"'Return All' is neither true nor false",
			'returnAll',
			ON_OR_OFF,
			(returnAll) => ({ ...GET_MANY, returnAll }),
		],
		["'Lowest' is not a number", 'lowest', /^Enter a number/, (lowest) => rangeOf({ lowest })],
		["'Highest' is not a number", 'highest', /^Enter a number/, (highest) => rangeOf({ highest })],
		["'Limit' is not a number", 'limit', /^Enter a number/, (limit) => ({ ...GET_MANY, limit })],
		[
			"'Files' has an unknown option",
			'filesFrom',
			/^Select an option/,
			(filesFrom) => submit({ filesFrom }),
		],
	])('is an error: %s', async (message, _, advice, parametersFor) => {
		for (const value of NOTHING) {
			await expectRejected(parametersFor(value), message, expect.stringMatching(advice));
		}
	});

	it('is an error in the fields of an option, too', async () => {
		const parameters = submit({ options: { deduplication: OF_DEDUPLICATION } });
		const advice = expect.stringMatching(/^Select an option/);
		await expectRejected(parameters, "'Deduplicate By' has an unknown option", advice);
	});

	it('leaves out a text that need not be filled in', async () => {
		const additionalFields = { run_id: '={{ $json.none }}' };
		const { error } = await node.run({ parameters: submit({ additionalFields }), items: TWO });
		expect(error).toBeUndefined();
		expect(await bodies()).toEqual([
			expect.not.objectContaining({ run_id: expect.anything() }),
			expect.not.objectContaining({ run_id: expect.anything() }),
		]);
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
			functionality: 'pairedItem',
			context: {
				itemIndex: 0,
				messageTemplate: expect.stringContaining('%%PARAMETER%%'),
				causeDetailed: expect.any(String),
				type: 'paired_item_intermediate_nodes',
				parameter: 'runId',
			},
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
