import { Between } from '../harness/sandbox/between';
import { SandboxedTrigger } from '../harness/sandbox/sandboxedTrigger';
import { rule, rules } from './runs';

const service = new SandboxedTrigger();
const between = new Between(service);

/** Far more lists within lists than any text can be made of. */
const LEVELS = 20_000;
const NESTED = '['.repeat(LEVELS) + ']'.repeat(LEVELS);

test('a run that cannot be shown is emitted without its fields, and keeps no other back', async () => {
	const credential = { ...service.credential, ...between.credential };
	const parameters = { ...rules(rule('total', { convertTo: 'text' })), output: 'fieldsOnly' };
	const workflow = await service.activated({ credential, parameters });
	const outputSchema = { total: { value: '"here"', reasoning: null } };
	const plain = { total: { value: '7', reasoning: null } };
	await service.control.seedRuns([
		{ filename: 'Good', outputSchema: plain, createdAgoMs: 2_000 },
		{ filename: 'Nested', outputSchema, createdAgoMs: 1_000 },
	]);
	between.change = async (_, pass) => {
		const { body, ...answer } = await pass();
		return { ...answer, body: JSON.stringify(body).replace('"\\"here\\""', NESTED) };
	};
	await workflow.poll();
	await workflow.poll();
	expect(workflow.errors).toEqual([]);
	expect(workflow.items).toMatchObject([
		{ total: '7' },
		{ name: 'Nested', status: 'completed', error: expect.stringContaining('call stack') },
	]);
	expect(workflow.warnings).toEqual([expect.stringContaining('without its fields')]);
});
