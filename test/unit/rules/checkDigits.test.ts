import fc from 'fast-check';
import { ibanProblem } from '../../../nodes/DocScore/rules/iban';
import { vatIdProblem } from '../../../nodes/DocScore/rules/vatId';
import { holds } from '../../harness/jest/draws';

/** Published numbers: official examples of countries, or numbers of companies. */
const VAT_IDS =
	'ATU13585627 BE0428759497 BG175074752 CY10259033P CZ25123891 DE136695976 DK13585628 EE100931558 EL094259216 ES54362315K ESX2482300W ESJ99216582 ESB58378431 FI20774740 FR40303265045 HR33392005961 HU12892312 IE6433435F IE6433435OA IT00743110157 LT119511515 LT100001919017 LU15027442 LV40003521600 MT11679112 NL004495445B01 PL8567346215 PT501964843 RO18547290 SE556188840401 SI50223054 SK2022749619'.split(
		' ',
	);

/** Computed by hand: each digit counts, also those that a zero hides in the numbers above. */
const WITHOUT_ZEROS =
	'BG123456786 CY01416181W CY31245678J DE123456840 EE123456780 EL123456783 ESK1234567L FI12345671 LV41234567891 NL123456782B12 PT123456789 RO1234567897 SI12345679'.split(
		' ',
	);

/** Computed by hand: the first sum leaves 10, so that a second one counts, which in some leaves 10 too. */
const WITH_SECOND_SUM =
	'BG259238729 BG977487580 LT267421818 LT944691910 LT764979318413 LT949574539910'.split(' ');

const IBANS =
	'DE89370400440532013000 GB82WEST12345698765432 FR1420041010050500013M02606 NL91ABNA0417164300 AT611904300234573201 BE68539007547034 CH9300762011623852957 ES9121000418450200051332 IT60X0542811101000000123456 PL61109010140000071219812874 NO9386011117947 MT84MALT011000012345MTLCAST001S'.split(
		' ',
	);

const changed = (id: string, at: number) => {
	const digit = (Number(id[at]) + 1) % 10;
	return `${id.slice(0, at)}${digit}${id.slice(at + 1)}`;
};

test.each([...VAT_IDS, ...WITHOUT_ZEROS, ...WITH_SECOND_SUM])(
	'the VAT ID %s is valid, and invalid with a changed digit',
	(id) => {
		expect(vatIdProblem(id)).toBeNull();
		const digits = [...Array.from(id).keys()].filter((at) => /\d/.test(id.charAt(at)));
		// The last two digits of these are not check digits.
		const isTail = (at: number) => /^(?:SE|NL)/.test(id) && at > id.length - 3;
		for (const at of digits.filter((each) => !isTail(each))) {
			expect([changed(id, at), vatIdProblem(changed(id, at))]).not.toEqual([changed(id, at), null]);
		}
	},
);

const DIGITS = Array.from({ length: 10 }, (_, digit) => `${digit}`);
const PAIRS = Array.from({ length: 100 }, (_, pair) => `${pair}`.padStart(2, '0'));
const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');

