/** The key as it is sent, without what is copied with it: spaces, "Bearer", or quotes. */
export const bareKey = (value: unknown): string =>
	String(value ?? '')
		.trim()
		.replace(/^(["'])(.*)\1$/, '$2')
		.replace(/^bearer(\s+|$)/i, '');
