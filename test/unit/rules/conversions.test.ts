// Sources: rules/boolean.ts
import { convert } from '../../../nodes/DocScore/rules/conversions';
import { SEPARATORS } from '../../../nodes/DocScore/rules/list';
import { FORMAT } from './format';

type Value = Parameters<typeof convert>[0];

describe('an empty value', () => {
	const STRICT = ['number', 'date', 'dateTime', 'boolean', 'list'] as const;

	test.each([null, undefined, '', ' ', '\t\n', '\u00A0\u202F\u2009\u2007\u3000'])(
		'such as %j is null',
		(value) => {
			for (const conversion of STRICT) {
				expect(convert(value, conversion, FORMAT)).toEqual({ ok: true, value: null });
			}
		},
	);

	test.each(['\u200B', '-', '\u2014', 'null', 'n/a', 'None', 'not found', '?', 'N.A.'])(
		'is also what models write for nothing, such as %j',
		(value) => {
			for (const conversion of [...STRICT, 'table'] as const) {
				expect(convert(value, conversion, FORMAT)).toEqual({ ok: true, value: null });
			}
			expect(convert(value, 'text', FORMAT)).toEqual({ ok: true, value });
		},
	);

	test('is also an empty list, unless a list is wanted', () => {
		for (const conversion of ['number', 'date', 'dateTime', 'boolean'] as const) {
			expect(convert('[]', conversion, FORMAT)).toEqual({ ok: true, value: null });
		}
	});
});

describe('a text longer than any value', () => {
	test.each([
		['number', '5', 150],
		['date', '14/03/2025', 100],
		['dateTime', '14/03/2025 10:30', 100],
		['boolean', 'yes', 40],
		['list', 'a, b', 100_000],
		['table', 'a;b\nc;d', 100_000],
	] as const)('is refused before it is read as a %s', (conversion, text, longest) => {
		const padded = text.padEnd(longest);
		expect(convert(padded, conversion, FORMAT).ok).toBe(true);
		for (const long of [`${padded} `, text.padEnd(5_000_000)]) {
			const converted = convert(long, conversion, FORMAT);
			expect(converted.ok ? 'read' : converted.problem).toMatch(/^(?:is|has) /);
			expect(converted.ok ? '' : converted.problem.length).toBeLessThan(60);
		}
	});
});

test.each<Value>([null, undefined, '', ' a ', '5', 0, true, [' a', null], { a: 1 }])(
	'%j stays unchanged',
	(value) => {
		expect(convert(value, 'asIs', FORMAT)).toStrictEqual({ ok: true, value });
	},
);

test.each<[Value, string | null]>([
	[null, null],
	[undefined, null],
	['', ''],
	[' 1,234 ', ' 1,234 '],
	[1234.5, '1234.5'],
	[0, '0'],
	[true, 'true'],
	[false, 'false'],
	[['a', 1, null], '["a",1,null]'],
	[{ a: { b: [] } }, '{"a":{"b":[]}}'],
])('%j is the text %j', (value, text) => {
	expect(convert(value, 'text', FORMAT)).toStrictEqual({ ok: true, value: text });
});

