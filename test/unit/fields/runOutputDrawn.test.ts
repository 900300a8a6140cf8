import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { Input } from '../../../nodes/DocScore/engine/input/input';
import { outputFields, outputOptions, readOutput } from '../../../nodes/DocScore/fields/runOutput';
import { NUMBER_FORMATS } from '../../../nodes/DocScore/rules/number';
import { isObject } from '../../../nodes/DocScore/service/json';
import { readRun } from '../../../nodes/DocScore/service/readRun';
import { readBody } from '../../../nodes/DocScore/service/reply';
import { holds } from '../../harness/jest/draws';
import { numbers, type Sent, worth, write } from '../drawnNumbers';

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
	fields: fc.uniqueArray(fc.tuple(names, numbers), { selector: ([name]) => name, maxLength: 6 }),
	absent: fc.uniqueArray(names, { maxLength: 3 }),
	format: fc.constantFrom(...NUMBER_FORMATS),
	status: fc.constantFrom('completed', 'completed', 'failed', 'processing'),
	asText: fc.boolean(),
});

async function show(text: string, parameters: IDataObject, options: IDataObject) {
	const run = readRun(readBody({ status: 200, headers: {}, text }));
	if (run === null) throw new Error('The run has an id');
	const output = await readOutput({
		input: new Input(outputFields, (name) => parameters[name]),
		options: new Input(outputOptions, (name) => options[name]),
		context: { getTimezone: () => 'UTC' },
	});
	return (await output(run)).map(({ json }) => json);
}

function answer(sent: Map<string, Sent>, status: string): string {
	const entries = [...sent].map(([name, { json }]) => `${JSON.stringify(name)}:{"value":${json}}`);
	return `{"doc":{"id":"r1","status":"${status}","output_schema":{${entries.join(',')}}}}`;
}

const issuesOf = ({ issues }: IDataObject): unknown[] =>
	(Array.isArray(issues) ? issues : []).map((issue) => isObject(issue) && issue.field);

/** Whether the value equals the one that was sent, or is unchanged and has an issue. */
function isKept({ json, worth: sent, digits }: Sent, value: unknown, hasIssue: boolean): boolean {
	if (hasIssue) return [JSON.stringify(value), value].includes(json);
	if (typeof value !== 'number' || !Number.isFinite(value)) return false;
	if (worth(String(value)) === sent) return true;
	const isFraction = sent !== null && /e-/.test(sent) && !json.startsWith('"');
	return isFraction && worth(value.toPrecision(Math.min(100, Math.max(1, digits)))) === sent;
}

/** A rule for each name. In n8n, nobody can choose an empty name. */
const rulesFor = (names: string[], numberFormat: string) => ({
	fieldRules: {
		rules: names
			.filter((name) => name !== '')
			.map((value) => ({
				field: { __rl: true, mode: 'list', value },
				convertTo: 'number',
				numberFormat,
			})),
	},
});

test('each field has its column, and each number is exact or has an issue', async () => {
	const told = { kept: 0, issues: 0 };
	const property = fc.asyncProperty(
		drawn,
		async ({ fields: drawnFields, absent, format, status, asText }) => {
			const sent = new Map(drawnFields.map(([name, number]) => [name, write(number, format)]));
			const wanted = [...new Set([...sent.keys(), ...absent])];
			const text = answer(sent, status);
			const options = { fieldsToOutput: asText ? JSON.stringify(wanted) : wanted };
			const shown = async (output: string) =>
				await show(text, { ...rulesFor(wanted, format), output }, options);
			const [flat = {}] = await shown('fieldsOnly');
			const [simplified = {}] = await shown('simplified');
			// A blank in the list means no field, unless a field has this name.
			const columns = wanted.filter((name) => sent.has(name) || name.trim() !== '');
			expect(columns.filter((name) => !Object.hasOwn(flat, name))).toEqual([]);
			const values = new Map(Object.entries(simplified.fields ?? {}));
			expect(columns.filter((name) => !values.has(name))).toEqual([]);
			for (const [name, field] of sent) {
				if (name === '') continue;
				const hasIssue = issuesOf(simplified).includes(name);
				const value = values.get(name);
				expect([name, field, value, isKept(field, value, hasIssue)]).toEqual([
					name,
					field,
					value,
					true,
				]);
				expect(flat[name]).toEqual(value);
				told[hasIssue ? 'issues' : 'kept']++;
			}
			if (sent.size === 0) return;
			const fields = await shown('itemPerField');
			const rows = fields.map(({ field, value }) => [field, value]);
			const texts = [...values].map(
				([name, value]) => [name, value === null ? null : String(value)] as const,
			);
			expect(new Map(rows.map(([field, value]) => [String(field), value]))).toEqual(new Map(texts));
		},
	);
	await holds('Output of runs', property, { numRuns: 700 });
	// Both occur often enough to test something.
	expect(Math.min(told.kept, told.issues)).toBeGreaterThan(500);
});
