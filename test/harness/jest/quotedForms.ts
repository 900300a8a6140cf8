/** Each function escapes a character in one of the ways that a text can quote it. */
export const FORMS: Record<string, (character: string) => string> = {
	plain: (character) => character,
	json: (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
	upperJson: (character) =>
		`\\u${character.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}`,
	percent: (character) =>
		[...Buffer.from(character)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
	twicePercent: (character) =>
		[...Buffer.from(character)].map((byte) => `%25${byte.toString(16).toUpperCase()}`).join(''),
	entity: (character) => `&#${character.charCodeAt(0)};`,
	hexEntity: (character) => `&#x${character.charCodeAt(0).toString(16)};`,
};
