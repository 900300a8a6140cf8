import type { INodeProperties } from 'n8n-workflow';
import { Input } from '../../../../nodes/DocScore/engine/input/input';
import { InputError } from '../../../../nodes/DocScore/engine/input/inputError';

const field: INodeProperties = {
	displayName: 'Trigger On',
	name: 'events',
	type: 'multiOptions',
	default: ['completed', 'failed'],
};
const rows: INodeProperties = {
	displayName: 'Metadata',
	name: 'metadata',
	type: 'fixedCollection',
	default: {},
	options: [
		{ displayName: 'Other', name: 'others', values: [] },
		{ displayName: 'Entry', name: 'entries', values: [{ ...field, name: 'name' }] },
	],
};

const inputOf = (value: unknown) => new Input([field, rows], () => value);
const chosen = (value: unknown) => () => inputOf(value).choices('events', ['completed', 'failed']);

describe('choices', () => {
	it.each([
		[undefined, ['completed', 'failed']],
		['failed', ['failed']],
		[
			['failed', 'completed', 'failed'],
			['completed', 'failed'],
		],
	])('of %j are %j', (value, events) => {
		expect(chosen(value)()).toEqual(events);
	});

	it.each([[['completed', 'deleted']], ['deleted'], [[]], [''], [{}]])(
		'of %j are rejected',
		(value) => {
			expect(chosen(value)).toThrow(
				expect.objectContaining({
					message: expect.stringMatching(/^'Trigger On' has no valid option(: .+)?$/),
					description:
						'Select one or more options, or use an expression that returns some of: completed, failed',
				}),
			);
		},
	);
});

describe('a flag', () => {
	const flag = (value: unknown) => inputOf(value).flag('events');

	it('is true or false, also as text, which an expression may return', () => {
		expect([true, 'true', false, 'false'].map(flag)).toEqual([true, true, false, false]);
	});

	it.each(['', 'yes', 'True', 1, 0])('cannot be %j', (value) => {
		expect(() => flag(value)).toThrow(
			expect.objectContaining({
				message: expect.stringContaining("'Trigger On' is neither true nor false"),
				description: 'Turn it on or off, or use an expression that returns true or false',
			}),
		);
	});
});

describe('a text', () => {
	it.each([
		[' a ', 'a'],
		[2 ** 53 - 1, '9007199254740991'],
		[new Date(0), '1970-01-01T00:00:00.000Z'],
	])('of %j is %s', (value, text) => {
		expect(inputOf(value).text('events')).toBe(text);
	});

	it.each([2 ** 53, -(2 ** 53), true])('cannot be %j', (value) => {
		const message = `'Trigger On' is not text: ${value}`;
		const description = 'Enter text, or an expression that returns a single value';
		expect(() => inputOf(value).text('events')).toThrow(
			expect.objectContaining({ message, description }),
		);
	});
});

describe('a locator', () => {
	const located = (value: unknown) => inputOf(value).locator('events');

	it.each([' a-1 ', { __rl: true, mode: 'id', value: 'a-1' }])('of %j is a-1', (value) => {
		expect(located(value)).toBe('a-1');
	});

	it.each([
		[7, "'Trigger On' is not text: 7"],
		[{ __rl: true, mode: 'id', value: 7 }, "'Trigger On' is not text: 7"],
		[{ __rl: true, mode: 'id', value: null }, null],
		[true, "'Trigger On' is not text: true"],
		[{ id: 'a-1', name: 'Receipt' }, `'Trigger On' is not text: {"id":"a-1","name":"Receipt"}`],
		[{}, "'Trigger On' is not text: {}"],
		[new Date(0), "'Trigger On' is not text: 1970-01-01T00:00:00.000Z"],
		[['a-1'], `'Trigger On' is not text: ["a-1"]`],
	])('of %j: %s', (value, message) => {
		if (message === null) expect(located(value)).toBe('');
		else {
			const description = 'Select one from the list or enter its ID';
			expect(() => located(value)).toThrow(expect.objectContaining({ message, description }));
		}
	});
});

test.each([
	['null', 'null'],
	['a [object Object]', 'a (object)'],
])('an ID with the result of a failed expression is rejected: %j', (value, shown) => {
	const message = `'Trigger On' has the result of a failed expression: '${shown}'`;
	const description = expect.stringMatching(/^Correct the expression: .+ or text$/);
	expect(() => inputOf(value).locator('events')).toThrow(
		expect.objectContaining({ message, description }),
	);
});

describe('rows', () => {
	it.each([
		['a', "'Metadata' is not a set of fields: 'a'", 'Remove the expression'],
		[
			{ entries: 'a' },
			"'Metadata' is not a list of rows: 'a'",
			'Remove the expression and add rows',
		],
		[
			{ entries: [{ name: 'a' }, 'b'] },
			`'Metadata' is not a list of rows: [{"name":"a"},"b"]`,
			'Remove the expression and add rows',
		],
	])('of %j are rejected', (value, message, description) => {
		const invalid = expect.objectContaining({
			message: expect.stringContaining(message),
			description,
		});
		expect(() => inputOf(value).rows('metadata', 'entries')).toThrow(invalid);
	});

	it('can be none', () => {
		expect(inputOf({}).rows('metadata', 'entries')).toEqual([]);
	});

	it('have their own fields, of which one that an expression left empty gets no default', () => {
		const entries = [{ name: ' a ' }, { name: undefined }, {}];
		const read = inputOf({ entries }).rows('metadata', 'entries');
		expect(read.map((row) => row.value('name'))).toEqual([' a ', '', ['completed', 'failed']]);
		expect(read.map((row) => row.has('name'))).toEqual([true, true, false]);
		const group = inputOf({ entries: { name: ' a ' } }).group('metadata', 'entries');
		expect(group.value('name')).toBe(' a ');
	});
});

test('a group of fields that an expression replaces is rejected', () => {
	expect(() => inputOf({ entries: 'a' }).group('metadata', 'entries')).toThrow(
		"'Metadata' is not a set of fields: 'a'",
	);
	for (const name of ['entries', 'undeclared']) {
		expect(() => inputOf({}).group('metadata', name)).not.toThrow();
	}
});

test('an undeclared parameter throws an error', () => {
	expect(() => inputOf(null).text('missing')).toThrow('No parameter named missing is declared');
});

const CIRCULAR: Record<string, unknown> = {};
CIRCULAR.own = CIRCULAR;

test.each([
	[undefined, ''],
	[null, ''],
	['', ''],
	[[], ''],
	[[1, 'a'], ': [1,"a"]'],
	[Number.NaN, ': a calculation without a result'],
	['C:\\a\n b', ": 'C:\\a b'"],
	[7, ': 7'],
	[false, ': false'],
	[{ a: 1 }, ': {"a":1}'],
	[new Date('soon'), ': a date that does not exist'],
	[new Date(0), ': 1970-01-01T00:00:00.000Z'],
	[() => 1, ': a function'],
	[CIRCULAR, ': an object'],
	['https://ana:pw@a.example/b c?sig=1 2', ": 'https://a.example/b c?…'"],
])('the value %p is shown in plain text', (value, shown) => {
	expect(String(new InputError('Run', value, 'is wrong', 'Mend it'))).toBe(
		`InputError: 'Run' is wrong${shown}`,
	);
});
