import { inOurEra } from './dateWords';

const EAST_ASIAN_DAY = /(\d{4}) ?[年년] ?(\d\d?) ?[月월] ?(\d\d?) ?[日일号號]/;
/** Without 半, half past, and 間, a number of hours. */
const EAST_ASIAN_TIME =
	/(\d\d?) ?[時时시點点](?: ?([0-5]\d) ?[分분]?(?: ?([0-5]\d) ?[秒초])?|(?! ?[\d半반間间간]))/;

/** Whole hours, such as 10 Uhr or kl. 10, but not those of 10 Uhr 30. */
const HOURS_BEHIND = /(?<![\d:.,/-])(\d\d?) ?(uhr|uur|heures?|hod|hodin)(?!\p{L}| ?\d)/u;
const HOURS_AFTER = /(?<!\p{L})((?:kl|klo|klokken|klockan|saat)\.?) ?(\d\d?)(?!\d| ?[:.,/-] ?\d)/u;

/** A day as in Nordic countries, such as 14/3 2025 or 14/3-2025. */
const NORDIC_DAY = /(?<![\d./,-])(\d\d?\/\d\d?)[ -](\d{4})(?![\d/-])/;

/** As Intl writes it, 14 tháng 3, 2025, with the words that people add. */
const VIETNAMESE_DAY =
	/(?:ngày )?(?<!\d)(\d\d?) (?:tháng|thg) (\d\d?)(?:,| năm|, năm) (\d{4})(?!\d)/;

const ROMAN = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii'];

/** A month in Roman numerals, such as 14.III.2025 or 2025. III. 14., as in Poland and Hungary. */
const ROMAN_MONTH =
	/(?<![\p{L}\d])(\d\d?|\d{4})[-./ ] ?(i{1,3}|i?v|vi{1,3}|i?x|xi{1,2})[-./ ] ?(\d{4}|\d\d?)(?![\d:])/u;

/** A date without separators, such as 20250314. */
const COMPACT = /^(\d{4})(\d\d)(\d\d)(?!\d)/;

/** What joins a date and a time, as in 14.03.2025/10:30. */
const BEFORE_TIME = /(?<=\p{L}\p{M}*|\d{4})[/.:](?=\d\d?:\d\d)|:(?= \d\d?:\d\d)/gu;

/** Writes ordinals, a time in front, and what East Asian languages write, in the usual way. */
export const inUsualForm = (text: string): string =>
	inOurEra(text)
		.replace(BEFORE_TIME, ' ')
		.replace(EAST_ASIAN_DAY, '$1-$2-$3 ')
		.replace(
			EAST_ASIAN_TIME,
			(_, hour: string, minute = '00', second = '00') =>
				` ${[hour, String(minute), String(second)].join(':')} `,
		)
		.replace(HOURS_BEHIND, '$1:00 $2')
		.replace(HOURS_AFTER, '$1 $2:00')
		.replace(NORDIC_DAY, '$1/$2')
		.replace(/(?<![\p{L}:.\d])(?:12(?:[:.]00)? )?noon(?!\p{L})/u, '12:00')
		.replace(/(:[0-5]\d)([ap])(?![\p{L}.])/u, '$1 $2m')
		// JavaScript adds the name of the zone.
		.replace(/([-+]\d\d:?\d\d) \(\p{L}[\p{L} ]*\)/u, '$1')
		.replace(VIETNAMESE_DAY, '$3-$2-$1')
		.replace(ROMAN_MONTH, (found, first: string, month: string, last: string) => {
			const [year, day] = first.length === 4 ? [first, last] : [last, first];
			if (year.length !== 4) return found;
			return [year, ROMAN.indexOf(month) + 1, day].join('-');
		})
		.replace(COMPACT, '$1-$2-$3')
		.replace(/(\d)(?:\.? ?[ºª°]|(?<=\b1) ?er\b|(?:ste|de|e)\b(?= \p{L}))/gu, '$1')
		// 1st, 2nd and so on; 1th stays unchanged.
		.replace(/\b(\d\d?)(?:(?<!1.)(?:(?<=1) ?st|(?<=2) ?nd|(?<=3) ?rd)|(?<=1.|[04-9]) ?th)\b/g, '$1')
		.replace(/(\d) ?((?![ap]\.?m)\p{L}[\p{L}.]*) (utc|gmt)/u, '$1 $3 $2')
		.replace(/\b(utc|gmt) ([^\d]*\d\d?:[\d:]+)/, '$2 $1')
		// A time before the date, or within it.
		.replace(
			/(\d\d?:[0-5]\d(?::[0-5]\d)?(?: ?[ap]\.?m\.?(?!\p{L}))?)(?=[ ,][^:+-]*\d{4})(.*)/u,
			'$2 $1',
		);
