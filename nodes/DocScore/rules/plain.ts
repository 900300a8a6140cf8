/** Why a value is not converted; it reads behind the field's name, as in "is not a date". */
export class Problem {
	constructor(readonly text: string) {}
}

const FULL_WIDTH_SHIFT = '０'.charCodeAt(0) - '0'.charCodeAt(0);

/**
 * A text in the characters that formats are written with: full-width forms become the usual ones,
 * spaces of any width a space. Unicode's own normal form goes too far: it makes 52 of 5².
 */
export const plain = (text: string): string =>
	text
		.replace(/[\uFF01-\uFF5E]/g, (wide) =>
			String.fromCharCode(wide.charCodeAt(0) - FULL_WIDTH_SHIFT),
		)
		.replace(/[\u00A0\u2007\u2009\u202F\u3000]/g, ' ')
		.replaceAll('\u2212', '-')
		.replaceAll('\u2019', "'")
		.trim();
