/** The digits 0 to 9 of a script that Intl knows, by character. */
let values: Map<string, number> | undefined;

function valuesOfDigits(): Map<string, number> {
	values ??= new Map(
		Intl.supportedValuesOf('numberingSystem').flatMap((system) => {
			const format = new Intl.NumberFormat(`en-u-nu-${system}`, { useGrouping: false });
			const digits = [...format.format(9876543210)];
			return digits.map((digit, at): [string, number] => [digit, 9 - at]);
		}),
	);
	return values;
}

/**
 * Replaces the digits of another script, such as Arabic or Hindi, with 0 to 9. Digits of two scripts
 * in a text stay: some look alike and have another value.
 */
export function withLatinDigits(text: string): string {
	// The digits of all scripts take 20 ms, which would block n8n, and few texts need them.
	// Stryker disable next-line ConditionalExpression: only the time that it takes differs
	if (!/(?!\d)\p{Nd}/u.test(text)) return text;
	const known = valuesOfDigits();
	const zeros = Array.from(
		text.matchAll(/\p{Nd}/gu),
		([digit]) => (digit.codePointAt(0) ?? 0) - (known.get(digit) ?? NaN),
	);
	if (new Set(zeros).size > 1) return text;
	return text.replace(/\p{Nd}/gu, (digit) => String(known.get(digit) ?? digit));
}

/** Whether the remainder by 97 is 1, with A as 10, B as 11 and so on: ISO 7064, MOD 97-10. */
export const passesMod97 = (signs: string): boolean =>
	BigInt(Array.from(signs, (sign) => parseInt(sign, 36)).join('')) % 97n === 1n;