describe('true or false', () => {
	test.each([
		...['true', 'TRUE', 'Yes', ' yes\n', 'ON', '\u00A0on', 'ｙｅｓ', 'y', 'Yes.', 'checked'],
		...['ja', 'Oui', 'sí', 'Sì', 'да', 'tak', 'evet', 'はい', 'نعم', '是', '✓', '☑', '[x]'],
		...[
			'☒',
			'✔️',
			'☒ Yes ☐ No',
			'Ja ☒ Nein ☐',
			':selected: Yes :unselected: No',
			'☐ No ☑ Yes ☐ N/A',
		],
		...['WAHR', 'VRAI', 'VERO', 'VERDADERO', 'VERDADEIRO', 'WAAR', 'PRAWDA', 'PRAVDA', 'IGAZ'],
		...['SANT', 'SANN', 'SAND', 'TOSI', 'DOĞRU', 'ИСТИНА'],
	])('%j is true', (value) => {
		expect(convert(value, 'boolean', FORMAT)).toEqual({ ok: true, value: true });
	});

	test.each([
		...['false', 'FALSE', 'No', ' no\n', 'OFF', 'off', 'n', 'No.'],
		...['nein', 'non', 'não', 'нет', 'nie', 'Hayır', 'いいえ', 'لا', '否', '☐', '[ ]'],
		...['☐ Yes ☒ No', '[ ] Yes [x] No', 'FAŁSZ', 'ONWAAR', 'NEPRAVDA', 'HAMIS', 'FALSKT', 'USANN'],
		...['EPÄTOSI', 'YANLIŞ', 'ЛОЖЬ'],
	])('%j is false', (value) => {
		expect(convert(value, 'boolean', FORMAT)).toEqual({ ok: true, value: false });
	});

	test.each([true, false])('%j stays unchanged', (value) => {
		expect(convert(value, 'boolean', FORMAT)).toEqual({ ok: true, value });
	});

	test.each<Value>([
		...['1', '0', 'x', 'X', '✗', 'yes no', 'Yes, paid', 'constructor'],
		...['☐ Yes ☐ No', '☒ Yes ☒ No', '☐ No', '☒ Yes ☐', 'Paid ☒ Yes ☐ No', '☒ maybe ☐ No'],
	])('%j is neither', (value) => {
		expect(convert(value, 'boolean', FORMAT)).toEqual({
			ok: false,
			problem: 'is not a yes or no value',
		});
	});

	test.each<Value>([1, 0, [true], {}])('%j in JSON is neither', (value) => {
		expect(convert(value, 'boolean', FORMAT)).toEqual({
			ok: false,
			problem: 'is not a yes or no value',
		});
	});
});

