/** The key as it is sent, without spaces around it and without a copied "Bearer". */
export const bareKey = (value: unknown): string =>
	String(value ?? '')
		.trim()
		.replace(/^bearer(\s+|$)/i, '');
