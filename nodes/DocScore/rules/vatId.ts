import { passesMod97 } from './digits';

const last = (id: string, count = 1): number => Number(id.slice(-count));

/** The sum of the digits, each times its weight; surplus weights are ignored. */
const sum = (id: string, weights: number[]): number =>
	weights.reduce((total, weight, at) => total + weight * Number(id.charAt(at)), 0);

/** Weights that fall by one, down to `to`. */
const down = (from: number, to: number): number[] =>
	Array.from({ length: from - to + 1 }, (_, at) => from - at);

/** The sum of the digits, of which every second one is doubled; the two digits of a double are added. */
const luhn = (id: string, doubledFrom: number): number =>
	[...id].reduce((total, sign, at) => {
		const value = at % 2 === doubledFrom ? 2 * Number(sign) : Number(sign);
		return total + (value > 9 ? value - 9 : value);
	}, 0);

/** ISO 7064, MOD 11,10. */
const mod11By10 = (id: string): boolean => {
	const step = (rest: number, sign: string) => (2 * ((rest + Number(sign)) % 10 || 10)) % 11;
	return (11 - [...id.slice(0, -1)].reduce(step, 10)) % 10 === last(id);
};

/** By the first weights, or by the second ones if the remainder by 11 is 10. */
const inTwoSteps = (id: string, first: number[], second: number[]): boolean => {
	const rest = sum(id, first) % 11;
	return ((rest < 10 ? rest : sum(id, second)) % 11) % 10 === last(id);
};

function isSpanish(id: string): boolean {
	// Of a person: K, L, M and X count nothing.
	if (/^[\dKLMXYZ]/.test(id)) {
		const digits = id
			.slice(0, 8)
			.replace(/[KLMX]/, '')
			.replace('Y', '1')
			.replace('Z', '2');
		return 'TRWAGMYFPDXBNJZSQVHLCKE'.charAt(Number(digits) % 23) === id[8];
	}
	const check = (9 * luhn(id.slice(1, 8), 0)) % 10;
	return [String(check), 'JABCDEFGHI'[check]].includes(id[8]);
}

function isCypriot(id: string): boolean {
	const odd = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21];
	const value = (sign: string, at: number) =>
		at % 2 === 0 ? (odd[Number(sign)] ?? 0) : Number(sign);
	// The letter at the end counts nothing.
	const total = [...id].reduce((before, sign, at) => before + value(sign, at), 0);
	return String.fromCharCode(65 + (total % 26)) === id[8];
}

function isIrish(id: string): boolean {
	// Older numbers have another sign in the second place.
	const digits = id.replace(/(\d)[A-Z+*](\d{5})/, '0$2$1');
	const second = id[8] === undefined ? 0 : id.charCodeAt(8) - 64;
	return 'WABCDEFGHIJKLMNOPQRSTUV'[(sum(digits, down(8, 2)) + 9 * second) % 23] === id[7];
}

function isLithuanian(id: string): boolean {
	const from = (first: number) => Array.from(id.slice(1), (_, at) => ((first - 1 + at) % 9) + 1);
	return inTwoSteps(id, from(1), from(3));
}

const isDutch = (id: string): boolean =>
	sum(id, down(9, 2)) % 11 === Number(id[8]) || passesMod97(`NL${id}`);

const isNorthernIrish = (id: string): boolean =>
	[0, 55].some((more) => (sum(id, down(8, 2)) + last(id.slice(0, 9), 2) + more) % 97 === 0);

type IsRight = (id: string) => boolean;

/**
 * The form after the country code, the check digits, and which of the forms have them: of others, such
 * as numbers of persons, only the form is verified.
 */
