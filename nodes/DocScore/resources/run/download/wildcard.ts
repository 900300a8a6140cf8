/** Characters in one case, because file systems and people differ in it. */
const lettersOf = (text: string): string[] =>
	Array.from(text, (letter) => letter.toUpperCase().toLowerCase());

/**
 * Tests whether a whole name matches the pattern, in which * is any text and ? any character. No
 * regular expression, because a sender chooses the name and could block n8n with one.
 */
export function matcher(pattern: string): (name: string) => boolean {
	if (pattern === '') return () => true;
	const signs = lettersOf(pattern);
	return (name) => isMatch(signs, lettersOf(name));
}

/** Backtracks only to the last star, because everything before it already matches. */
function isMatch(signs: string[], letters: string[]): boolean {
	let sign = 0;
	let star: { after: number; letter: number } | undefined;
	for (let letter = 0; letter < letters.length; ) {
		if (signs[sign] === '*') {
			star = { after: ++sign, letter };
		} else if (signs[sign] === '?' || signs[sign] === letters[letter]) {
			sign++;
			letter++;
		} else if (star) {
			sign = star.after;
			letter = ++star.letter;
		} else {
			return false;
		}
	}
	return signs.slice(sign).every((left) => left === '*');
}
