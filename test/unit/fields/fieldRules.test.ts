import { Input } from '../../../nodes/DocScore/engine/input/input';
import {
	detectedFormat,
	fieldRulesField,
	readFieldRules,
} from '../../../nodes/DocScore/fields/fieldRules';
import { refusal } from './refusal';

const read = (timezone: string, ...rules: object[]) =>
	readFieldRules(new Input([fieldRulesField], () => ({ rules })), { getTimezone: () => timezone });

/** The format of a rule with these parameters. */
const formatOf = (parameters: object) =>
	read('UTC', { field: 'a', convertTo: 'number', ...parameters })[0]?.format;

describe('A field rule', () => {
	it.each([
		['', ''],
		['eur', 'EUR'],
	])('with the currency %j has the currency %j', (currency, read) => {
		expect(formatOf({ currency })).toMatchObject({ currency: read });
	});

	it.each(['', 'pl', 'fil', 'de-AT', 'zh-Hant'])('accepts the language %j', (language) => {
		expect(formatOf({ convertTo: 'date', language })).toMatchObject({ language });
	});

	it.each(['p', 'polish', '1pl', 'pl-', 'pl-1', 'pl_PL', 'pl-PL-x', 'qqq'])(
		'does not accept %j as a language',
		(language) => {
			expect(() => formatOf({ convertTo: 'date', language })).toThrow(
				refusal(`'Language of Dates' is not a language: '${language}'`),
			);
		},
	);

	it.each([
		[[{ field: 'a', currency: 'euro' }], "'Currency' is not a currency: 'EURO'"],
		[[{ field: ' ' }], "'Field Rules' has a rule without a field"],
		[[{ field: 'a' }, { field: 'a ' }], "'Field Rules' has two rules for the same field: 'a'"],
	])('is refused: %j', (rules, message) => {
		expect(() => read('UTC', ...rules)).toThrow(refusal(message));
	});

	it('needs a known timezone only for times', () => {
		expect(() => read('Mars', { field: 'a', convertTo: 'date' })).not.toThrow();
		expect(() => read('Mars', { field: 'a', convertTo: 'dateTime' })).toThrow('is unknown');
	});

	it('in which nothing else is chosen detects how values are written, as a check does', () => {
		const detected = detectedFormat('number', { getTimezone: () => 'UTC' });
		expect(formatOf({})).toEqual(detected);
	});
});
