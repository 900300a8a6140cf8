// Sources: fields/shownRun.ts
import type { IDataObject } from 'n8n-workflow';
import { readNeedsDetails, readOutput } from '../../../nodes/DocScore/fields/runOutput';
import { readRun } from '../../../nodes/DocScore/service/readRun';
import { refusal } from './refusal';
import {
	checks,
	COMPLETED,
	FAILED,
	MISSING,
	required,
	rules,
	runOf,
	settingsOf,
	show,
	TABLE,
} from './shown';

describe('the output of a run', () => {
	it.each(['completed', 'archived', null])(
		'applies the rules if the run has fields, in status %j',
		async (status) => {
			const doc = { status, output_schema: { b: { value: '1', reasoning: null } } };
			const [item] = await show(doc, required('a'), { fieldsToOutput: 'b,a' });
			expect(item?.json).toMatchObject({ fields: { b: '1', a: null }, issues: [MISSING] });
		},
	);

	it.each(['archived', null])(
		'applies no rules if the run has no fields, in status %j',
		async (status) => {
			const [item] = await show({ status }, required('a'), { fieldsToOutput: 'b,a' });
			expect(item?.json).toMatchObject({ fields: {}, issues: [] });
		},
	);

	it.each([
		[['error', 'total'], {}],
		[['message'], {}],
		[['error'], { runId: 'r1' }],
		[['error', 'message', 'details'], { runId: 'r1' }],
	])('does not look like a failed item to n8n if the fields are %j', async (names, more) => {
		const entry = { value: '1', reasoning: null };
		const output_schema = Object.fromEntries(names.map((name) => [name, entry]));
		const [item] = await show({ status: 'completed', output_schema }, { output: 'fieldsOnly' });
		expect(item?.json).toEqual({
			...more,
			...Object.fromEntries(names.map((name) => [name, '1'])),
		});
	});

	it.each([
		['page 2 is blank', { failureReason: 'page 2 is blank' }],
		[{ message: 'page 2 is blank' }, { failureReason: 'page 2 is blank' }],
		[null, {}],
	])('has a row for a failed run, with the reason if the list shows it: %j', async (sent, more) => {
		const [item] = await show({ status: 'failed', failure_reason: sent }, { output: 'fieldsOnly' });
		const about = { runId: 'r1', runName: 'Invoice', runStatus: 'failed' };
		expect(item?.json).toStrictEqual({ ...about, ...more });
	});

	it('shows no value of an issue if there is nothing to see', async () => {
		const issuesOf = async (a: string) => {
			const doc = { status: 'completed', output_schema: { a: { value: a, reasoning: null } } };
			const ruled = rules({ field: 'a', required: true, convertTo: 'number' });
			return (await show(doc, { ...ruled, output: 'fieldsOnly' }))[0]?.json.issues;
		};
		expect([await issuesOf(' '), await issuesOf('x')]).toEqual([
			'a is missing',
			'a is not a number: x',
		]);
	});

	it('has the reason that details show beside the run', async () => {
		const run = readRun({ doc: { id: 'r1', status: 'failed' }, failure_reason: 'page 2 is blank' });
		const output = await readOutput(settingsOf({}));
		const [item] = run === null ? [] : await output(run, false);
		expect(item?.json).toMatchObject({ failureReason: 'page 2 is blank' });
	});

	it('tells which fields each run has, and which the settings name; for a column, its table', async () => {
		const noted: unknown[] = [];
		const noteFields = (named: string[], fields: unknown[]) => noted.push([named, fields.length]);
		const ruled = { ...rules({ field: 'a' }, ...TABLE), ...checks({ check: 'iban', field: 'i' }) };
		const settings = settingsOf(ruled, { fieldsToOutput: 'n' });
		const output = await readOutput({ ...settings, noteFields });
		await output(runOf(FAILED));
		await output(runOf(COMPLETED));
		expect(noted).toEqual([[['n', 'a', 'l', 'l', 'i'], 1]]);
	});

	it('is refused if a field to output is not named by a text', async () => {
		const message = "'Fields to Output' has a name that is not text: 7";
		await expect(show(COMPLETED, {}, { fieldsToOutput: [7] })).rejects.toEqual(refusal(message));
	});

	it('adds only issues to a raw run, whatever its fields look like', async () => {
		const raw = { ...required('a'), output: 'raw' };
		const names = { fieldsToOutput: 'b,c' };
		const entry = { value: '1', reasoning: null, page: 2 };
		const sent = { status: 'completed', output_schema: { b: entry, d: entry } };
		expect(Object.keys(Object((await show(sent, raw, names))[0]?.json.output_schema))).toEqual([
			'b',
		]);
		expect(await show(sent, { output: 'raw' })).toEqual([
			{ json: { id: 'r1', filename: 'Invoice', ...sent } },
		]);
		for (const output_schema of [undefined, null, 'x', ['y']]) {
			const doc = { status: 'completed', output_schema };
			const json = { id: 'r1', filename: 'Invoice', ...doc };
			expect(await show(doc, raw, names)).toStrictEqual([{ json: { ...json, issues: [MISSING] } }]);
			expect(await show(doc, { output: 'raw' })).toStrictEqual([{ json }]);
		}
	});

	it('has the issues of a run before its fields', async () => {
		const doc = { status: 'completed', created_time: null, output_schema: { b: '1' } };
		const names = async (parameters: IDataObject) =>
			Object.keys((await show(doc, parameters))[0]?.json ?? {});
		expect(await names({})).toEqual(['id', 'name', 'status', 'createdTime', 'fields']);
		expect(await names(required('a'))).toEqual([
			'id',
			'name',
			'status',
			'createdTime',
			'issues',
			'fields',
		]);
	});

	describe('with a requested field that the run lacks', () => {
		const columns = { fieldsToOutput: ['b', 'c'] };
		const partly = { output_schema: { b: '1', d: '2' } };
		const open = { ...partly, status: 'processing' };
		const about = { runId: 'r1', runName: 'Invoice' };

		it.each([
			['simplified', open, true, { timedOut: true, fields: { b: '1', c: null } }],
			['fieldsOnly', open, true, { ...about, timedOut: true, b: null, c: null }],
			['itemPerField', open, true, { ...about, timedOut: true, field: null, value: null }],
			['raw', open, true, { timedOut: true, output_schema: { b: '1' } }],
			['simplified', { status: 'failed' }, false, { fields: { b: null, c: null } }],
			['simplified', { ...partly, status: 'failed' }, false, { fields: { b: '1', c: null } }],
			['fieldsOnly', { ...partly, status: 'failed' }, false, { b: '1', c: null }],
			['fieldsOnly', { status: 'failed' }, false, { ...about, b: null, c: null }],
		])('is null: %s of %j, timed out: %s', async (output, doc, timedOut, expected) => {
			const items = await show(doc, { ...required('a'), output }, columns, timedOut);
			expect(items).toMatchObject([{ json: expected }]);
			expect(JSON.stringify(items)).not.toContain('"d"');
		});

		it.each([
			[{ ...partly, status: 'completed' }, false, { b: '1', d: '2', a: null, c: null }],
			[{ ...partly, status: 'failed' }, false, { b: '1', d: '2', a: null, c: null }],
			[{ status: 'failed' }, false, { b: null, c: null }],
			[open, true, { b: '1', d: '2', c: null }],
		])('goes to Review with all other fields: %j, timed out: %s', async (doc, timedOut, fields) => {
			const [item] = await show(doc, { ...required('a'), review: true }, columns, timedOut);
			expect(item).toEqual({ json: expect.objectContaining({ fields }), toReview: true });
		});
	});

	it.each([
		['processing', { b: 'x' }, { b: 'x', a: null }, [MISSING]],
		['completed', {}, { a: null }, [MISSING]],
		['processing', {}, {}, []],
	])(
		'has ruled fields and their issues if it is completed or has a field: %s, %j',
		async (status, output_schema, fields, issues) => {
			const [item] = await show({ status, output_schema }, required('a'));
			expect(item?.json).toMatchObject({ issues });
			expect(item?.json.fields).toEqual(fields);
		},
	);
});

