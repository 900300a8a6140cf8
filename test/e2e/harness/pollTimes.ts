/** Polls every five seconds. Each poll time is checked once a minute, so this needs twelve. */
export const everyFiveSeconds = Array.from({ length: 12 }, (_, index) => ({
	mode: 'custom',
	cronExpression: `${index * 5} * * * * *`,
}));
