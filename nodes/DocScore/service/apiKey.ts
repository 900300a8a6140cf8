/** The key as it is sent: without blanks around it, and without the word Bearer that was copied along. */
export const bareKey = (value: unknown): string =>
	String(value ?? '')
		.trim()
		.replace(/^bearer(\s+|$)/i, '');
