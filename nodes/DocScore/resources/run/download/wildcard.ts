/** Letters without regard to case, as file systems and people differ in it. */
const lettersOf = (text: string): string[] =>
	Array.from(text, (letter) => letter.toUpperCase().toLowerCase());

/**
 * Whether a whole name is as the pattern says, where * stands for any text and ? for one character. No
 * regular expression: a sender chooses the name, and could block n8n by one of many dashes.
 */
export function matcher(pattern: string): (name: string) => boolean {
	if (pattern === '') return () => true;
	const signs = lettersOf(pattern);
	return (name) => isMatch(signs, lettersOf(name));
}

/** Goes back to the last star alone, since what stood before it fits already. */
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
