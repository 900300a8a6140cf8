import { Input } from '../../../nodes/DocScore/engine/input/input';
import { metadataFieldsOf, readMetadata } from '../../../nodes/DocScore/fields/metadata';
import { refusal } from './refusal';

function read(entries: object[], metadataJson: unknown) {
	const given: Record<string, unknown> = { metadata: { entries }, metadataJson };
	return readMetadata(new Input(metadataFieldsOf('run'), (name) => given[name]));
}

const ROW = { name: 'a', value: '1' };

describe('Metadata', () => {
	it.each([
		[[], undefined, {}],
		[[], null, {}],
		[[], '', {}],
		[[], ' \n', {}],
		[[], {}, {}],
		[[], '{ "b": 2 }', { b: 2 }],
		[[], { b: 2 }, { b: 2 }],
		[[], { b: 2, c: undefined }, { b: 2 }],
		[[], '{ "b": [true, null], "c": 9007199254740991 }', { b: [true, null], c: 2 ** 53 - 1 }],
		[[ROW], '', { a: '1' }],
		[[ROW], '{}', { a: '1' }],
		[[{ name: 'note', value: '' }], '', { note: '' }],
		[[{ name: ' ', value: '' }], '{ "b": 2 }', { b: 2 }],
	])('of the rows %j and the JSON %j is %j', (rows, json, metadata) => {
		expect(read(rows, json)).toEqual(metadata);
	});

	it('has the text of dates', () => {
		const at = new Date(0);
		expect(read([], { at })).toEqual({ at: '1970-01-01T00:00:00.000Z' });
	});

	const own: Record<string, unknown> = {};
	own.own = own;

	it.each<[unknown, string, string?]>([
		[new Date(0), 'is not a JSON object: 1970-01-01T00:00:00.000Z'],
		[new Date('soon'), 'has a value that JSON does not have: a date that does not exist'],
		[new Map([['a', 1]]), 'has a value that JSON does not have: {}'],
		[[1], 'is not a JSON object: [1]'],
		[7, 'is not a JSON object: 7'],
		[own, 'is not a JSON object: an object'],
		[() => 1, 'has a value that JSON does not have: a function'],
		[{ a: Number.NaN }, 'has a value that JSON does not have: a calculation without a result'],
		[{ a: [1 / 0] }, 'has a value that JSON does not have: a calculation without a result'],
		[
			{ a: 2 ** 60 },
			"has a number with too many digits: '1152921504606847000'",
			'Enter it as text, in quotes',
		],
		[
			'{ "a": 12345678901234567890 }',
			"has a number with too many digits: '12345678901234567890'",
			'Enter it as text, in quotes: "12345678901234567890"',
		],
		[{ a: { b: new Set([1]) } }, 'has a value that JSON does not have: {}'],
		[{ a: 5n }, 'has a value that JSON does not have: 5'],
		[
			{ a: new URL('https://a.example') },
			'has a value that JSON does not have: "https://a.example/"',
		],
		[{ a: () => 1 }, 'has a value that JSON does not have: a function'],
		[{ a: new Date('soon') }, 'has a value that JSON does not have: a date that does not exist'],
		[{ a: 'of [object Object]' }, "has the result of a failed expression: 'of (object)'"],
		['{ "a": "NaN" }', "has the result of a failed expression: 'NaN'"],
		['{ "a": NaN }', `is not valid JSON: '{ "a": NaN }'`],
	])('cannot be the JSON %p', (json, problem, ...advice) => {
		expect(() => read([], json)).toThrow(refusal(`'Metadata (JSON)' ${problem}`, ...advice));
	});

	it.each([
		[[ROW], '{ "b": 2 }', "'Metadata (JSON)' cannot be combined with Metadata"],
		[[{ name: ' ', value: 'x' }], '', "'Metadata' has a value without a name: 'x'"],
		[[ROW, ROW], '', "'Metadata' has a duplicate name: 'a'"],
	])('cannot come from the rows %j and the JSON %j', (rows, json, message) => {
		expect(() => read(rows, json)).toThrow(refusal(message));
	});
});
