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
	'BG123456786 CY01416181W CY31245678J DE123456840 EE123456780 EL123456783 ESK1234567L ESY1234567X ESZ1234567R FI12345671 LV41234567891 NL123456782B12 PT123456789 RO1234567897 SI12345679'.split(
		' ',
	);

/** Computed by hand: the first sum leaves 10, so that a second one counts, which in some leaves 10 too. */
const WITH_SECOND_SUM =
	'BG259238729 BG977487580 LT267421818 LT944691910 LT764979318413 LT949574539910'.split(' ');

/** The example of each country in the IBAN registry, and others. */
const IBANS =
	'AD1200012030200359100100 AE070331234567890123456 AL47212110090000000235698741 AT611904300234573201 AZ21NABZ00000000137010001944 BA391290079401028494 BE68539007547034 BG80BNBG96611020345678 BH67BMAG00001299123456 BI4210000100010000332045181 BR1800360305000010009795493C1 BY13NBRB3600900000002Z00AB00 CH9300762011623852957 CR05015202001026284066 CY17002001280000001200527600 CZ6508000000192000145399 DE89370400440532013000 DJ2100010000000154000100186 DK5000400440116243 DO28BAGR00000001212453611324 EE382200221020145685 EG380019000500000000263180002 ES9121000418450200051332 FI2112345600000785 FK88SC123456789012 FO6264600001631634 FR1420041010050500013M02606 GB29NWBK60161331926819 GE29NB0000000101904917 GI75NWBK000000007099453 GL8964710001000206 GR1601101250000000012300695 GT82TRAJ01020000001210029690 HN88CABF00000000000250005469 HR1210010051863000160 HU42117730161111101800000000 IE29AIBK93115212345678 IL620108000000099999999 IQ98NBIQ850123456789012 IS140159260076545510730339 IT60X0542811101000000123456 JO94CBJO0010000000000131000302 KW81CBKU0000000000001234560101 KZ86125KZT5004100100 LB62099900000001001901229114 LC55HEMM000100010012001200023015 LI21088100002324013AA LT121000011101001000 LU280019400644750000 LV80BANK0000435195001 LY83002048000020100120361 MC5811222000010123456789030 MD24AG000225100013104168 ME25505000012345678951 MK07250120000058984 MN121234123456789123 MR1300020001010000123456753 MT84MALT011000012345MTLCAST001S MU17BOMM0101101030300200000MUR NI45BAPR00000013000003558124 NL91ABNA0417164300 NO9386011117947 OM810180000001299123456 PK36SCBL0000001123456702 PL61109010140000071219812874 PS92PALS000000000400123456702 PT50000201231234567890154 QA58DOHB00001234567890ABCDEFG RO49AAAA1B31007593840000 RS35260005601001611379 RU0304452522540817810538091310419 SA0380000000608010167519 SC18SSCB11010000000000001497USD SD2129010501234001 SE4550000000058398257466 SI56263300012039086 SK3112000000198742637541 SM86U0322509800000000270100 SO211000001001000100141 ST32000200010192194210112 SV62CENR00000000000000700025 TL380080012345678910157 TN5910006035183598478831 TR330006100519786457841326 UA213223130000026007233566001 VA59001123000012345678 VG96VPVG0000012345678901 XK051212012345678906 YE15CBYE0001018861234567891234 GB82WEST12345698765432'.split(
		' ',
	);

/** The IBAN of an account: its check digits are 98 minus the remainder of account, country and two zeros. */
function withCheckDigits(country: string, account: string): string {
	const remainder = [...`${account}${country}00`].reduce((rest, sign) => {
		const value = parseInt(sign, 36);
		return (rest * (value > 9 ? 100 : 10) + value) % 97;
	}, 0);
	return `${country}${String(98 - remainder).padStart(2, '0')}${account}`;
}

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
	['XI 123456727', null],
	['XI 123456782 001', null],
	['XI 123456783 001', 'whose check digits are wrong'],
	['NL000099998B57', null],
	['NL000099998B58', 'whose check digits are wrong'],
	['IE1234567TW', null],
	['PT500000050', null],
	['VAT 136695976', 'which does not begin with the code of an EU member state'],
	// Numbers of persons, or older numbers. Only the form of most is checked.
	['BG1234567890', null],
	['CZ7103192745', null],
	['FRK7399859412', null],
	['IE8D79739I', null],
	['CZ93625073', null],
	['CZ93625074', 'whose check digits are wrong'],
	['IE8D79739J', 'whose check digits are wrong'],
	['IE8+79738I', 'whose check digits are wrong'],
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
	...['DE89', 'Konto 2 DE89 3704 0044 0532 0130 00', 'DE89 3704 0044 0532 0130 00 (EUR)'].map(
		(iban): [string, string] => [iban, 'which does not have the form of an IBAN'],
	),
	// A letter for a check digit.
	['DE8O 3704 0044 0532 0130 00', 'which does not have the form of an IBAN'],
	['HN20GRXQ779709575344603771070', 'which has 29 characters; an IBAN of HN has 28'],
	// Their check digits are right, but a digit is read as a letter, or the other way round.
	...['DEXX37O400440532013000', 'GBXX0WBK60161331926819', 'FRXX200410100505000I3M0260G'].map(
		(iban): [string, string] => [
			withCheckDigits(iban.slice(0, 2), iban.slice(4)),
			`which does not have the form of an IBAN of ${iban.slice(0, 2)}`,
		],
	),
	['IBAN DE89 3704 0044 0532 0130 00.', null],
	['IBANDE89370400440532013000', null],
	['IBAN: IBAN DE89370400440532013000', null],
	['IBAN-Nr.: DE89 3704 0044 0532 0130 00', null],
	['IBAN No. GB29 NWBK 6016 1331 9268 19', null],
	['IBAN No. NO93 8601 1117 947', null],
	['IBAN NO 93 8601 1117 947', null],
	['N° IBAN FR14 2004 1010 0505 0001 3M02 606', null],
	['Code IBAN : FR1420041010050500013M02606', null],
	['QR-IBAN CH44 3199 9123 0008 8901 2', null],
	['QR-IBAN CH44 3199 9123 0008 8901 3', 'whose check digits are wrong'],
	['Cod. IBAN IT60X0542811101000000123456', null],
	['Account: DE-89-370400440532013000', null],
	['DE89-3704-0044-0532-0130-00', null],
	['NO07.8380.08.06006', null],
	['IBAN DE89 3704 0044 0532 0130 00 BIC COBADEFF', null],
	['DE89370400440532013000, BIC: COBADEFFXXX', null],
	['IBAN: DE89 3704 0044 0532 0130 00\nSWIFT/BIC: COBADEFFXXX.', null],
	['DE89 3704 0044 0532 0130 00 / SWIFT Code COBADEFF370', null],
	['DE88 3704 0044 0532 0130 00 BIC COBADEFF', 'whose check digits are wrong'],
	...(
		[
			['BIC', 25],
			['BIC COBA', 29],
			['COBADEFF', 30],
			['BIC COBADEFF X', 34],
		] as const
	).map(([more, length]): [string, string] => [
		`DE89 3704 0044 0532 0130 00 ${more}`,
		`which has ${length} characters; an IBAN of DE has 22`,
	]),
])('the IBAN %s: %s', (iban, problem) => {
	expect(ibanProblem(iban)).toBe(problem);
});
