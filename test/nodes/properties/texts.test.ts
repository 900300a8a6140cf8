import { byKey } from '../../harness/deduplication';
import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';
import { holds } from '../../harness/jest/draws';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';
import { wavOf } from '../../sandbox/samples/audio';
import { upload, withFile } from '../recording/uploads';

const node = new SandboxedNode();

/** A value as an expression, and its text; null if it has none. */
interface Value {
	expression: string;
	text: string | null;
	/** Whether only a key refuses it. */
	isNoKey?: boolean;
}

const none = (expression: string): Value => ({ expression, text: null });

const NOTHING = [
	'NaN',
	'Number("many")',
	'1 / 0',
	'-1 / 0',
	'2 ** 60',
	'1e300',
	'new Date("soon")',
	'DateTime.fromISO("soon")',
	'{ a: 1 }',
	'{ toISO: () => "soon" }',
	'[]',
	'[1, [2]]',
	'[[["a"]]]',
	'new Map([["a", 1]])',
	'Symbol("a")',
	'BigInt(5)',
	'[BigInt(5)]',
	'"NaN"',
	'" Infinity "',
	'"undefined"',
	'"null"',
	'String(new Date("soon"))',
	'"Invalid DateTime"',
	'"of Invalid DateTime"',
	'"a" + { a: 1 }',
	'"a" + new Map()',
].map(none);

const SOMETHING: Value[] = [
	{ expression: 'new Date("2026-03-01T10:00:00Z")', text: '2026-03-01T10:00:00.000Z' },
	{ expression: 'DateTime.fromISO("2026-03-01T10:00:00Z")', text: '2026-03-01T10:00:00.000Z' },
	{ expression: '-0', text: '0' },
	{ expression: '9007199254740991', text: '9007199254740991' },
	{ expression: '"Nan Undefined"', text: 'Nan Undefined' },
	{ expression: '"Infinity Ltd"', text: 'Infinity Ltd' },
	{ expression: '"x-" + undefined', text: 'x-undefined', isNoKey: true },
	{ expression: '"x_" + Number("a")', text: 'x_NaN', isNoKey: true },
];

const characters = fc.constantFrom(...'abzNI019 -_.:/äß中');

const values: fc.Arbitrary<Value> = fc.oneof(
	{ weight: 3, arbitrary: fc.constantFrom(...NOTHING) },
	fc.constantFrom(...SOMETHING),
	fc.maxSafeInteger().map((number) => ({ expression: `${number}`, text: `${number}` })),
	fc
		.integer({ min: -999_999, max: 999_999 })
		.map((n) => n / 100)
		.map((number) => ({ expression: `${number}`, text: `${number}` })),
	fc
		.string({ unit: characters, minLength: 1, maxLength: 20 })
		.map((text) => `t${text}t`)
		.map((text) => ({ expression: JSON.stringify(text), text })),
);

interface Parameter {
	label: string;
	parameters: (value: string) => INodeParameters;
	/** Whether the values that may be true or false are texts too. */
	isFlag?: boolean;
	isKey?: boolean;
	/** Whether any text is an error, such as for an ID. */
	isNoText?: boolean;
}

const submit = (more: INodeParameters) => node.submission(more);
const submitWith = (additionalFields: INodeParameters) => submit({ additionalFields });
const list = (more: INodeParameters) => ({ resource: 'run', operation: 'getAll', ...more });
const withRow = (row: INodeParameters) =>
	submitWith({ metadata: { entries: [{ name: 'n', value: 'v', ...row }] } });
const withFilter = (row: INodeParameters) =>
	list({
		metadata_filters: {
			conditions: [{ metadata_name: 'n', operator: 'equals', value: 'v', ...row }],
		},
	});
const withPart = (row: INodeParameters) =>
	upload({
		// The part is_inbound is false then.
		is_inbound: 'outbound',
		options: { additionalFields: { fields: [{ name: 'n', value: 'v', ...row }] } },
	});
const located = (value: string) => ({ __rl: true, mode: 'id', value });

