/** Every five seconds: n8n polls at most once a minute for each time given, so there are twelve. */
export const everyFiveSeconds = Array.from({ length: 12 }, (_, index) => ({
	mode: 'custom',
	cronExpression: `${index * 5} * * * * *`,
}));
