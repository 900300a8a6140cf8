// Sources: service/failureReason.ts
import { type OutputForm, presentRun } from '../../../nodes/DocScore/fields/presentRun';
import { readRun, readSummary } from '../../../nodes/DocScore/service/readRun';
import type { Run } from '../../../nodes/DocScore/service/types';

const shown = (run: Run, form: OutputForm) =>
	presentRun({ run, fields: run.fields, names: [] }, form);

const doc = {
	id: 'r1',
	filename: 'Invoice',
	status: 'failed',
	created_time: '2026-03-01T10:00:00Z',
};

describe('readRun', () => {
	it.each([null, 'run', {}, { id: '' }, { id: 7 }])('returns null without an ID: %j', (value) => {
		expect(readSummary(value)).toBeNull();
		expect(readRun({ doc: value })).toBeNull();
	});

	it('tolerates unexpected types in all parts', () => {
		const odd = {
			id: 'r1',
			filename: 7,
			status: null,
			output_schema: {
				plain: '12',
				nothing: null,
				empty: {},
				list: [1],
				reasoned: { value: 0, reasoning: 5 },
			},
			metadata: 'x',
			supportingDocs: [null, 'x', { id: 1, filename: 'a.pdf' }],
		};
		const run = readRun({ doc: odd });
		expect(run && shown(run, 'simplified')).toEqual([
			{
				id: 'r1',
				name: null,
				status: null,
				createdTime: null,
				fields: { plain: '12', nothing: null, empty: null, list: [1], reasoned: 0 },
				metadata: {},
				files: [{ id: null, name: 'a.pdf', url: null }],
			},
		]);
	});

	it.each([
		[{ doc: { ...doc, failure_reason: 'blank page' } }, 'blank page'],
		[{ doc, failure_reason: 'blank page' }, 'blank page'],
		[{ doc: { ...doc, failureReason: 'blank page' } }, 'blank page'],
		[{ doc, failureReason: 'blank page' }, 'blank page'],
		[{ doc: { ...doc, result: { failure_reason: 'blank page' } } }, 'blank page'],
		[{ doc: { ...doc, result: { failureReason: 'blank page' } } }, 'blank page'],
		[{ doc, result: { failure_reason: 'blank page' } }, 'blank page'],
		[{ doc: { ...doc, failure_reason: { code: 7, message: 'blank page' } } }, 'blank page'],
		[{ doc: { ...doc, failure_reason: ['blank page', { message: 'torn' }] } }, 'blank page; torn'],
		[{ doc: { ...doc, failure_reason: [null, 'blank page', '', 'torn'] } }, 'blank page; torn'],
		[{ doc: { ...doc, failure_reason: null, failureReason: 'blank page' } }, 'blank page'],
		[{ doc: { ...doc, failure_reason: { message: '' }, failureReason: {} } }, null],
		[{ doc: { ...doc, failure_reason: { code: 7, page: 2 } } }, '{"code":7,"page":2}'],
		[{ doc: { ...doc, failure_reason: 7 } }, '7'],
		[{ doc: { ...doc, failure_reason: '' } }, null],
		[{ doc }, null],
	])('finds the failure reason in %j', (answer, reason) => {
		const run = readRun(answer);
		expect(run?.failureReason).toBe(reason);
		expect(run && shown(run, 'simplified')[0]).toMatchObject({ failureReason: reason, files: [] });
	});

	it('keeps the failure reason if only fields are requested but there are none', () => {
		const run = readRun({ doc: { ...doc, failure_reason: 'blank page' } });
		for (const form of ['fieldsOnly', 'itemPerField'] as const) {
			expect(run && shown(run, form)).toMatchObject([{ runId: 'r1', failureReason: 'blank page' }]);
		}
	});
});