const PARAMETERS: Parameter[] = [
	{ label: 'Run Name', parameters: (run_id) => submitWith({ run_id }) },
	{ label: 'Agent Name', parameters: (agent_name) => submitWith({ agent_name }) },
	{ label: 'Name', parameters: (name) => withRow({ name }) },
	{ label: 'Value', parameters: (value) => withRow({ value }), isFlag: true },
	{
		label: 'Deduplication Key',
		parameters: (key) => submit({ options: byKey(key) }),
		isKey: true,
	},
	{
		label: 'Template',
		parameters: (value) => submit({ extraction_template_id: located(value) }),
		isNoText: true,
	},
	{ label: 'File URLs', parameters: (file_urls) => submit({ file_urls }), isNoText: true },
	{ label: 'Name Contains', parameters: (filename) => list({ filters: { filename } }) },
	{
		label: 'Template',
		parameters: (value) => list({ filters: { extraction_template_id: located(value) } }),
		isNoText: true,
	},
	{ label: 'Name', parameters: (metadata_name) => withFilter({ metadata_name }) },
	{ label: 'Value', parameters: (value) => withFilter({ value }), isFlag: true },
	{
		label: 'Run',
		parameters: (value) => ({ resource: 'run', operation: 'get', runId: located(value) }),
		isNoText: true,
	},
	{
		label: 'Template',
		parameters: (value) => ({
			resource: 'template',
			operation: 'get',
			extraction_template_id: located(value),
		}),
		isNoText: true,
	},
	{ label: 'Agent Name', parameters: (agent_name) => upload({ agent_name }) },
	{ label: 'Language Code', parameters: (languageCode) => upload({ languageCode }) },
	{
		label: 'Transcript Text',
		parameters: (transcript) => upload({ transcriptSource: 'text', transcript }),
	},
	{
		label: 'Transcript URL',
		parameters: (transcriptUrl) => upload({ transcriptSource: 'url', transcriptUrl }),
		isNoText: true,
	},
	{ label: 'Name', parameters: (name) => withPart({ name }) },
	{ label: 'Value', parameters: (value) => withPart({ value }), isFlag: true },
];

async function sent(): Promise<string> {
	const requests = (await node.control.requests()).map(({ body }) => body);
	const all = JSON.stringify([requests, await node.control.recordings()]);
	// The prefix of keys that a service could store as a number.
	return all.replaceAll('"key:', '"');
}

const requestsSent = async () => (await node.control.requests()).length;

/** Keys of earlier draws: the process remembers their runs, and does not send them again. */
const keys = new Set<string>();

async function judge(
	{ label, parameters, isKey }: Parameter,
	expression: string,
	text: string | null,
) {
	if (isKey && text !== null && keys.has(text)) return;
	if (isKey && text !== null) keys.add(text);
	await node.control.reset();
	const { error } = await node.run({
		parameters: parameters(`={{ ${expression} }}`),
		items: [0, 1].map(() => withFile(wavOf(16_000), 'call.wav')),
	});
	if (text === null) {
		expect(error?.message).toMatch(new RegExp(`^'${label}' `));
		expect(await requestsSent()).toBe(0);
	} else {
		expect(error).toBeUndefined();
		expect(await sent()).toContain(JSON.stringify(text));
	}
}

const NUM_RUNS = 200;

test('any value in any parameter is its plain text, or an error that names the field', async () => {
	const property = fc.asyncProperty(
		fc.constantFrom(...PARAMETERS),
		values,
		async (parameter, { expression, text, isNoKey = false }) => {
			const isNone = parameter.isNoText || (parameter.isKey && isNoKey);
			await judge(parameter, expression, isNone ? null : text);
		},
	);
	await holds('Texts', property, { numRuns: NUM_RUNS });
});

it.each(PARAMETERS.map((parameter, at) => [`${parameter.label} (${at})`, parameter] as const))(
	'true and false are texts only where they can be data: %s',
	async (_, parameter) => {
		await judge(parameter, 'true', parameter.isFlag ? 'true' : null);
	},
);