const COUNTRIES: Record<string, [form: RegExp, isRight: IsRight, verified?: RegExp]> = {
	AT: [/^U\d{8}$/, (id) => (9 * (luhn(id.slice(1, 8), 1) + 4)) % 10 === last(id)],
	BE: [/^[01]?\d{9}$/, (id) => 97 - (Number(id.slice(0, -2)) % 97) === last(id, 2)],
	BG: [
		/^\d{9,10}$/,
		(id) => inTwoSteps(id, down(8, 1).reverse(), down(10, 3).reverse()),
		/^\d{9}$/,
	],
	CY: [/^(?!12)\d{8}[A-Z]$/, isCypriot],
	CZ: [/^\d{8,10}$/, (id) => (11 - (sum(id, down(8, 2)) % 11)) % 10 === last(id), /^\d{8}$/],
	DE: [/^[1-9]\d{8}$/, mod11By10],
	DK: [/^[1-9]\d{7}$/, (id) => sum(id, [2, ...down(7, 1)]) % 11 === 0],
	EE: [/^\d{9}$/, (id) => sum(id, [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0],
	EL: [/^\d{9}$/, (id) => (sum(id, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === last(id)],
	ES: [/^(?:\d{8}[A-Z]|[XYZKLM]\d{7}[A-Z]|[A-HJNP-SUVW]\d{7}[\dA-J])$/, isSpanish],
	FI: [/^\d{8}$/, (id) => sum(id, [7, 9, 10, 5, 8, 4, 2, 1]) % 11 === 0],
	FR: [
		/^[\dA-HJ-NP-Z]{2}\d{9}$/,
		(id) => (12 + 3 * Number(id.slice(2))) % 97 === Number(id.slice(0, 2)),
		/^\d{11}$/,
	],
	HR: [/^\d{11}$/, mod11By10],
	HU: [/^\d{8}$/, (id) => sum(id, [9, 7, 3, 1, 9, 7, 3, 1]) % 10 === 0],
	IE: [/^(?:\d{7}[A-W][A-IW]?|\d[A-Z+*]\d{5}[A-W])$/, isIrish],
	IT: [/^(?!0{7})\d{7}(?!000)(?:[01]\d\d|20[01]|888|999)\d$/, (id) => luhn(id, 1) % 10 === 0],
	LT: [/^(?:\d{7}1\d|\d{10}1\d)$/, isLithuanian],
	LU: [/^\d{8}$/, (id) => Number(id.slice(0, 6)) % 89 === last(id, 2)],
	LV: [/^\d{11}$/, (id) => sum(id, [9, 1, 4, 8, 3, 10, 2, 5, 7, 6, 1]) % 11 === 3, /^[4-9]/],
	MT: [/^[1-9]\d{7}$/, (id) => 37 - (sum(id, [3, 4, 6, 7, 8, 9]) % 37) === last(id, 2)],
	NL: [/^(?!0{9})\d{9}B(?!00)\d{2}$/, isDutch],
	PL: [/^\d{10}$/, (id) => sum(id, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === last(id)],
	PT: [/^[1-9]\d{8}$/, (id) => ((11 - (sum(id, down(9, 2)) % 11)) % 11) % 10 === last(id)],
	RO: [
		/^[1-9]\d{1,9}$/,
		(id) => ((10 * sum(id.padStart(10, '0'), [7, 5, 3, 2, 1, 7, 5, 3, 2])) % 11) % 10 === last(id),
	],
	SE: [/^\d{10}(?:0[1-9]|[1-8]\d|9[0-4])$/, (id) => luhn(id.slice(0, 10), 0) % 10 === 0],
	SI: [
		/^[1-9]\d{7}$/,
		(id) => sum(id, down(8, 2)) % 11 > 0 && (11 - (sum(id, down(8, 2)) % 11)) % 10 === last(id),
	],
	SK: [/^[1-9]\d[2-4789]\d{7}$/, (id) => Number(id) % 11 === 0],
	XI: [/^\d{9}(?:\d{3})?$/, isNorthernIrish],
};

/** A number with a country code in front, behind a label such as "VAT ID:". */
const LABELLED = new RegExp(
	`^(?:\\D*[^A-Z\\d])?(${Object.keys(COUNTRIES).join('|')}|GR)[\\s.:-]*([\\dA-Z+*](?:[\\s./:-]*[\\dA-Z+*])*)[\\s.]*$`,
);

/**
 * The problem of an EU VAT ID, or null; the text follows the value.
 * @param text as documents write it, with separators and a label
 */
export function vatIdProblem(text: string): string | null {
	// Stryker disable next-line StringLiteral,ArrayDeclaration: any text that is no code gives no country
	const [, code = '', written = ''] = LABELLED.exec(text.toUpperCase()) ?? [];
	const country = code === 'GR' ? 'EL' : code;
	const number = written.replace(/[^\dA-Z+*]/g, '');
	const rules = COUNTRIES[country];
	if (!rules) return 'which does not begin with the code of an EU member state';
	const [form, isRight, verified = form] = rules;
	if (!form.test(number)) return `which does not have the form of a VAT ID of ${country}`;
	return !verified.test(number) || isRight(number) ? null : 'whose check digits are wrong';
}
