import { alike, type DateRow, OFF, SHORT, TIME } from './dates';

const DAY = '2025-03-14';

/** Dates with the name of a month, which mean the same in every order of day, month and year. */
export const MONTH_NAMES = [
	...[
		...['14 March 2025', '14 mar 2025', '14/Mar/2025', '14.Mar.2025', '14. March 2025'],
		...['14 March, 2025', '14TH OF MARCH 2025', 'Mar. 14th 2025', 'Mar-14-2025'],
		...['2025-Mar-14', '2025, March 14th', '１４ March ２０２５', '14\u00A0March\u00A02025'],
		...['14  March\n2025'],
	].map((text) => alike(text, DAY)),
	alike('9 Sept. 2025', '2025-09-09'),
	alike('01st May 2025', '2025-05-01'),
	alike('3rd May 2025', '2025-05-03'),
	...['1th', '1nd', '1st4', '2st', '3th', '4st', '11st', '12nd', '13rd', '21th'].map((day) =>
		alike(`${day} May 2025`, null),
	),
	...[
		...['14 March 0025', '14 March', 'March 2025', '14 Marchs 2025', '14 Ma 2025'],
		...['March 14-16, 2025', 'March April 2025', '-14 March 2025', '14 March 2025 BC'],
		...['14th of 2025'],
	].map((text) => alike(text, null)),
	alike('31 February 2025', OFF),
	alike('February 29, 2025', OFF),
	alike('February 29, 2024', '2024-02-29'),
	alike('0 March 2025', OFF),
	alike('32nd March 2025', OFF),
	...[
		...['14 March 25', '14-Mar-25', "14 March '25", "March 14, '25", 'March 14, 25', 'Mar-14-25'],
		...['14 Mar-99', '14MAR/25', 'Fri Mar 14 25', 'Mar/14/25'],
	].map((text): DateRow => [text, SHORT, SHORT, null, SHORT]),
	// A label that tells the order or a zone, the German and, and the Spanish or.
	...['Date MM/DD/YYYY: 03/14/2025', 'Thai date: 14/03/2025'].map((text) => alike(text, null)),
	alike('Date UTC: 2025-03-14 10:30', TIME),
	...['14 u. 15. März 2025', '7 u 8 de marzo de 2025'].map((text) => alike(text, null)),
	['14 u. 15.03.2025', TIME, null, null, TIME] satisfies DateRow,
	alike('14 März 2025', DAY),
	alike('14 mars 2025', DAY),
	alike('14 March 2025.', DAY),
];
