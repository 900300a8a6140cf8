import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { Input } from '../../../nodes/DocScore/engine/input/input';
import { outputFields, outputOptions, readOutput } from '../../../nodes/DocScore/fields/runOutput';
import { readRun } from '../../../nodes/DocScore/service/readRun';
import { holds } from '../../harness/jest/draws';

const NAMES =
	'total|constructor|__proto__|toString|hasOwnProperty|0|7|007|-1|1.5|issues|error|message|runId|timedOut|a,b|"a"'.split(
		'|',
	);
/** Spaces around a name are no difference, so that the drawn ones have none. */
const names = fc
	.oneof(fc.constantFrom(...NAMES), fc.string({ unit: 'binary', minLength: 1, maxLength: 6 }))
	.map((name) => name.trim())
	.filter((name) => name !== '');

const drawn = fc.record({
	fields: fc.uniqueArray(fc.tuple(names, fc.integer()), {
		selector: ([name]) => name,
		maxLength: 6,
	}),
	absent: fc.uniqueArray(names, { maxLength: 3 }),
	status: fc.constantFrom('completed', 'completed', 'failed', 'processing'),
	asText: fc.boolean(),
});

async function show(doc: object, parameters: IDataObject, options: IDataObject) {
	const run = readRun({ doc });
	if (run === null) throw new Error('The run has an id');
	const output = await readOutput({
		input: new Input(outputFields, (name) => parameters[name]),
		options: new Input(outputOptions, (name) => options[name]),
		context: { getTimezone: () => 'UTC' },
	});
	return (await output(run)).map(({ json }) => json);
}

/** A rule for each name. */
const rulesFor = (fields: string[]) => ({
	rules: fields.map((value) => ({
		field: { __rl: true, mode: 'list', value },
		convertTo: 'number',
	})),
});

test('each field has its column, whatever its name, in every form', async () => {
	const property = fc.asyncProperty(drawn, async ({ fields, absent, status, asText }) => {
		const wanted = [...new Set([...fields.map(([name]) => name), ...absent])];
		const sent = fields.map(([name, value]) => [name, { value }] as const);
		const doc = { id: 'r1', status, output_schema: Object.fromEntries(sent) };
		const options = { fieldsToOutput: asText ? JSON.stringify(wanted) : wanted };
		const shown = async (output: string) =>
			await show(doc, { fieldRules: rulesFor(wanted), output }, options);
		const [flat = {}] = await shown('fieldsOnly');
		const [simplified = {}] = await shown('simplified');
		const values = new Map(Object.entries(simplified.fields ?? {}));
		expect(wanted.filter((name) => !Object.hasOwn(flat, name))).toEqual([]);
		expect([...values.keys()].sort()).toEqual([...wanted].sort());
		for (const [name, value] of fields) {
			expect([name, values.get(name), flat[name]]).toEqual([name, value, value]);
		}
		if (fields.length === 0) return;
		const rows = await shown('itemPerField');
		expect(new Map(rows.map(({ field, value }) => [String(field), value]))).toEqual(
			new Map(
				[...values].map(([name, value]) => [name, value === null ? null : String(value)] as const),
			),
		);
	});
	await holds('Output of runs', property, { numRuns: 700 });
});
