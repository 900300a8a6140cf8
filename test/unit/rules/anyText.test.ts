import fc from 'fast-check';
import { applyRules } from '../../../nodes/DocScore/rules/applyRules';
import { type Check, runChecks } from '../../../nodes/DocScore/rules/checks';
import {
	type Conversion,
	CONVERSIONS,
	convert,
	type FieldRule,
	type Format,
} from '../../../nodes/DocScore/rules/conversions';
import { ZERO } from '../../../nodes/DocScore/rules/decimal';
import { isNothing } from '../../../nodes/DocScore/rules/normalize';
import { DATE_FORMATS } from '../../../nodes/DocScore/rules/date';
import { SEPARATORS } from '../../../nodes/DocScore/rules/list';
import { NUMBER_FORMATS, type NumberFormat } from '../../../nodes/DocScore/rules/number';
import { process } from '../../node';
import { holds } from '../../harness/jest/draws';
import { FORMAT } from './format';

const formats = fc.record<Format>({
	numberFormat: fc.constantFrom('detect', ...NUMBER_FORMATS),
	currency: fc.constantFrom('', 'EUR'),
	dateFormat: fc.constantFrom('detect', ...DATE_FORMATS),
	language: fc.constantFrom('', 'pl'),
	shortYears: fc.boolean(),
	separator: fc.constantFrom(...SEPARATORS),
	timezone: fc.constantFrom(...['Europe/Berlin', 'America/New_York', 'UTC']),
});

const PIECES =
	'0|1|2|3|14|2025|1234|.|,|\'|"|-|+|(|)|%|€|EUR|kr.| | |/|:|10:30|T|Z|+02:00|pm|at|of|th|st|March|May|Fri|yes|\u00AD|\u200B|\u200F|²|½|٣|𝟓|１'.split(
		'|',
	);

const texts = fc.oneof(
	fc.string({ unit: 'binary', maxLength: 20 }),
	fc.string({ unit: fc.constantFrom(...PIECES), maxLength: 8 }),
);

const isDate = (value: unknown, length: number) =>
	typeof value === 'string' &&
	value.length === length &&
	new Date(value).toISOString().startsWith(value);

/** The possible results of each conversion for a text that is not empty. */
const MAY_BE: Record<string, (value: unknown, text: string) => boolean> = {
	asIs: (value, text) => value === text,
	text: (value, text) => value === text,
	number: (value) => Number.isFinite(value) && !Object.is(value, -0),
	date: (value) => isDate(value, '2025-12-31'.length),
	dateTime: (value) => isDate(value, '2025-12-31T00:00:00.000Z'.length),
	boolean: (value) => typeof value === 'boolean',
	table: (value) => Array.isArray(value) && value.every((row) => typeof row === 'object'),
	list: (value) => Array.isArray(value),
};

test('any text is converted to the requested type, or has a problem', async () => {
	const property = fc.asyncProperty(texts, formats, async (text, format) => {
		const wrong = CONVERSIONS.filter((conversion) => {
			const converted = convert(text, conversion, format);
			if (!converted.ok) return !/^(is|has|can) \w|^begins with/.test(converted.problem);
			if (MAY_BE[conversion]?.(converted.value, text)) return false;
			return converted.value !== null || !isNothing(text);
		});
		expect([text, wrong]).toEqual([text, []]);
	});
	await holds('any text', property, { numRuns: 700 });
});

/** CPU time in ms, so that other processes do not matter. */
async function cpuOf(work: () => unknown): Promise<number> {
	const startedAt = process.cpuUsage();
	await work();
	return process.cpuUsage(startedAt).user / 1000;
}

