import fc from 'fast-check';
import {
	type Conversion,
	CONVERSIONS,
	convert,
	type Format,
} from '../../../nodes/DocScore/rules/conversions';
import { isNothing } from '../../../nodes/DocScore/rules/normalize';
import { DATE_FORMATS } from '../../../nodes/DocScore/rules/date';
import { SEPARATORS } from '../../../nodes/DocScore/rules/list';
import { NUMBER_FORMATS, type NumberFormat } from '../../../nodes/DocScore/rules/number';
import { process } from '../../node';
import { holds } from '../../harness/jest/draws';
import { FORMAT, zone } from './format';

const formats = fc.record<Format>({
	numberFormat: fc.constantFrom('detect', ...NUMBER_FORMATS),
	currency: fc.constantFrom('', 'EUR'),
	dateFormat: fc.constantFrom('detect', ...DATE_FORMATS),
	language: fc.constantFrom('', 'pl'),
	shortYears: fc.boolean(),
	separator: fc.constantFrom(...SEPARATORS),
	timezone: fc.constantFrom(...['Europe/Berlin', 'America/New_York', 'UTC'].map(zone)),
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

describe('A conversion of 100,000 characters is fast', () => {
	const ofNumbers = ['1', '0', '12', '1,', '1 ', "1'", '１', '(', '-', '€', 'kr.', 'EUR', '%'];
	const ofDates = ['1/', '1:', 'a', 'a ', 'of ', 'march ', 'fri, ', 't', ' at ', 'th', '.'];
	const ofBoth = ['"', '""', '"a,', '"a,""', '"""b,', ' ', '\n', '\u00A0', '\u200B', '²', ',', ';'];

	/** A conversion takes about 10 ms of CPU time, or minutes if a regular expression backtracks. */
	const LIMIT_MS = 10_000;

	/** CPU time in ms, so that other processes do not matter. */
	function took(text: string, conversion: Conversion, numberFormat: NumberFormat): number {
		const startedAt = process.cpuUsage();
		convert(text, conversion, { ...FORMAT, numberFormat });
		return process.cpuUsage(startedAt).user / 1000;
	}

	test.each([...ofNumbers, ...ofDates, ...ofBoth])('of %j', (part) => {
		const long = part.repeat(100_000 / part.length);
		for (const text of [long, `${long}x`, `14/03/2025 10:30${long}x`]) {
			for (const numberFormat of NUMBER_FORMATS) {
				expect(took(text, 'number', numberFormat)).toBeLessThan(LIMIT_MS);
			}
			for (const conversion of CONVERSIONS) {
				expect(took(text, conversion, 'commaPoint')).toBeLessThan(LIMIT_MS);
			}
		}
	});
});
