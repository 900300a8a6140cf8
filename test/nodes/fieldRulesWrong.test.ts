import { SandboxedNode } from '../harness/sandbox/sandboxedNode';
import { get, UNKNOWN_ID } from './getParameters';
import { rule, rules } from './runs';

const node = new SandboxedNode();

describe('Invalid Field Rules', () => {
	it.each([
		[
			[rule('  ')],
			"'Field Rules' has a rule without a field",
			'Select a field for each rule, or remove the rule. Fields without a name cannot have rules',
		],
		[
			[rule('total'), rule('total')],
			"'Field Rules' has two rules for the same field: 'total'",
			'Remove one of the rules',
		],
	])('that contradict each other are rejected before any request: %j', async (rows, ...told) => {
		const { error } = await node.run({
			parameters: get({ ...rules(...rows), runId: UNKNOWN_ID }),
			items: [{}, {}],
		});
		expect([error?.message, error?.description?.split('\n')[0]]).toEqual([told[0], `${told[1]}.`]);
		expect(await node.requestCounts()).toEqual({});
	});

	it.each([
		[[rule('total', { convertTo: 'money' })], "'Convert To' has an unknown option: 'money'"],
		[[rule('total', { required: 'maybe' })], "'Required' is neither true nor false: 'maybe'"],
		[
			[rule('total', { convertTo: 'number', numberFormat: '1' })],
			"'Numbers Are Written' has an unknown option: '1'",
		],
		[
			[rule('total', { convertTo: 'date', dateFormat: 'd' })],
			"'Dates Are Written' has an unknown option: 'd'",
		],
		[
			[rule('total', { convertTo: 'list', separator: '|' })],
			"'Separator' has an unknown option: '|'",
		],
	])('are rejected before any request: %j', async (rows, message) => {
		const { error } = await node.run({
			parameters: get({ ...rules(...rows), runId: UNKNOWN_ID }),
			items: [{}, {}],
		});
		expect(error?.message).toContain(message);
		expect(await node.requestCounts()).toEqual({});
	});
});
