/** An exact decimal number: `units` × 10^-`scale`. */
export interface Decimal {
	units: bigint;
	scale: number;
}

export const ZERO: Decimal = { units: 0n, scale: 0 };

/**
 * The decimal number that JavaScript writes for a number, such as 0.1 for the float nearest to 0.1.
 */
export function decimalOf(number: number): Decimal {
	const text = String(number);
	const fraction = /\.(\d+)/.exec(text)?.[1] ?? '';
	const scale = fraction.length - Number(/e(.+)/.exec(text)?.[1] ?? 0);
	const units = BigInt(text.replace(/e.+/, '').replace('.', ''));
	return { units: units * 10n ** BigInt(Math.max(-scale, 0)), scale: Math.max(scale, 0) };
}

export function plus(one: Decimal, other: Decimal): Decimal {
	const scale = Math.max(one.scale, other.scale);
	return { units: unitsAt(one, scale) + unitsAt(other, scale), scale };
}

export const times = (one: Decimal, other: Decimal): Decimal => ({
	units: one.units * other.units,
	scale: one.scale + other.scale,
});

/** The absolute difference of two numbers. */
export function distance(one: Decimal, other: Decimal): Decimal {
	const { units, scale } = plus(one, { ...other, units: -other.units });
	// Stryker disable next-line EqualityOperator: zero has no sign
	return { units: units < 0n ? -units : units, scale };
}

export function isGreater(one: Decimal, other: Decimal): boolean {
	const scale = Math.max(one.scale, other.scale);
	return unitsAt(one, scale) > unitsAt(other, scale);
}

/** The number as text, such as -0.05, without trailing zeros. */
export function decimalText({ units, scale }: Decimal): string {
	const digits = `${units}`.replace('-', '').padStart(scale + 1, '0');
	const whole = digits.slice(0, digits.length - scale);
	const fraction = digits.slice(digits.length - scale).replace(/0+$/, '');
	return (units < 0n ? '-' : '') + whole + (fraction === '' ? '' : `.${fraction}`);
}

const unitsAt = ({ units, scale }: Decimal, wanted: number): bigint =>
	units * 10n ** BigInt(wanted - scale);
