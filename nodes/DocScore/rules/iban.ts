/** Lengths of the IBAN registry (ISO 13616); of other countries only the check digits are verified. */
const LENGTHS = new Map(
	(
		'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 ' +
		'DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 ' +
		'IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 ' +
		'MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 ' +
		'SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30'
	)
		.split(' ')
		.map((each) => [each.slice(0, 2), Number(each.slice(2))]),
);

/**
 * The problem of an IBAN, or null. The check digits follow ISO 7064, MOD 97-10, and are 02 to 98
 * (ISO 13616): 00, 01 and 99 leave the same remainder as 97, 98 and 02.
 * @param text as documents write it, with separators or "IBAN" in front
 */
export function ibanProblem(text: string): string | null {
	const iban = text
		.toUpperCase()
		.replace(/^\s*IBAN\b/, '')
		.replace(/[\s.:/-]/g, '');
	if (!/^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(iban)) return 'which does not have the form of an IBAN';
	const country = iban.slice(0, 2);
	const length = LENGTHS.get(country) ?? iban.length;
	if (iban.length !== length) {
		return `which has ${iban.length} characters; an IBAN of ${country} has ${length}`;
	}
	const isInRange = !/^..(?:00|01|99)/.test(iban);
	return isInRange && remainderBy97(iban) === 1 ? null : 'whose check digits are wrong';
}

/**
 * The remainder by 97 of the IBAN, read from its fifth character, with A as 10, B as 11 and so on.
 */
function remainderBy97(iban: string): number {
	const digits = Array.from(iban.slice(4) + iban.slice(0, 4), (sign) => parseInt(sign, 36)).join(
		'',
	);
	return Number(BigInt(digits) % 97n);
}
