import { SandboxedNode } from '../harness/sandbox/sandboxedNode';
import { get, UNKNOWN_ID } from './gets';
import { rule, rules } from './runs';

const node = new SandboxedNode();

describe('Field Rules that are wrong', () => {
	it.each([
		[
			[rule('  ')],
			"'Field Rules' have a rule without a field",
			'Choose the field of each rule, or remove the rule; a field whose name is empty can have none',
		],
		[
			[rule('total'), rule('total')],
			"'Field Rules' have two rules for one field: 'total'",
			'Keep one of them',
		],
	])('that contradict themselves are told before anything is sent: %j', async (rows, ...told) => {
		const { error } = await node.run({
			parameters: get({ ...rules(...rows), runId: UNKNOWN_ID }),
			items: [{}, {}],
		});
		expect([error?.message, error?.description?.split('\n')[0]]).toEqual([told[0], `${told[1]}.`]);
		expect(await node.requestCounts()).toEqual({});
	});

	it.each([
		[[rule('total', { convertTo: 'money' })], "'Convert To' is not an option: 'money'"],
		[[rule('total', { required: 'maybe' })], "'Required' is neither true nor false: 'maybe'"],
		[
			[rule('total', { convertTo: 'number', numberFormat: '1' })],
			"'Numbers Are Written' is not an option: '1'",
		],
		[
			[rule('total', { convertTo: 'date', dateFormat: 'd' })],
			"'Dates Are Written' is not an option: 'd'",
		],
		[[rule('total', { convertTo: 'list', separator: '|' })], "'Separator' is not an option: '|'"],
	])('are checked before anything is sent: %j', async (rows, message) => {
		const { error } = await node.run({
			parameters: get({ ...rules(...rows), runId: UNKNOWN_ID }),
			items: [{}, {}],
		});
		expect(error?.message).toContain(message);
		expect(await node.requestCounts()).toEqual({});
	});
});
