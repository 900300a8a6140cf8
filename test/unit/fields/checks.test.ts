import { Input } from '../../../nodes/DocScore/engine/input/input';
import { checksField, readChecks } from '../../../nodes/DocScore/fields/checks';
import { fieldRulesField, readFieldRules } from '../../../nodes/DocScore/fields/fieldRules';
import { decimalOf } from '../../../nodes/DocScore/rules/decimal';
import { refusal } from './refusal';

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
	});

	const PRODUCT = { quantity: 'l.q', price: 'l.p', amount: 'l.a', tolerance: 0.5 };

	it.each([
		['iban', { field: 'a' }, {}],
		['vatId', { field: 'a' }, {}],
		['dates', { earlier: 'a', later: 'b' }, { a: 'date', b: 'date' }],
		['product', PRODUCT, { 'l.q': 'number', l: 'table', 'l.p': 'number', 'l.a': 'number' }],
		['range', { number: '.n', lowest: 4, highest: 4 }, { '.n': 'number' }],
		[
			'sum',
			{ addends: ['a.b', 'c.d'], total: 't', tolerance: 0.5 },
			{ t: 'number', 'a.b': 'number', a: 'table', 'c.d': 'number', c: 'table' },
		],
	])(
		'has the names and the numbers of its row, and the rules that it needs: %s',
		(kind, row, needed) => {
			const { checks, rules } = read({ check: kind, ...row });
			const decimals = Object.entries(row).map(([name, value]) => [
				name,
				typeof value === 'number' ? decimalOf(value) : value,
			]);
			expect(checks).toEqual([{ kind, ...Object.fromEntries(decimals) }]);
			expect(rules).toEqual(Object.entries(needed).map(([field, to]) => [field, to, false]));
		},
	);

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
			{ check: 'dates', earlier: 'text', later: 'b' },
			"'Checks' needs a rule that converts the field to Date or Date and Time: 'text'",
		],
		[
			{ check: 'product', quantity: 'l.q', price: 'l.p', amount: 'm.a' },
			"'Checks' needs columns of one table: 'm.a'",
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
		expect(() => read(check, [{ field: 'text', convertTo: 'text' }])).toThrow(refusal(message));
	});
});
