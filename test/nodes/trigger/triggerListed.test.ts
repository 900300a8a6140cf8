// Sources: trigger/details.ts
import type { INodeParameters } from 'n8n-workflow';
import { SandboxedTrigger } from '../../harness/sandbox/sandboxedTrigger';
import { extracted, rule, rules } from '../runs';

const service = new SandboxedTrigger();

const TOTAL = rules(rule('total', { required: true, convertTo: 'number' }));

const schema = (total: string) => extracted({ total }).outputSchema;

/** What a poll emits after 30 runs have completed, and how many details it reads. */
async function emitted(parameters: INodeParameters, more: object = {}) {
	const { control } = service;
	const [open = ''] = await control.seedRuns([{ status: 'processing', createdAgoMs: 3_600_000 }]);
	const workflow = await service.activated({ parameters });
	await control.seedRuns([
		{ outputSchema: schema('7'), ...more, count: 30, createdAgoMs: 10_000, spacingMs: 1 },
	]);
	await control.setRun(open, { status: 'completed', outputSchema: schema('8') });
	await control.clearRequests();
	await workflow.poll();
	const { details = 0, query = 0 } = await service.requestCounts();
	expect(workflow.errors).toEqual([]);
	return { items: workflow.items, outputs: workflow.outputs, details, query };
}

describe('a completed run whose fields are in the list', () => {
	it.each(['fieldsOnly', 'itemPerField'])(
		'is emitted without its details, as %s',
		async (output) => {
			const { items, details, query } = await emitted({ output, ...TOTAL });
			expect(items).toHaveLength(31);
			expect(items[0]).toMatchObject(output === 'fieldsOnly' ? { total: 8 } : { value: '8' });
			expect(details).toBeLessThanOrEqual(1);
			expect(query).toBeLessThanOrEqual(5);
		},
	);

	it.each(['simplified', 'raw'])('is read if the output shows more, as %s', async (output) => {
		expect(await emitted({ output })).toMatchObject({ details: 31 });
	});

	it('is read for Review', async () => {
		const parameters = { output: 'fieldsOnly', ...TOTAL, review: true };
		const { outputs, details } = await emitted(parameters, { outputSchema: schema('seven') });
		expect(outputs[0]?.map((items) => items.length)).toEqual([1, 30]);
		expect(outputs[0]?.[1]?.[0]).toMatchObject({ metadata: {}, fields: { total: 'seven' } });
		expect(details).toBeGreaterThanOrEqual(30);
	});
});

describe('a run in a list', () => {
	it('without fields is read', async () => {
		const none = { outputSchema: {} };
		const { details } = await emitted({ output: 'fieldsOnly' }, none);
		expect(details).toBeGreaterThanOrEqual(30);
	});

	it('that failed is read, for its reason', async () => {
		const failed = { status: 'failed', outputSchema: undefined, failureReason: 'Torn' };
		const { items, details } = await emitted({ output: 'fieldsOnly' }, failed);
		expect(items.at(-1)).toMatchObject({ failureReason: 'Torn' });
		expect(details).toBeGreaterThanOrEqual(30);
	});
});
