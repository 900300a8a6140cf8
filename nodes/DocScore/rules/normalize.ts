/** Why a value is not converted; it reads behind the field's name, as in "is not a date". */
export class Problem {
	constructor(readonly text: string) {}
}

/** Whether there is nothing in a text that anybody could see. */
export const isBlank = (text: string): boolean =>
	/^[\s\u2800\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]*$/u.test(text);

/**
 * A text in the characters that formats are written with: full-width forms become the usual ones,
 * spaces of any width a space. Unicode's NFKC is for those forms only: of a whole text, it makes 52
 * of 5².
 */
export const normalize = (text: string): string =>
	text
		.replace(/[\uFF01-\uFF5E]+/g, (wide) => wide.normalize('NFKC'))
		.replace(/[\u00A0\u2007\u2009\u202F\u3000]/g, ' ')
		.replaceAll('\u2212', '-')
		.replaceAll('\u2019', "'")
		.trim();
