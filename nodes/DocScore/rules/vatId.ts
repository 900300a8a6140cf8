/** The sum of the weighted digits of a text; surplus weights are ignored. */
const weightedSum = (digits: string, weights: number[]): number =>
	weights.reduce((sum, weight, at) => sum + weight * Number(digits.charAt(at)), 0);

/** The weights from `first` to `last`, in steps of one. */
const between = (first: number, last: number): number[] =>
	Array.from({ length: Math.abs(last - first) + 1 }, (_, at) =>
		first < last ? first + at : first - at,
	);

const last = (digits: string, count = 1): number => Number(digits.slice(-count));

/** The digit that a sum lacks to the next multiple of ten. */
const toNextTen = (sum: number): number => (9 * sum) % 10;

/** The Luhn algorithm: a doubled digit counts as the sum of its digits. */
const luhn = (digits: string): boolean => {
	const doubled = (digit: number) => (digit > 4 ? 2 * digit - 9 : 2 * digit);
	const sum = [...digits].reverse().reduce((total, sign, at) => {
		const digit = Number(sign);
		return total + (at % 2 === 0 ? digit : doubled(digit));
	}, 0);
	return sum % 10 === 0;
};

/** ISO 7064, MOD 11,10. */
const mod11By10 = (digits: string): boolean => {
	const rest = [...digits.slice(0, -1)].reduce((product, sign) => {
		const sum = (product + Number(sign)) % 10 || 10;
		return (2 * sum) % 11;
	}, 10);
	return (11 - rest) % 10 === last(digits);
};

const spanishLetter = (digits: string): string =>
	'TRWAGMYFPDXBNJZSQVHLCKE'.charAt(Number(digits) % 23);

function isSpanish(id: string): boolean {
	if (/^\d{8}[A-Z]$/.test(id)) return spanishLetter(id.slice(0, 8)) === id[8];
	if (/^[XYZ]\d{7}[A-Z]$/.test(id)) {
		return spanishLetter(`${'XYZ'.indexOf(id.charAt(0))}${id.slice(1, 8)}`) === id[8];
	}
	if (/^[KLM]/.test(id)) return spanishLetter(id.slice(1, 8)) === id[8];
	const digits = id.slice(1, 8);
	const odd = [...digits].map((sign, at) => {
		const twice = 2 * Number(sign);
		return at % 2 === 0 ? Math.floor(twice / 10) + (twice % 10) : Number(sign);
	});
	const check = toNextTen(odd.reduce((sum, each) => sum + each, 0));
	return [String(check), 'JABCDEFGHI'[check]].includes(id[8]);
}

function isCypriot(id: string): boolean {
	const odd = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21];
	const sum = [...id.slice(0, 8)].reduce(
		(total, sign, at) => total + (at % 2 === 0 ? (odd[Number(sign)] ?? 0) : Number(sign)),
		0,
	);
	return String.fromCharCode(65 + (sum % 26)) === id[8];
}

function isIrish(id: string): boolean {
	const second = id[8] === undefined || id[8] === 'W' ? 0 : id.charCodeAt(8) - 64;
	const sum = weightedSum(id, between(8, 2)) + 9 * second;
	return 'WABCDEFGHIJKLMNOPQRSTUV'[sum % 23] === id[7];
}

function isLithuanian(id: string): boolean {
	const weights = (from: number) =>
		Array.from({ length: id.length - 1 }, (_, at) => ((from - 1 + at) % 9) + 1);
	const first = weightedSum(id, weights(1)) % 11;
	return (first < 10 ? first : (weightedSum(id, weights(3)) % 11) % 10) === last(id);
}

function isBulgarian(id: string): boolean {
	const first = weightedSum(id, between(1, 8)) % 11;
	return (first < 10 ? first : (weightedSum(id, between(3, 10)) % 11) % 10) === last(id);
}

function isDutch(id: string): boolean {
	const digits = Array.from(`NL${id}`, (sign) => parseInt(sign, 36)).join('');
	return (
		weightedSum(id, between(9, 2)) % 11 === Number(id[8]) || Number(BigInt(digits) % 97n) === 1
	);
}

function isFrench(id: string): boolean {
	return (12 + 3 * Number(id.slice(2))) % 97 === Number(id.slice(0, 2));
}

/** The format after the country code, and the check digits of some formats. */
interface Country {
	form: RegExp;
	/**
	 * The formats with check digits; of others, such as numbers of persons, only the format is
	 * verified. Default: all.
	 */
	verified?: RegExp;
	isRight: (id: string) => boolean;
}

