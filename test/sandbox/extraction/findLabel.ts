/** Characters that OCR confuses. */
const lookAlikes = ['o0', 'il1|', 's5', 'b8', 'z2', 'g9'];

/** Characters between the words of a label, and between label and value. */
const separators = '[\\s:.#_-]*';

/** Whether the line must start with the label. */
export type LabelPlace = 'start' | 'anywhere';

/**
 * The text after the label in the line, or null if the line does not contain the label. Ignores case,
 * punctuation and similar characters. Matches whole words only.
 */
export function textAfterLabel(label: string, line: string, place: LabelPlace): string | null {
	const words = label.match(/[\p{L}\p{M}\p{N}%&/|]+/gu) ?? [];
	if (words.length === 0) return null;
	const before = place === 'start' ? '^\\s*' : '(?<![\\p{L}\\p{M}\\p{N}])';
	const pattern = `${before}${words.map(patternOf).join(separators)}(?![\\p{L}\\p{M}\\p{N}])`;
	const match = new RegExp(`${pattern}${separators}(.*)$`, 'iu').exec(line);
	return match?.[1] ?? null;
}

function patternOf(word: string): string {
	return [...word.toLowerCase()].map(classOf).join('');
}

function classOf(letter: string): string {
	const alike = lookAlikes.find((letters) => letters.includes(letter));
	if (alike !== undefined) return `[${alike}]`;
	return letter.replace(/[|/]/g, '\\$&');
}
