import { applyRules } from '../../../nodes/DocScore/rules/applyRules';
import { type Check, runChecks } from '../../../nodes/DocScore/rules/checks';
import type { Conversion, FieldRule } from '../../../nodes/DocScore/rules/conversions';
import { ZERO } from '../../../nodes/DocScore/rules/decimal';
import { TWELVE_ITEMS } from '../../sandbox/samples/lineItems';
import { FORMAT } from './format';

/** Four invoices as five countries write them: right ones pass, and each wrong digit is an issue. */

/** A quantity, a price and an amount; without a quantity, the amount of a flat rate in hundredths. */
type Line = [quantity: number, price: number] | [flatRate: number];

const INVOICES: Array<[name: string, lines: Line[]]> = [
	['twelve items', TWELVE_ITEMS.lines.map(({ quantity, price }): Line => [quantity, price])],
	[
		'rounding by line',
		[
			[3, 0.335],
			[7, 0.125],
			[2.5, 1.99],
			[1000, 0.0049],
			[12.75, 88.4],
			[0.333, 1249],
		],
	],
	[
		'a credit note',
		[
			[-2, 39.5],
			[-10, 0.455],
			[1, 24.9],
		],
	],
	['a flat rate and a discount', [[6, 94.2], [250], [-49.99], [1.5, 120]]],
];

type Unit = Pick<Intl.NumberFormatOptions, 'currency' | 'currencyDisplay'>;

/** The sign of yen is that of yuan, too, which have decimals; the name is not. */
const COUNTRIES: Array<[locale: string, unit: Unit, decimals: number]> = [
	['en-US', { currency: 'USD' }, 2],
	['de-DE', { currency: 'EUR' }, 2],
	['fr-FR', { currency: 'EUR', currencyDisplay: 'name' }, 2],
	['pl-PL', { currency: 'PLN' }, 2],
	['ja-JP', { currency: 'JPY', currencyDisplay: 'name' }, 0],
];

/** A whole number of the parts that `decimals` decimals write. */
interface Figure {
	parts: number;
	decimals: number;
	text: string;
}

interface Row {
	quantity: Figure | null;
	price: Figure | null;
	amount: Figure;
}

interface Invoice {
	rows: Row[];
	net: Figure;
	vat: Figure;
	total: Figure;
}

const power = (exponent: number) => 10 ** exponent;

/** Half away from zero, as people round. */
const rounded = (number: number) => Math.sign(number) * Math.round(Math.abs(number));

function invoiceOf(lines: Line[], locale: string, unit: Unit, decimals: number): Invoice {
	const figure = (parts: number, places: number, style: Intl.NumberFormatOptions): Figure => {
		const digits = { minimumFractionDigits: places, maximumFractionDigits: places };
		const format = new Intl.NumberFormat(locale, { ...digits, ...style });
		return { parts, decimals: places, text: format.format(parts / power(places)) };
	};
	/** With as few decimals as the number has. */
	const fewest = (parts: number, places: number, least: number, style = {}): Figure =>
		places > least && parts % 10 === 0
			? fewest(parts / 10, places - 1, least, style)
			: figure(parts, places, style);
	const currency = { style: 'currency', ...unit } as const;
	const money = (parts: number) => figure(parts, decimals, currency);
	const rows = lines.map(([first, second]): Row => {
		if (second === undefined) {
			return { quantity: null, price: null, amount: money(rounded(first * 100)) };
		}
		const quantity = fewest(rounded(first * 1000), 3, 0);
		// Without decimals, such as yen, the hundredths of the others are whole.
		const price = fewest(rounded(second * 10_000), 2 + decimals, decimals, currency);
		const product = quantity.parts * price.parts;
		const amount = money(rounded(product / power(quantity.decimals + price.decimals - decimals)));
		return { quantity, price, amount };
	});
	const net = rows.reduce((sum, { amount }) => sum + amount.parts, 0);
	const vat = rounded((net * 19) / 100);
	return { rows, net: money(net), vat: money(vat), total: money(net + vat) };
}

const rule = (name: string, conversion: Conversion): FieldRule => ({
	field: name,
	required: false,
	conversion,
	format: { ...FORMAT, numberFormat: 'detect' },
});