const COUNTRIES = new Map<string, Country>([
	[
		'AT',
		{
			form: /^U\d{8}$/,
			isRight: (id) => {
				const sum = [...id.slice(1, 8)].reduce((total, sign, at) => {
					const twice = 2 * Number(sign);
					return total + (at % 2 === 0 ? Number(sign) : Math.floor(twice / 10) + (twice % 10));
				}, 4);
				return toNextTen(sum) === last(id);
			},
		},
	],
	[
		'BE',
		{ form: /^[01]\d{9}$/, isRight: (id) => 97 - (Number(id.slice(0, 8)) % 97) === last(id, 2) },
	],
	['BG', { form: /^\d{9,10}$/, verified: /^\d{9}$/, isRight: isBulgarian }],
	['CY', { form: /^\d{8}[A-Z]$/, isRight: isCypriot }],
	[
		'CZ',
		{
			form: /^\d{8,10}$/,
			verified: /^[0-8]\d{7}$/,
			isRight: (id) => (11 - (weightedSum(id, between(8, 2)) % 11)) % 10 === last(id),
		},
	],
	['DE', { form: /^[1-9]\d{8}$/, isRight: mod11By10 }],
	[
		'DK',
		{ form: /^[1-9]\d{7}$/, isRight: (id) => weightedSum(id, [2, ...between(7, 1)]) % 11 === 0 },
	],
	[
		'EE',
		{
			form: /^\d{9}$/,
			isRight: (id) => toNextTen(weightedSum(id, [3, 7, 1, 3, 7, 1, 3, 7])) === last(id),
		},
	],
	[
		'EL',
		{
			form: /^\d{9}$/,
			isRight: (id) => (weightedSum(id, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === last(id),
		},
	],
	[
		'ES',
		{ form: /^(?:\d{8}[A-Z]|[XYZKLM]\d{7}[A-Z]|[A-HJNP-SUVW]\d{7}[\dA-J])$/, isRight: isSpanish },
	],
	[
		'FI',
		{ form: /^\d{8}$/, isRight: (id) => weightedSum(id, [7, 9, 10, 5, 8, 4, 2, 1]) % 11 === 0 },
	],
	['FR', { form: /^[\dA-HJ-NP-Z]{2}\d{9}$/, verified: /^\d{11}$/, isRight: isFrench }],
	['HR', { form: /^\d{11}$/, isRight: mod11By10 }],
	[
		'HU',
		{ form: /^\d{8}$/, isRight: (id) => weightedSum(id, [9, 7, 3, 1, 9, 7, 3, 1]) % 10 === 0 },
	],
	[
		'IE',
		{
			form: /^(?:\d{7}[A-W][A-IW]?|\d[A-Z+*]\d{5}[A-W])$/,
			verified: /^\d{7}/,
			isRight: isIrish,
		},
	],
	['IT', { form: /^\d{11}$/, isRight: luhn }],
	['LT', { form: /^(?:\d{9}|\d{12})$/, isRight: isLithuanian }],
	['LU', { form: /^\d{8}$/, isRight: (id) => Number(id.slice(0, 6)) % 89 === last(id, 2) }],
	[
		'LV',
		{
			form: /^\d{11}$/,
			verified: /^[4-9]/,
			isRight: (id) => weightedSum(id, [9, 1, 4, 8, 3, 10, 2, 5, 7, 6, 1]) % 11 === 3,
		},
	],
	[
		'MT',
		{
			form: /^[1-9]\d{7}$/,
			isRight: (id) => 37 - (weightedSum(id, [3, 4, 6, 7, 8, 9]) % 37) === last(id, 2),
		},
	],
	['NL', { form: /^\d{9}B\d{2}$/, isRight: isDutch }],
	[
		'PL',
		{
			form: /^\d{10}$/,
			isRight: (id) => weightedSum(id, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === last(id),
		},
	],
	[
		'PT',
		{
			form: /^[1-9]\d{8}$/,
			isRight: (id) => ((11 - (weightedSum(id, between(9, 2)) % 11)) % 11) % 10 === last(id),
		},
	],
	[
		'RO',
		{
			form: /^[1-9]\d{1,9}$/,
			isRight: (id) =>
				((10 * weightedSum(id.padStart(10, '0'), [7, 5, 3, 2, 1, 7, 5, 3, 2])) % 11) % 10 ===
				last(id),
		},
	],
	['SE', { form: /^\d{10}(?:0[1-9]|[1-8]\d|9[0-4])$/, isRight: (id) => luhn(id.slice(0, 10)) }],
	[
		'SI',
		{
			form: /^[1-9]\d{7}$/,
			isRight: (id) => {
				const check = 11 - (weightedSum(id, between(8, 2)) % 11);
				return check < 11 && check % 10 === last(id);
			},
		},
	],
	['SK', { form: /^[1-9]\d{9}$/, isRight: (id) => Number(id) % 11 === 0 }],
]);

/**
 * The problem of an EU VAT ID, or null; the text follows the value.
 * @param id in upper case, without spaces and other separators
 */
export function vatIdProblem(id: string): string | null {
	const country = COUNTRIES.get(id.slice(0, 2));
	if (country === undefined) return 'which does not begin with the code of an EU member state';
	const { form, verified = form, isRight } = country;
	const number = id.slice(2);
	if (!form.test(number)) return `which does not have the form of a VAT ID of ${id.slice(0, 2)}`;
	return !verified.test(number) || isRight(number) ? null : 'whose check digits are wrong';
}
