import { passesMod97 } from './digits';

/**
 * What follows the check digits, by the IBAN registry (ISO 13616): digits (n), letters (a) or both (c),
 * and how many. Of other countries only the check digits are verified.
 */
const STRUCTURES = new Map(
	(
		'ADn8c12 AEn19 ALn8c16 ATn16 AZa4c20 BAn16 BEn12 BGa4n6c8 BHa4c14 BIn23 BRn23a1c1 BYc4n4c16 CHn5c12 ' +
		'CRn18 CYn8c16 CZn20 DEn18 DJn23 DKn14 DOc4n20 EEn16 EGn25 ESn20 FIn14 FKa2n12 FOn14 FRn10c11n2 ' +
		'GBa4n14 GEa2n16 GIa4c15 GLn14 GRn7c16 GTc24 HNa4n20 HRn17 HUn24 IEa4n14 ILn19 IQa4n15 ISn22 ' +
		'ITa1n10c12 JOa4n4c18 KWa4c22 KZn3c13 LBn4c20 LCa4c24 LIn5c12 LTn16 LUn3c13 LVa4c13 LYn21 ' +
		'MCn10c11n2 MDc20 MEn18 MKn3c10n2 MNn16 MRn23 MTa4n5c18 MUa4n19a3 NIa4n20 NLa4n10 NOn11 OMn3c16 ' +
		'PKa4c16 PLn24 PSa4c21 PTn21 QAa4c21 ROa4c16 RSn18 RUn14c15 SAn2c18 SCa4n20a3 SDn14 SEn20 SIn15 ' +
		'SKn20 SMa1n10c12 SOn19 STn21 SVa4n20 TLn19 TNn20 TRn6c16 UAn6c19 VAn18 VGa4n16 XKn16 YEa4n4c18'
	)
		.split(' ')
		.map((each) => [each.slice(0, 2), each.slice(2)]),
);

const lengthOf = (structure: string): number =>
	(structure.match(/\d+/g) ?? []).reduce((length, count) => length + Number(count), 0);

const formOf = (structure: string): RegExp => {
	const counted = structure.replace(/\d+/g, '{$&}');
	const signs = counted.replaceAll('n', '\\d').replaceAll('a', '[A-Z]').replaceAll('c', '[A-Z\\d]');
	return new RegExp(`^${signs}$`);
};

/** What stands before an IBAN, such as "IBAN-Nr.:". */
const LABEL = /^(?:\D*[^A-Z\d])?(?:IBAN)?(?=[A-Z]{2}[\s.:/-]*\d)/;

/** The code of the bank behind an IBAN, such as "BIC: COBADEFFXXX". */
const BIC =
	/(?<=[\s,;/|])(?:BIC|SWIFT)(?:[-/ ]?(?:BIC|SWIFT|CODE))*[\s.:]+[A-Z]{6}[A-Z\d]{2}(?:[A-Z\d]{3})?[\s.]*$/;

/**
 * The problem of an IBAN, or null. The check digits follow ISO 7064, MOD 97-10, and are 02 to 98
 * (ISO 13616): 00, 01 and 99 leave the same remainder as 97, 98 and 02.
 * @param text as documents write it, with separators and a label
 */
export function ibanProblem(text: string): string | null {
	const iban = text
		.toUpperCase()
		.replace(LABEL, '')
		.replace(BIC, '')
		.replace(/[\s.,;|:/-]/g, '');
	if (!/^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(iban)) return 'which does not have the form of an IBAN';
	const country = iban.slice(0, 2);
	const account = iban.slice(4);
	const structure = STRUCTURES.get(country) ?? `c${account.length}`;
	const length = lengthOf(structure);
	if (account.length !== length) {
		return `which has ${iban.length} characters; an IBAN of ${country} has ${length + 4}`;
	}
	if (!formOf(structure).test(account)) {
		return `which does not have the form of an IBAN of ${country}`;
	}
	const isInRange = !/^..(?:00|01|99)/.test(iban);
	const isRight = isInRange && passesMod97(account + iban.slice(0, 4));
	return isRight ? null : 'whose check digits are wrong';
}
