/** Letters that OCR mixes up. */
const lookAlikes = ['o0', 'il1|', 's5', 'b8', 'z2', 'g9'];

/** Between a label's words, and between a label and its value. */
const separators = '[\\s:.#_-]*';

/** Whether the line has to begin with the label. */
export type LabelPlace = 'start' | 'anywhere';

/**
 * What stands behind the label in the line, or null where the label is not in it. Case,
 * punctuation and letters that look alike do not matter; half a word is not the label.
 */
export function textAfterLabel(label: string, line: string, place: LabelPlace): string | null {
	const words = label.match(/[\p{L}\p{N}%&/|]+/gu) ?? [];
	if (words.length === 0) return null;
	const before = place === 'start' ? '^\\s*' : '(?<![\\p{L}\\p{N}])';
	const pattern = `${before}${words.map(patternOf).join(separators)}(?![\\p{L}\\p{N}])`;
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
