import type { INodeParameters } from 'n8n-workflow';
import { SandboxedTrigger } from '../../harness/sandbox/sandboxedTrigger';
import { extracted, rule, rules } from '../runs';

const service = new SandboxedTrigger();

const TOTAL = rules(rule('total', { required: true, convertTo: 'number' }));

/** Emits three runs that finish after the activation: a good one, one with an issue, and a failed one. */
async function emitted(parameters: INodeParameters) {
	const workflow = await service.activated({ parameters });
	const at = (ms: number) => ({ createdTime: undefined, createdAgoMs: ms });
	await service.control.seedRuns([
		{ ...extracted({ total: '7.50', number: 'A-1' }), ...at(3_000), filename: 'Good' },
		{ ...extracted({ total: 'much', number: 'A-2' }), ...at(2_000), filename: 'Odd' },
		{ status: 'failed', ...at(1_000), filename: 'Failed' },
	]);
	await workflow.poll();
	await workflow.poll();
	expect(workflow.outputs).toHaveLength(1);
	expect(workflow.errors).toEqual([]);
	return workflow.outputs[0] ?? [];
}

const namesOf = (outputs: Array<Array<{ name?: unknown }>>) =>
	outputs.map((items) => items.map(({ name }) => name));

describe('the output of the trigger', () => {
	it('applies the rules, and shows violations', async () => {
		const outputs = await emitted(TOTAL);
		expect(namesOf(outputs)).toEqual([['Good', 'Odd', 'Failed']]);
		expect(outputs[0]).toMatchObject([
			{ fields: { total: 7.5, number: 'A-1' }, issues: [] },
			{ fields: { total: 'much', number: 'A-2' }, issues: [{ field: 'total', value: 'much' }] },
			{ fields: {}, issues: [] },
		]);
	});

	it('contains the requested fields', async () => {
		const [items] = await emitted({ options: { fieldsToOutput: 'number' }, output: 'fieldsOnly' });
		expect(items).toEqual([
			{ number: 'A-1' },
			{ number: 'A-2' },
			{
				runId: expect.any(String),
				runName: 'Failed',
				runStatus: 'failed',
				failureReason: 'The file could not be read',
				number: null,
			},
		]);
	});

	it('has a line in the log, once for each name, if no run has a field that the settings name', async () => {
		const parameters = { options: { fieldsToOutput: 'number, totl' }, output: 'fieldsOnly' };
		const workflow = await service.activated({ parameters });
		for (const total of ['7.50', '8.00']) {
			await service.control.seedRuns([
				{ ...extracted({ total, number: 'A' }), createdTime: undefined },
			]);
			await workflow.poll();
		}
		await workflow.test();
		expect(workflow.items).toHaveLength(3);
		expect(workflow.warnings).toEqual([
			'No run has the field totl. Correct the name in Fields to Output, Field Rules or Checks. The fields are: total, number.',
		]);
	});

	it('is split by Review', async () => {
		const outputs = await emitted({ ...TOTAL, review: true });
		expect(namesOf(outputs)).toEqual([['Good'], ['Odd', 'Failed']]);
		expect(outputs[0]?.some((item) => 'issues' in item)).toBe(false);
		expect(outputs[1]?.[0]).toMatchObject({ issues: [{ field: 'total', value: 'much' }] });
	});

	it('goes to Review if all runs do', async () => {
		const workflow = await service.activated({
			parameters: { review: true },
		});
		await service.control.seedRuns([{ status: 'failed', filename: 'Failed', createdAgoMs: 1_000 }]);
		await workflow.poll();
		expect(workflow.outputs.map(namesOf)).toEqual([[[], ['Failed']]]);
	});
});