describe('a list', () => {
	test.each<[Value, Value[], Value[], Value[] | null]>([
		['a', ['a'], ['a'], ['a']],
		['a, b;c\nd', ['a', 'b;c\nd'], ['a, b', 'c\nd'], ['a, b;c', 'd']],
		[' a ,b,, ,c,', ['a', 'b', 'c'], ['a ,b,, ,c,'], ['a ,b,, ,c,']],
		['a\r\nb\n\nc\rd', ['a\r\nb\n\nc\rd'], ['a\r\nb\n\nc\rd'], ['a', 'b', 'c', 'd']],
		[',', [], [','], [',']],
		['"Müller, Söhne", Meier', ['Müller, Söhne', 'Meier'], ['"Müller, Söhne", Meier'], null],
		['"a;b";"c"', ['"a;b";"c"'], ['a;b', 'c'], ['"a;b";"c"']],
		['"a\nb"\n c ', ['"a\nb"\n c'], ['"a\nb"\n c'], ['a\nb', 'c']],
		['"the ""old"" one", b', ['the "old" one', 'b'], ['"the ""old"" one", b'], null],
		['"a, b', ['"a', 'b'], ['"a, b'], null],
		['"A" GmbH, b', ['"A" GmbH', 'b'], ['"A" GmbH, b'], null],
		['17" screen, "b, c"', ['17" screen', 'b, c'], ['17" screen, "b, c"'], null],
		['"a"" , b', ['"a""', 'b'], ['"a"" , b'], null],
		['"", a', ['a'], ['"", a'], null],
		[5, [5], [5], [5]],
		[0, [0], [0], [0]],
		[false, [false], [false], [false]],
		[
			[' a ', null, ''],
			[' a ', null, ''],
			[' a ', null, ''],
			[' a ', null, ''],
		],
		[[], [], [], []],
	])('of %j is %j, %j, %j', (value, ...lists) => {
		expect(SEPARATORS.map((separator) => convert(value, 'list', { ...FORMAT, separator }))).toEqual(
			lists.map((list, at) => ({ ok: true, value: list ?? lists[at - 1] })),
		);
	});

	test.each<[string, Value[], string]>([
		['["red", "green"]', ['red', 'green'], 'comma'],
		['[]', [], 'comma'],
		[' []', [], 'comma'],
		['```json\n["red",\n"green"]\n```', ['red', 'green'], 'lineBreak'],
		['Sure:\n\n```json\n["red", "green"]\n```\n\nThank you.', ['red', 'green'], 'comma'],
		['```json ["red", "green"] ```', ['red', 'green'], 'semicolon'],
		['Colours: ["red", "green"]', ['red', 'green'], 'comma'],
		['"a": ["red"]', ['"a": ["red"]'], 'comma'],
		['Here is the list:\n\n[\n"red"\n]', ['red'], 'lineBreak'],
		['[1, 2.5]', [1, 2.5], 'semicolon'],
		['["red", null]', ['red', null], 'comma'],
		['[x] red\n[ ] green', ['[x] red', '[ ] green'], 'lineBreak'],
		['red ["new"], green [2]', ['red ["new"]', 'green [2]'], 'comma'],
		['- 5, - 7', ['- 5', '- 7'], 'comma'],
		['- red\n- green', ['red', 'green'], 'lineBreak'],
		['•  red\n• green', ['red', 'green'], 'lineBreak'],
		['9. red\n10) green', ['red', 'green'], 'lineBreak'],
		['- red\n- green', ['red', 'green'], 'comma'],
		['• red, dark,\n• ,\n• green', ['red, dark', 'green'], 'comma'],
		['1. red\n2. green\n3. blue', ['red', 'green', 'blue'], 'semicolon'],
		['- red', ['- red'], 'comma'],
		['14. März 2025', ['14. März 2025'], 'lineBreak'],
		['1. Mai 2025\n2. Mai 2025', ['1. Mai 2025', '2. Mai 2025'], 'lineBreak'],
		['14. 3. 2025', ['14. 3. 2025'], 'lineBreak'],
		['14. März 2025\n2. Bundesliga', ['14. März 2025', '2. Bundesliga'], 'lineBreak'],
		['1. Mai 2025\n2. Mai 2025', ['1. Mai 2025\n2. Mai 2025'], 'comma'],
		['3. Etage\n5. Etage', ['3. Etage\n5. Etage'], 'comma'],
		['1. a\n3. c', ['a', 'c'], 'lineBreak'],
		['10. a\n20. b', ['a', 'b'], 'lineBreak'],
		['1. a\n2. b\n1. c', ['a', 'b', 'c'], 'lineBreak'],
		['1. a\n1. b\n1. c', ['a', 'b', 'c'], 'lineBreak'],
		['1. Article 1234\n2. Article 5678', ['Article 1234', 'Article 5678'], 'lineBreak'],
		['1. Golf 2019\n2. Passat Variant', ['Golf 2019', 'Passat Variant'], 'lineBreak'],
		['2. Bundesliga', ['2. Bundesliga'], 'lineBreak'],
		['1. red', ['red'], 'lineBreak'],
		['red - new\ngreen - old', ['red - new', 'green - old'], 'lineBreak'],
		['- red\ngreen', ['- red', 'green'], 'lineBreak'],
		['1.5 mm\n2 mm', ['1.5 mm', '2 mm'], 'lineBreak'],
	])('is read from %j as %j', (text, list, separator) => {
		const format = {
			...FORMAT,
			separator: SEPARATORS.find((each) => each === separator) ?? 'comma',
		};
		expect(convert(text, 'list', format)).toEqual({ ok: true, value: list });
	});

	test.each<Value>([
		{},
		{ a: 1 },
		'{red, green}',
		'[red, green]',
		'[\n  "red",\n  "gre',
		"['red']",
		'[["a"]]',
		'[{"a":1}]',
		[['a']],
	])('is not %j', (value) => {
		expect(convert(value, 'list', FORMAT)).toEqual({ ok: false, problem: 'is not a list' });
	});
});