describe('5 MB in a field do not keep n8n busy', () => {
	const PARTS = [
		'1',
		'a ',
		' ',
		'\u200B',
		'`',
		'"',
		'[["a"],',
		'{"a":1}\n',
		'| a ',
		'a;b\n',
		'DE ',
	];

	/** It takes up to 100 ms, because the text is looked at as a whole only to see whether it is empty. */
	const LIMIT_MS = 1_000;

	const field = (name: string, value: string) => ({ name, value, reasoning: null });
	const rule = (name: string, conversion: Conversion): FieldRule => ({
		field: name,
		required: true,
		conversion,
		format: FORMAT,
	});

	const CHECKS: Array<[kind: string, check: Check, rules: FieldRule[]]> = [
		[
			'sum',
			{ kind: 'sum', addends: ['a', 'b'], total: 'b', tolerance: ZERO },
			[rule('a', 'number'), rule('b', 'number')],
		],
		[
			'product',
			{ kind: 'product', quantity: 'a.q', price: 'a.p', amount: 'a.a', tolerance: ZERO },
			[rule('a', 'table'), rule('a.q', 'number'), rule('a.p', 'number'), rule('a.a', 'number')],
		],
		['range', { kind: 'range', number: 'a', lowest: ZERO, highest: ZERO }, [rule('a', 'number')]],
		['dates', { kind: 'dates', earlier: 'a', later: 'b' }, [rule('a', 'date'), rule('b', 'date')]],
		['iban', { kind: 'iban', field: 'a' }, []],
		['vatId', { kind: 'vatId', field: 'a' }, []],
	];

	const leastOf = async (work: () => unknown) =>
		Math.min(await cpuOf(work), await cpuOf(work), await cpuOf(work));

	const texts = PARTS.map((part) => part.repeat(5_000_000 / part.length));

	test.each(CONVERSIONS)('that are converted to %s', async (conversion) => {
		for (const text of texts) {
			expect(await leastOf(() => convert(text, conversion, FORMAT))).toBeLessThan(LIMIT_MS);
		}
	});

	test.each(CHECKS)('in the check %s', async (_, check, rules) => {
		for (const text of texts) {
			const fields = [field('a', text), field('b', text)];
			const work = async () => runChecks(await applyRules(fields, rules), [check], fields);
			expect((await work()).issues.length).toBeGreaterThan(0);
			expect(await leastOf(work)).toBeLessThan(LIMIT_MS);
		}
	});
});

describe('A conversion of 100,000 characters is fast', () => {
	const ofNumbers = ['1', '0', '12', '1,', '1 ', "1'", '１', '(', '-', '€', 'kr.', 'EUR', '%'];
	const ofDates = ['1/', '1:', 'a', 'a ', 'of ', 'march ', 'fri, ', 't', ' at ', 'th', '.'];
	const ofTables = [
		'`',
		'```\n',
		'|',
		'|-',
		'[',
		'{"a":',
		'<td>',
		'<tr',
		'\\n',
		'a;b\n',
		'- a\n',
		'+-',
	];
	const ofBoth = ['"', '""', '"a,', '"a,""', '"""b,', ' ', '\n', '\u00A0', '\u200B', '²', ',', ';'];

	/** A conversion takes about 10 ms of CPU time, or minutes if a regular expression backtracks. */
	const LIMIT_MS = 10_000;

	const took = async (text: string, conversion: Conversion, numberFormat: NumberFormat) =>
		await cpuOf(() => convert(text, conversion, { ...FORMAT, numberFormat }));

	test.each([...ofNumbers, ...ofDates, ...ofTables, ...ofBoth])('of %j', async (part) => {
		const long = part.repeat(100_000 / part.length);
		const begun = ['14/03/2025 10:30', '```\n', 'a;b\n', '<table><tr><td>'];
		for (const text of [long, `${long}x`, ...begun.map((begin) => `${begin}${long}x`)]) {
			for (const numberFormat of NUMBER_FORMATS) {
				expect(await took(text, 'number', numberFormat)).toBeLessThan(LIMIT_MS);
			}
			for (const conversion of CONVERSIONS) {
				expect(await took(text, conversion, 'commaPoint')).toBeLessThan(LIMIT_MS);
			}
		}
	});
});
