export function isWebAddress(text: string): boolean {
	return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
}
