/** As many bytes of UTF-8 as file systems take. */
const MOST_BYTES = 255;

/** Half a letter, which cannot be sent. */
const SURROGATES = /\p{Surrogate}/gu;

/** Invisible: controls, line breaks, and what turns the direction of the letters behind it. */
const INVISIBLE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** Between folders on any system. */
const FOLDERS = /[\\/]/;

/** Drives, also those that are left once a first one is gone. */
const DRIVES = /^(\s|[a-z]:)+/i;

/**
 * A name from outside as that of a file alone: without folders, and no longer than file systems take.
 * An empty text where nothing of it can be used.
 */
export function safeFileName(given: string): string {
	const parts = given.replace(INVISIBLE, '').replace(SURROGATES, '\ufffd').split(FOLDERS);
	const names = parts.map((part) => shortened(part.replace(DRIVES, '').trimEnd()));
	return names.filter((name) => /[^.\s]/.test(name)).at(-1) ?? '';
}

/** The ending stays, as programs tell the type by it. */
function shortened(name: string): string {
	if (Buffer.byteLength(name) <= MOST_BYTES) return name;
	const ending = /\.\w{1,10}$/.exec(name)?.[0] ?? '';
	let left = MOST_BYTES - ending.length;
	let start = '';
	for (const letter of name) {
		left -= Buffer.byteLength(letter);
		if (left < 0) break;
		start += letter;
	}
	return start.trimEnd() + ending;
}
