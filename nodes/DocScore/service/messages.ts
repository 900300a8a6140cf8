/** Sentences that several errors share. */

export const ADDRESS =
	'Check the Base URL in the credential: it is the beginning of all addresses in the API documentation, such as https://api.example.com/v1, not the address of the dashboard';

export const COPY_KEY =
	'Copy the API Key from the Integrations tab of the dashboard into the credential';

export const TRY_LATER = 'Try again in a few minutes. If it fails again, contact the provider';

export const LOOK_AT_EXPRESSION = 'If it uses an expression, check its value for this item';

export const CHECK_DOCUMENT =
	'Check that the document is readable and fits the template, then submit it again';

export const TELL_PROVIDER = 'Send this message to the provider';

/** Some services call a run "workflow run", which means something else in n8n. */
const asRun = (text: string): string =>
	text.replace(/\bworkflow run/g, 'run').replace(/\bWorkflow run/gi, 'Run');

/** The most characters of a text from outside in an error. */
const MAX_SAID = 500;

/** The service's words as a quotation, on one line; undefined if there are none. */
export function saidBy(...texts: Array<string | null | undefined>): string | undefined {
	const said = texts.flatMap((text) => (text?.trim() ? shortened(text, MAX_SAID).trim() : []));
	return said.length > 0 ? `The service says: ${asRun(said.join('. '))}` : undefined;
}

/** n8n's words as a quotation, on one line. */
export const saidByN8n = (text: string): string => `n8n says: ${shortened(text, MAX_SAID)}`;

/** The message, followed by the service's words. */
export const withSaid = (what: string, said: string | undefined): string =>
	[what, said].filter((part) => part).join('. ');

/** Adds the request ID to advice that mentions the provider. */
export const withRequestId = (advice: string | undefined, id: string | undefined) =>
	sentences(advice, id !== undefined && advice?.match(/\bprovider\b/) ? `Request ID: ${id}` : null);

/** Lines that end with IDs. People copy these, and would copy a full stop too. */
const IDS =
	/^(Run ID|Request ID|The service accepted (these|other) runs|Runs that failed in earlier tries): /;

/**
 * Joins sentences, one per line. Each ends with a full stop, because n8n drops the line breaks in
 * some places.
 */
export function sentences(...parts: Array<string | null | undefined>): string | undefined {
	const lines = parts.flatMap((part) => (part ?? '').split('\n')).filter((line) => line.trim());
	if (lines.length < 2) return lines[0];
	const ends = (line: string) => IDS.test(line) || /[.!?:…]$/.test(line);
	return lines.map((line) => (ends(line) ? line : `${line}.`)).join('\n');
}

/** A text on one line, cut off after so many characters, because it may be of any length. */
export function shortened(text: string, most: number): string {
	const begin = text.slice(0, 20 * most);
	const line = begin.replace(/\s+/g, ' ');
	return line.length > most || begin !== text ? `${line.slice(0, most)}…` : line;
}

/**
 * The text without what opens a link: its user, password and query. For errors, which are shown to
 * more people than the output.
 */
export const withoutPermits = (text: string): string =>
	text.replace(LINK, (_, scheme: string, place: string, query: string) =>
		query === '' ? scheme + place : `${scheme}${place}?…`,
	);

const LINK = /(https?:\/\/)(?:[^\s/\\?#'"<>]*@)?([^\s?#'"<>]*)((?:[?#][^\s'"<>]+)?)/gi;

/** Of no width, or marks of direction. Some scripts and emojis need the two joiners. */
const HIDDEN = /[^\P{Cf}\u200c\u200d]|(?!\s)\p{Cc}/gu;

export const withoutHidden = (text: string): string => text.replace(HIDDEN, '');

/**
 * A text with words from outside for an error or a hint: a name of a file could hide or link
 * something there, because n8n renders tags. Entities would be shown where it does not.
 */
export const forReaders = (text: string): string =>
	withoutPermits(withoutHidden(text))
		.replace(/<([^<>]*)>/g, '‹$1›')
		.replaceAll('<', '‹');

/** The most entries of a list in a message. */
const MAX_LISTED = 20;

/** Entries of a list, separated, of which only the first are shown. */
export function listed(entries: string[], separator = ', '): string {
	const shown = entries.slice(0, MAX_LISTED).map((entry) => shortened(entry, MAX_SAID));
	const left = entries.length - MAX_LISTED;
	return [...shown, ...(left > 0 ? [`${left} more`] : [])].join(separator);
}

/** A number with its noun: 1 second, 2 seconds. */
export const counted = (count: number, what: string): string =>
	`${count} ${what}${count === 1 ? '' : 's'}`;
