import { useDrivenTime } from '../../harness/jest/drivenTime';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';
import { extracted, getSeeded, rule, rules } from '../runs';

const node = new SandboxedNode();
useDrivenTime(node);

const picked = (value: string) => ({ __rl: true, mode: 'list', value });
const typed = (value: string) => ({ __rl: true, mode: 'name', value });
const NUMBER = { required: true, convertTo: 'number' };

const fieldsOf = async (values: Record<string, string>, parameters: object) =>
	(await getSeeded(node, [extracted(values)], { output: 'fieldsOnly', ...parameters })).jsons[0];

describe('the name of a field', () => {
	it.each([
		['picked with a space at its end', picked('total '), 'total '],
		['picked with a space in front', picked(' total'), ' total'],
		['typed with its space', typed('total '), 'total '],
		['typed without its space', typed('total'), ' total '],
		['given by an expression', 'total ', 'total '],
		['typed with an extra space', typed(' total '), 'total'],
		['picked from another template, in which it has a space', picked('total '), 'total'],
		['like a property of every object', picked('constructor'), 'constructor'],
		['like the prototype of objects', picked('__proto__'), '__proto__'],
	])('is found in a rule, %s', async (_, field, name) => {
		const json = await fieldsOf({ other: 'x', [name]: '7' }, rules({ field, ...NUMBER }));
		expect(Object.entries(json ?? {})).toEqual([
			['other', 'x'],
			[name, 7],
			['issues', ''],
		]);
	});

	it('is the one without spaces if two fields differ only in them', async () => {
		for (const values of [
			{ total: '1', 'total ': '2' },
			{ 'total ': '2', total: '1' },
		]) {
			expect(await fieldsOf(values, rules({ field: picked('total '), ...NUMBER }))).toEqual({
				total: 1,
				'total ': '2',
				issues: '',
			});
		}
	});

	it.each([
		['total ', ['total ']],
		['number,total', ['number', 'total ']],
		['number, total ', ['number', 'total ']],
		['total , number', ['total ', 'number']],
		['number, number', ['number']],
		['["total ", " number"]', ['total ', 'number']],
		['={{ ["total ", ""] }}', ['total ']],
		['absent , total ', ['absent', 'total ']],
		['["absent "]', ['absent']],
		[
			['total ', 'number'],
			['total ', 'number'],
		],
		[
			['number,x', 'total '],
			['number,x', 'total '],
		],
	])('is found in Fields to Output: %s', async (fieldsToOutput, names) => {
		const values = { '': '0', 'total ': '1', number: '2' };
		const json = await fieldsOf(values, { options: { fieldsToOutput } });
		const found = new Map(Object.entries(values));
		expect(Object.entries(json ?? {})).toEqual(
			names.map((name) => [name, found.get(name) ?? null]),
		);
	});

	it.each([
		['={{ [""] }}', {}],
		[[' '], { issues: '', total: 7 }],
	])('counts as none in Fields to Output if it is empty: %j', async (fieldsToOutput, more) => {
		const ruled = 'total' in more ? rules(rule('total', NUMBER)) : {};
		const json = await fieldsOf(
			{ number: '2', total: '7' },
			{ options: { fieldsToOutput }, ...ruled },
		);
		expect(json).toEqual({ number: '2', total: '7', ...more });
	});
});
