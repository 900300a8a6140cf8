/** Patterns of a currency: its ISO code, a sign such as $ or CA$, or a common abbreviation. */
export const CURRENCY = [
	...Intl.supportedValuesOf('currency'),
	'[A-Z]{0,2}\\p{Sc}',
	'kr\\.?',
	'Fr\\.',
	'zł',
	'Kč',
	'Ft',
	'[Ee]uro',
].join('|');
