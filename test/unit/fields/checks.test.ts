import { Input } from '../../../nodes/DocScore/engine/input/input';
import { checksField, readChecks } from '../../../nodes/DocScore/fields/checks';
import { fieldRulesField, readFieldRules } from '../../../nodes/DocScore/fields/fieldRules';

const picked = (value: string) => ({ __rl: true, mode: 'list', value });
const typed = (value: string) => ({ __rl: true, mode: 'name', value });

/** A check that the field `a` is the total, with rules for these fields. */
function sumOf(total: object, rules: object[]) {
	const check = { check: 'sum', addends: 'a', total };
	const ofRules = new Input([fieldRulesField], () => ({ rules }));
	const ofChecks = new Input([checksField], () => ({ checks: [check] }));
	return readChecks(ofChecks, readFieldRules(ofRules, { getTimezone: () => 'UTC' }));
}

const number = (field: unknown) => ({ field, convertTo: 'number' });
const text = (field: unknown) => ({ field, convertTo: 'text' });

describe('The rule that a check relies on', () => {
	it('is the one for exactly its field, if two names differ only in a space', () => {
		const rules = [number(typed('a')), text(picked('b')), number(picked('b '))];
		expect(sumOf(typed('b '), rules)).toHaveLength(1);
		expect(() => sumOf(typed('b'), rules)).toThrow(
			"'Checks' needs a rule that converts the field to Number: 'b'",
		);
	});

	it('may be for the name without the spaces around it', () => {
		const rules = [number(typed('a')), number(picked('b'))];
		expect(sumOf(typed(' b '), rules)).toHaveLength(1);
		expect(() => sumOf(picked(' b '), rules)).toThrow('needs a rule that converts the field');
	});

	it.each([[' '], ['']])('is needed for a field to add up: %j', (addends) => {
		const check = { check: 'sum', addends, total: typed('b') };
		const input = new Input([checksField], () => ({ checks: [check] }));
		const rules = new Input([fieldRulesField], () => ({ rules: [number(typed('b'))] }));
		const read = () => readChecks(input, readFieldRules(rules, { getTimezone: () => 'UTC' }));
		expect(read).toThrow("'Checks' has a check in which 'Fields' is empty");
	});
});
