/** A currency as a regular expression: its ISO code, a sign such as $ or CA$, or what people write at home. */
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