test.each([
	['exactly one', [1], DIGITS, 'ATU#######? BG########? CZ4######? DE4#######? EE########?'],
	['exactly one', [1], DIGITS, 'EL########? HR##########? HU#######? IT4######020? LT#######1?'],
	['exactly one', [1], DIGITS, 'LT##########1? PT4#######? RO4########? SE#########?01'],
	['at most one', [0, 1], DIGITS, 'DK4######? FI#######? LV4#########? PL#########? SI4######?'],
	['exactly one', [1], PAIRS, 'BE0#######? FR?######### LU######? MT4#####?'],
	['exactly one', [1], LETTERS, 'CY0#######? ES########? ESX#######? ESK#######? IE#######?'],
	['exactly one', [1], LETTERS, 'IE#######?A IE#######?W'],
	['a letter or a digit', [2], [...DIGITS, ...LETTERS], 'ESB#######?'],
])('%s of the check digits is right: %j, %j, %s', async (_, counts, candidates, forms) => {
	const digits = fc.array(fc.constantFrom(...DIGITS), { minLength: 12, maxLength: 12 });
	const property = fc.asyncProperty(
		digits,
		fc.constantFrom(...forms.split(' ')),
		async (...drawn) => {
			const [signs, form] = drawn;
			const left = [...signs];
			const number = form.replace(/#/g, () => left.pop() ?? '0');
			const right = candidates.filter((each) => vatIdProblem(number.replace('?', each)) === null);
			expect([number, counts.includes(right.length)]).toEqual([number, true]);
		},
	);
	await holds('check digits', property, { numRuns: 1000 });
});

test.each([
	['US123456789', 'which does not begin with the code of an EU member state'],
	['', 'which does not begin with the code of an EU member state'],
	['DE12345678', 'which does not have the form of a VAT ID of DE'],
	['DE136695975', 'whose check digits are wrong'],
	// The sum leaves 0, so that no check digit is right.
	['SI10000071', 'whose check digits are wrong'],
	// Numbers that nobody has, although their check digits are right.
	...[
		...['LT123955305', 'LT067066769', 'IT06460045146', 'IT00000000000', 'SK1252571727'],
		...['CY12139470V', 'NL000000000B01', 'NL001241643B00'],
	].map((id): [string, string] => [
		id,
		`which does not have the form of a VAT ID of ${id.slice(0, 2)}`,
	]),
	// As documents write them.
	['VAT ID DE136695976', null],
	['USt-IdNr.: DE 136 695 976', null],
	['N° TVA : FR 83 404 833 048', null],
	['TVA BE 0403.019.261', null],
	['BE 403.019.261', null],
	['P.IVA IT00743110157', null],
	['LU: 2294 4200', null],
	['CZ 640229/4448', null],
	['GR094259216', null],
	['XI 432525179', null],
	['XI 432525178', 'whose check digits are wrong'],
	['VAT 136695976', 'which does not begin with the code of an EU member state'],
	// Numbers of persons, or older numbers. Only their form is checked.
	['BG1234567890', null],
	['CZ7103192745', null],
	['FRK7399859412', null],
	['IE8D79739I', null],
	['LV16117519997', null],
])('the VAT ID %s: %s', (id, problem) => {
	expect(vatIdProblem(id)).toBe(problem);
});

test.each(IBANS)('the IBAN %s is valid, and invalid with a changed digit', (iban) => {
	expect(ibanProblem(iban)).toBeNull();
	for (const at of [...Array.from(iban).keys()].filter((each) => /\d/.test(iban.charAt(each)))) {
		expect(ibanProblem(changed(iban, at))).toBe('whose check digits are wrong');
	}
});

test.each([
	['97', '00', '0000000060'],
	['98', '01', '0000000042'],
	['02', '99', '0000000024'],
])('check digits are %s, not %s, which leave the same remainder', (right, other, account) => {
	const bban = `37040044${account}`;
	expect(ibanProblem(`DE${right}${bban}`)).toBeNull();
	expect(ibanProblem(`DE${other}${bban}`)).toBe('whose check digits are wrong');
});

test.each([
	['DE8937040044053201300', 'which has 21 characters; an IBAN of DE has 22'],
	['89370400440532013000DE', 'which does not have the form of an IBAN'],
	['DE89', 'which does not have the form of an IBAN'],
	['HN20GRXQ779709575344603771070', 'which has 29 characters; an IBAN of HN has 28'],
	['IBAN DE89 3704 0044 0532 0130 00.', null],
	['DE89-3704-0044-0532-0130-00', null],
	['NO07.8380.08.06006', null],
])('the IBAN %s: %s', (iban, problem) => {
	expect(ibanProblem(iban)).toBe(problem);
});

test('the check digits of an IBAN are the remainder of a long division', async () => {
	const account = fc.string({
		unit: fc.constantFrom(...'0123456789ABCXYZ'),
		minLength: 18,
		maxLength: 18,
	});
	const property = fc.asyncProperty(account, fc.nat(99), async (bban, drawn) => {
		// 98 minus the remainder of account, country and two zeros.
		const text = `${bban}DE00`;
		const remainder = [...text].reduce((rest, sign) => {
			const value = parseInt(sign, 36);
			return (rest * (value > 9 ? 100 : 10) + value) % 97;
		}, 0);
		const right = String(98 - remainder).padStart(2, '0');
		expect(ibanProblem(`DE${right}${bban}`)).toBeNull();
		const other = String(drawn).padStart(2, '0');
		// Check digits that differ by 97 have the same remainder, but ISO 13616 only allows 02 to 98.
		const isRight = other === right;
		expect(ibanProblem(`DE${other}${bban}`) === null).toBe(isRight);
	});
	await holds('IBAN', property, { numRuns: 500 });
});