const RULES = [
	rule('lines', 'table'),
	...['lines.quantity', 'lines.price', 'lines.amount', 'net', 'vat', 'total'].map((name) =>
		rule(name, 'number'),
	),
];

const CHECKS: Check[] = [
	{
		kind: 'product',
		quantity: 'lines.quantity',
		price: 'lines.price',
		amount: 'lines.amount',
		tolerance: ZERO,
	},
	{ kind: 'sum', addends: ['lines.amount'], total: 'net', tolerance: ZERO },
	{ kind: 'sum', addends: ['net', 'vat'], total: 'total', tolerance: ZERO },
];

async function issuesOf({ rows, net, vat, total }: Invoice): Promise<string[]> {
	const lines = rows.map(({ quantity, price, amount }) => ({
		quantity: quantity?.text ?? null,
		price: price?.text ?? null,
		amount: amount.text,
	}));
	const fields = [
		{ name: 'lines', value: lines, reasoning: null },
		...Object.entries({ net, vat, total }).map(([name, { text }]) => ({
			name,
			value: text,
			reasoning: null,
		})),
	];
	const { issues } = runChecks(await applyRules(fields, RULES), CHECKS, fields);
	return issues.map(({ field, problem }) => `${field} ${problem}`);
}

/** The figure with another digit at each place. No digit becomes zero, which people do not write first. */
function wrongs({ parts, decimals, text }: Figure): Figure[] {
	const places = [...text].flatMap((sign, at) => (/\d/.test(sign) ? [at] : []));
	return places.map((at) => {
		const other = text.slice(0, at) + ((Number(text[at]) % 9) + 1) + text.slice(at + 1);
		const sign = Math.sign(parts) || 1;
		return { parts: sign * Number(other.replace(/\D/g, '')), decimals, text: other };
	});
}

/** Whether the amount differs from quantity times price by more than half of its smallest unit. */
function isOff({ quantity, price, amount }: Row): boolean {
	if (quantity === null || price === null) return false;
	const scale = power(quantity.decimals + price.decimals - amount.decimals);
	return 2 * Math.abs(quantity.parts * price.parts - amount.parts * scale) > scale;
}

const CASES = INVOICES.flatMap(([name, lines]) =>
	COUNTRIES.map(([locale, unit, decimals]): [string, string, Invoice] => [
		name,
		locale,
		invoiceOf(lines, locale, unit, decimals),
	]),
);

test.each(CASES)('%s in %s: all is right', async (_name, _locale, invoice) => {
	expect(await issuesOf(invoice)).toEqual([]);
});

test.each(CASES)('%s in %s: a wrong digit in a row names it', async (_name, _locale, invoice) => {
	let unseen = 0;
	for (const [at, row] of invoice.rows.entries()) {
		const changed = (['quantity', 'price', 'amount'] as const).flatMap((column) =>
			wrongs(row[column] ?? { parts: 0, decimals: 0, text: '' }).map(
				(figure): Row => ({ ...row, [column]: figure }),
			),
		);
		for (const other of changed) {
			const rows = invoice.rows.with(at, other);
			const issues = await issuesOf({ ...invoice, rows });
			const inRows = issues.filter((issue) => issue.startsWith('lines'));
			const named = `lines.amount in row ${at + 1} is `;
			const isNamed = inRows.length === 1 && inRows[0]?.startsWith(named);
			expect([other, isOff(other) ? isNamed : inRows]).toEqual([other, isOff(other) ? true : []]);
			const isSum = issues.some((issue) => issue.startsWith('net is '));
			expect([other, isSum]).toEqual([other, other.amount !== row.amount]);
			if (issues.length === 0) unseen++;
		}
	}
	// Rounding hides a digit, such as that of the cents in 0.333 × 1,249.00.
	expect(unseen).toBeLessThan(8);
});

test.each(CASES)('%s in %s: a wrong digit in a sum names it', async (_name, _locale, invoice) => {
	const named = { net: ['net', 'total'], vat: ['total'], total: ['total'] } as const;
	for (const sum of ['net', 'vat', 'total'] as const) {
		for (const figure of wrongs(invoice[sum])) {
			const issues = await issuesOf({ ...invoice, [sum]: figure });
			const fields = issues.map((issue) => issue.split(' ', 1)[0]);
			expect([figure, fields]).toEqual([figure, named[sum]]);
		}
	}
});
