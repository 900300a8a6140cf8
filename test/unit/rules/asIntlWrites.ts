import fc from 'fast-check';
import { languages } from '../../../nodes/DocScore/rules/languages';

/** Values, and how Intl writes them in every language. */

/** The languages of the nodes, and more countries in which they are written otherwise. */
const LOCALES = [
	...languages(),
	...['de-LI', 'en-NZ', 'en-SG', 'es-CO', 'es-PE', 'es-US', 'fr-BE', 'fr-MA', 'nl-BE', 'pt-AO'],
	...['ar-AE', 'ar-EG', 'ar-SA', 'fa-AF', 'uz-Cyrl', 'zh-HK', 'ta-LK', 'bn-IN'],
];

const locales = fc.constantFrom(...LOCALES);

const CURRENCIES = Intl.supportedValuesOf('currency');

const written = { minimumFractionDigits: 0, maximumFractionDigits: 3 } as const;

const styles = fc.oneof(
	fc.constant<Intl.NumberFormatOptions>({ ...written }),
	fc
		.record({
			currency: fc.oneof(
				fc.constantFrom('EUR', 'USD', 'GBP', 'JPY', 'CHF', 'PLN', 'INR', 'KWD'),
				fc.constantFrom(...CURRENCIES),
			),
			currencyDisplay: fc.constantFrom('symbol', 'narrowSymbol', 'code', 'name'),
			currencySign: fc.constantFrom('standard', 'accounting'),
		})
		.map((options): Intl.NumberFormatOptions => ({ style: 'currency', ...options })),
	fc.constantFrom<Intl.NumberFormatOptions>(
		{ style: 'percent' },
		{ notation: 'compact' },
		{ notation: 'compact', compactDisplay: 'long' },
		{ notation: 'compact', style: 'currency', currency: 'EUR' },
		{ style: 'unit', unit: 'kilogram' },
	),
);

export interface Written<Value> {
	value: Value;
	text: string;
	locale: string;
	kind: string;
}

/** Numbers with up to three decimals, as a locale writes them; the value is that of the text. */
export const writtenNumbers: fc.Arbitrary<Written<number>> = fc
	.record({
		thousandths: fc.oneof(
			fc.integer({ min: -9_999_999, max: 9_999_999 }),
			fc.integer({ min: -99_999, max: 99_999 }).map((whole) => 1000 * whole),
			fc.integer({ min: -99_999, max: 99_999 }).map((tens) => 10 * tens),
		),
		locale: locales,
		style: styles,
	})
	.map(({ thousandths, locale, style }) => {
		const format = new Intl.NumberFormat(locale, style);
		const number = thousandths / 1000;
		const { maximumFractionDigits = 3 } = format.resolvedOptions();
		// What a compact form rounds away is compared with its rounded value.
		const isCompact = style.notation === 'compact';
		const value = isCompact ? number : Number(rounded(number, maximumFractionDigits));
		const kind = isCompact ? 'compact' : (style.currencyDisplay ?? style.style ?? 'number');
		return { value, text: format.format(number), locale, kind };
	});

const rounded = (number: number, maximumFractionDigits: number): string =>
	new Intl.NumberFormat('en', { maximumFractionDigits, useGrouping: false }).format(number);

/** Days of this century as a locale writes them, in its own calendar or ours. */
export const writtenDays: fc.Arbitrary<Written<string>> = fc
	.record({
		date: fc.date({
			min: new Date('1960-01-01T00:00Z'),
			max: new Date('2060-12-31T00:00Z'),
			noInvalidDate: true,
		}),
		locale: locales,
		calendar: fc.constantFrom('-u-ca-gregory', '-u-ca-gregory', '-u-ca-gregory', ''),
		style: fc.constantFrom<Intl.DateTimeFormatOptions>(
			{ dateStyle: 'full' },
			{ dateStyle: 'long' },
			{ dateStyle: 'medium' },
			{ dateStyle: 'short' },
			{ dateStyle: 'long', timeStyle: 'short' },
			{ dateStyle: 'medium', timeStyle: 'medium' },
			{ year: 'numeric', month: '2-digit', day: '2-digit' },
			{ year: 'numeric', month: 'numeric', day: 'numeric', weekday: 'short' },
			{ year: 'numeric', month: 'short', day: 'numeric' },
		),
	})
	.map(({ date, locale, calendar, style }) => {
		const format = new Intl.DateTimeFormat(locale + calendar, { ...style, timeZone: 'UTC' });
		const kind = [style.dateStyle ?? style.month, style.timeStyle && 'time'].join(' ');
		const value = date.toISOString().slice(0, 10);
		const order = format.formatToParts(date).map(({ type }) => type.charAt(0));
		return {
			value,
			text: format.format(date),
			locale: locale + calendar,
			kind,
			order: order.join(''),
		};
	})
	// Intl writes 2025-14-03 in Kyrgyz and Uyghur. ISO 8601 and everyone else mean 2025-03-14.
	.filter(({ order }) => !/y.*d.*m/.test(order));

/** Moments of this century as a locale writes them in our calendar. */
export const writtenMoments: fc.Arbitrary<Written<string>> = fc
	.record({
		minute: fc.oneof(
			fc.integer({ min: -5_000_000, max: 45_000_000 }),
			// Half past noon and midnight, which have two names.
			fc
				.integer({ min: -3_500, max: 31_000 })
				.chain((day) => fc.constantFrom(0, 30, 720, 750).map((minute) => 1440 * day + minute)),
		),
		locale: locales,
		dateStyle: fc.constantFrom<'full' | 'long' | 'medium'>('full', 'long', 'medium'),
		timeStyle: fc.constantFrom<'short' | 'medium'>('short', 'medium'),
	})
	.map(({ minute, locale, ...styles }) => {
		const date = new Date(60_000 * minute);
		const ours = `${locale}-u-ca-gregory`;
		const format = new Intl.DateTimeFormat(ours, { ...styles, timeZone: 'UTC' });
		const kind = styles.dateStyle;
		return { value: date.toISOString(), text: format.format(date), locale: ours, kind };
	});
