/** Why a value is not converted; the text follows the field's name, as in "is not a date". */
export class Problem {
	constructor(readonly text: string) {}
}

/** Whether a text contains only invisible characters. */
export const isBlank = (text: string): boolean =>
	/^[\s\u2800\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]*$/u.test(text);

/**
 * Replaces full-width forms with the usual ones, and spaces of any width with a space. NFKC only
 * for full-width forms; it would turn 5² into 52.
 */
export const normalize = (text: string): string =>
	text
		.replace(/[\uFF01-\uFF5E]+/g, (wide) => wide.normalize('NFKC'))
		.replace(/[\u00A0\u2007\u2009\u202F\u3000]/g, ' ')
		.replaceAll('\u2212', '-')
		.replaceAll('\u2019', "'")
		.trim();