describe('the details of a run from a list', () => {
	const needs = async (doc: IDataObject, parameters: IDataObject, options: IDataObject = {}) => {
		const settings = settingsOf(parameters, options);
		return await readNeedsDetails(settings.input, await readOutput(settings))?.(runOf(doc));
	};

	it.each(['fieldsOnly', 'itemPerField'])(
		'are needed of runs without fields, as %s',
		async (output) => {
			expect(await needs(COMPLETED, { output })).toBe(false);
			expect(await needs({ status: 'completed', output_schema: {} }, { output })).toBe(true);
			expect(await needs({ status: 'failed' }, { output })).toBe(true);
		},
	);

	it('are needed of all runs that are not output as a table', async () => {
		expect(await needs(COMPLETED, { output: 'raw' })).toBeUndefined();
		expect(await needs(COMPLETED, {})).toBeUndefined();
	});

	it('are needed of a run that goes to Review', async () => {
		const parameters = { ...required('b'), review: true, output: 'fieldsOnly' };
		expect(await needs(COMPLETED, parameters)).toBe(true);
	});

	it('are needed of a run that cannot be output, so that its error is reported with it', async () => {
		const failing = async () => await Promise.reject(new Error('No output'));
		const { input } = settingsOf({ output: 'fieldsOnly' }, {});
		expect(await readNeedsDetails(input, failing)?.(runOf(COMPLETED))).toBe(true);
	});
});

test('what rules know of all languages is prepared before a run is read, as it takes long', async () => {
	const ruled = rules({ field: 'a', convertTo: 'number' }, { field: 'b', convertTo: 'date' });
	const output = await readOutput(settingsOf(ruled));
	const made = [
		jest.spyOn(Intl, 'NumberFormat'),
		jest.spyOn(Intl, 'DisplayNames'),
		jest.spyOn(Intl, 'DateTimeFormat'),
	];
	const sent = { a: '1 234,50 złotych', b: '14 marca 2026' };
	const [item] = await output(runOf({ status: 'completed', output_schema: sent }));
	expect(item?.json.fields).toEqual({ a: 1234.5, b: '2026-03-14' });
	const calls = made.map(({ mock }) => mock.calls.length);
	jest.restoreAllMocks();
	// English alone is made for a date.
	expect(calls).toEqual([0, 0, expect.any(Number)]);
	expect(calls[2]).toBeLessThan(20);
});
