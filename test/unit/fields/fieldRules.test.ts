import { Input } from '../../../nodes/DocScore/engine/input/input';
import { fieldRulesField, readFieldRules } from '../../../nodes/DocScore/fields/fieldRules';

/** The format of a rule with these parameters. */
function formatOf(parameters: object) {
	const rules = [{ field: 'a', convertTo: 'number', ...parameters }];
	const input = new Input([fieldRulesField], () => ({ rules }));
	return readFieldRules(input, { getTimezone: () => 'UTC' })[0]?.format;
}

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
			expect(() => formatOf({ convertTo: 'date', language })).toThrow('is not a language');
		},
	);
});
