import { Input } from '../../../nodes/DocScore/engine/input/input';
import { checksField, readChecks } from '../../../nodes/DocScore/fields/checks';
import { fieldRulesField, readFieldRules } from '../../../nodes/DocScore/fields/fieldRules';

const CONTEXT = { getTimezone: () => 'UTC' };

/** The checks of a node, and its rules by field, with those that the checks need. */
function read(check: object, rules: object[] = []) {
	const ofRules = new Input([fieldRulesField], () => ({ rules }));
	const ofChecks = new Input([checksField], () => ({ checks: [check] }));
	const result = readChecks(ofChecks, readFieldRules(ofRules, CONTEXT), CONTEXT);
	const needed = result.rules.map(({ field, conversion, required }) => [
		field,
		conversion,
		required,
	]);
	return { checks: result.checks, rules: needed };
}

const SUM = { check: 'sum', addends: 'net, lines.amount', total: 'total' };

describe('A check', () => {
	it('needs no rules of its own: numbers, dates and tables are detected', () => {
		expect(read(SUM).rules).toEqual([
			['total', 'number', false],
			['net', 'number', false],
			['lines.amount', 'number', false],
			['lines', 'table', false],
		]);
		expect(read({ check: 'dates', earlier: 'date', later: 'due' }).rules).toEqual([
			['date', 'date', false],
			['due', 'date', false],
		]);
		const product = { check: 'product', quantity: 'l.q', price: 'l.p', amount: 'l.a' };
		expect(read(product).rules.map(([field]) => field)).toEqual(['l.q', 'l', 'l.p', 'l.a']);
		expect(read({ check: 'iban', field: 'iban' }).rules).toEqual([]);
	});

	it('uses the rules that there are, and makes one that keeps the value convert it', () => {
		const rules = [
			{ field: 'total', required: true },
			{ field: 'a.b', convertTo: 'number' },
			{ field: 'at', convertTo: 'dateTime' },
		];
		expect(read({ ...SUM, addends: 'a.b' }, rules).rules).toEqual([
			['total', 'number', true],
			['a.b', 'number', false],
			['at', 'dateTime', false],
		]);
		const dates = read({ check: 'dates', earlier: 'at', later: 'end' }, rules);
		expect(dates.rules).toContainEqual(['end', 'dateTime', false]);
	});

	it('knows the columns of a table whose name has a point', () => {
		const rules = [{ field: 'No. 1', convertTo: 'table' }];
		expect(read({ ...SUM, addends: 'No. 1.amount' }, rules).rules).toEqual([
			['No. 1', 'table', false],
			['total', 'number', false],
			['No. 1.amount', 'number', false],
		]);
	});

	it('compares names without the spaces around them', () => {
		const rules = [{ field: ' total ', convertTo: 'number' }];
		const { checks } = read({ ...SUM, total: ' total ', addends: ' net ,' }, rules);
		expect(checks).toMatchObject([{ addends: ['net'], total: 'total' }]);
	});

	it.each([
		[{ ...SUM, addends: ' ' }, "'Checks' has a check in which 'Fields' is empty"],
		[{ ...SUM, total: ' ' }, "'Checks' has a check in which 'Total' is empty"],
		[{ ...SUM, total: 'text' }, "'Checks' needs a rule that converts the field to Number: 'text'"],
		[
			{ check: 'product', quantity: 'l.q', price: 'm.p', amount: 'l.a' },
			"'Checks' needs columns of one table: 'm.p'",
		],
		[
			{ check: 'product', quantity: 'q', price: 'p', amount: 'a' },
			"'Checks' needs columns of one table: 'q'",
		],
		[
			{ check: 'product', quantity: 'l .q', price: 'l .p', amount: 'l .a' },
			"'Checks' needs columns of one table: 'l .q'",
		],
		[{ check: 'range', number: 'n', lowest: 5, highest: 4 }, "'Lowest' is too high: '5'"],
	])('is refused: %j', (check, message) => {
		expect(() => read(check, [{ field: 'text', convertTo: 'text' }])).toThrow(message);
	});
});
