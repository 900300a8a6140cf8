import fc from 'fast-check';
import { CONVERSIONS, convert, type Format } from '../../../nodes/DocScore/rules/conversions';
import { DATE_FORMATS } from '../../../nodes/DocScore/rules/date';
import { SEPARATORS } from '../../../nodes/DocScore/rules/list';
import { NUMBER_FORMATS } from '../../../nodes/DocScore/rules/number';
import { holds } from '../../harness/jest/draws';
import { FORMAT } from './format';

const formats = fc.record<Format>({
	numberFormat: fc.constantFrom(...NUMBER_FORMATS),
	dateFormat: fc.constantFrom(...DATE_FORMATS),
	separator: fc.constantFrom(...SEPARATORS),
	timezone: fc.constantFrom('Europe/Berlin', 'America/New_York', 'UTC'),
});

const PIECES =
	"0|1|2|3|14|2025|1234|.|,|'|-|+|(|)|%|€|EUR|kr.| | |/|:|10:30|T|Z|+02:00|pm|at|of|th|st|March|May|Fri|yes|\u00AD|\u200B|\u200F|²|½|٣|𝟓|１".split(
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

/** What each conversion may give for a text that is not empty. */
const MAY_BE: Record<string, (value: unknown, text: string) => boolean> = {
	asIs: (value, text) => value === text,
	text: (value, text) => value === text,
	number: (value) => Number.isFinite(value) && !Object.is(value, -0),
	date: (value) => isDate(value, '2025-12-31'.length),
	dateTime: (value) => isDate(value, '2025-12-31T00:00:00.000Z'.length),
	boolean: (value) => typeof value === 'boolean',
	list: (value) => Array.isArray(value) && value.every((part) => part === part.trim()),
};

test('any text becomes what was asked for, or a problem', async () => {
	const property = fc.asyncProperty(texts, formats, async (text, format) => {
		for (const conversion of CONVERSIONS) {
			const converted = convert(text, conversion, format);
			const isKept = converted.ok && (MAY_BE[conversion]?.(converted.value, text) ?? false);
			const isEmpty = converted.ok && converted.value === null && text.trim() === '';
			const isTold = !converted.ok && /^(is|has) \w/.test(converted.problem);
			expect([text, conversion, converted, isKept || isEmpty || isTold]).toEqual([
				text,
				conversion,
				converted,
				true,
			]);
		}
	});
	await holds('any text', property, { numRuns: 2000 });
});

describe('100,000 characters take no time', () => {
	const LENGTH = 100_000;
	const repeated = ['1', '0', '12', '1,', '1.', '1 ', "1'", '(', '-', '€', 'kr.', 'EUR', 'A', '%'];
	const ofDates = [
		' ',
		'\n',
		'/',
		'1/',
		'a',
		'a ',
		'of ',
		'march ',
		'fri, ',
		'1:',
		't',
		' at ',
		'th',
	];
	const others = ['\u00A0', '１', '\u200B', '²', ',', ';'];

	test.each([...repeated, ...ofDates, ...others])('of %j', (part) => {
		const long = part.repeat(LENGTH / part.length);
		const around = [`${long}x`, `1${long}1`, `14/03/2025 10:30${long}x`, `1,234.${long}`];
		for (const text of [long, ...around]) {
			for (const conversion of CONVERSIONS) {
				const begun = performance.now();
				for (const numberFormat of conversion === 'number' ? NUMBER_FORMATS : []) {
					convert(text, 'number', { ...FORMAT, numberFormat });
				}
				convert(text, conversion, FORMAT);
				// It takes about 10 ms, and hours where one repetition contains another.
				expect(performance.now() - begun).toBeLessThan(1000);
			}
		}
	});
});
