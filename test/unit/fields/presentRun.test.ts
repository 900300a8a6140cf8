import { readOutput } from '../../../nodes/DocScore/fields/runOutput';
import { readRun } from '../../../nodes/DocScore/service/readRun';
import { checks, COMPLETED, FAILED, rules, settingsOf, show, TABLE } from './shown';

const IBAN = checks({ check: 'iban', field: 'a' });

describe('One Item per Field', () => {
	const output = 'itemPerField';
	const own = { reasoning: null, runId: 'r1', runName: 'Invoice' };

	it('has the issues of a field and its columns in its row, and all others in the first', async () => {
		const doc = { status: 'completed', output_schema: { b: '1', l: [{ n: 'x' }], c: null } };
		const missing = ['d', 'e'].map((field) => ({ field, required: true }));
		const options = { fieldsToOutput: 'b,l,c' };
		const items = await show(doc, { output, ...rules(...TABLE, ...missing) }, options);
		expect(items.map(({ json }) => json)).toEqual([
			{ field: 'b', value: '1', issues: 'd is missing; e is missing', ...own },
			{
				field: 'l',
				value: '[{"n":"x"}]',
				issues: 'l.n in row 1 is not a yes or no value: x',
				...own,
			},
			{ field: 'c', value: null, issues: '', ...own },
		]);
	});

	it('has no column of issues without rules', async () => {
		expect(await show(COMPLETED, { output })).toEqual([
			{ json: { field: 'a', value: '1', ...own } },
		]);
	});
});

describe('Fields Only', () => {
	const output = 'fieldsOnly';
	const about = { runId: 'r1', runName: 'Invoice', runStatus: 'failed' };

	it('shows the value in the issue of a check once', async () => {
		const json = { a: '1', issues: 'a is 1, which does not have the form of an IBAN' };
		expect(await show(COMPLETED, { output, ...IBAN })).toEqual([{ json }]);
	});

	it('includes the run if the user wants it', async () => {
		const json = { ...about, runStatus: 'completed', a: '1' };
		expect(await show(COMPLETED, { output }, { includeRun: true })).toEqual([{ json }]);
	});

	it('has columns for the fields with a rule or a check in the row of a failed run', async () => {
		const ofFields = ['a', 'l.n'].map((field) => ({ check: 'iban', field }));
		const parameters = { ...rules(...TABLE), ...checks(...ofFields) };
		const json = { ...about, l: null, a: null, issues: '' };
		expect(await show(FAILED, { output, ...parameters })).toEqual([{ json }]);
	});
});

it('shows the metadata and files of details', async () => {
	const file = { id: 'f1', filename: 'a.pdf', filenameUrl: 'https://example.com/a' };
	const doc = { id: 'r1', ...COMPLETED, supportingDocs: [{ ...file, size: 1 }] };
	const run = readRun({ doc });
	const items = run && (await (await readOutput(settingsOf({})))(run));
	expect(items).toEqual([
		{
			json: {
				id: 'r1',
				name: null,
				status: 'completed',
				createdTime: null,
				fields: { a: '1' },
				metadata: {},
				files: [{ id: 'f1', name: 'a.pdf', url: 'https://example.com/a' }],
			},
		},
	]);
});
