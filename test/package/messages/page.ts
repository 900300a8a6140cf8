import type { Told } from './stage';

export const PAGE = 'docs/messages.md';

/** A row of the page, with the same IDs and addresses each time. */
export interface Row extends Told {
	where: string;
	did: string;
}

const UUID = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/gi;
const ID = '5f0c2b1e-8a94-4d3b-9c61-0d5a7e4f2b18';

/** Replaces values that differ each time. */
export const steady = (text: string): string =>
	text
		.replace(UUID, ID)
		.replace(/http:\/\/127\.0\.0\.1:\d+/g, 'http://127.0.0.1:5678')
		.replace(/rejected (the request|all requests,) \d+ times/g, 'rejected $1 12 times')
		.replace(/about [\d.]+ requests per second/g, 'about 2 requests per second')
		.replace(
			/slowed this execution down by \d+ seconds\./g,
			'slowed this execution down by 14 seconds.',
		)
		.replace(/(\d+ requests were|One request was) rejected\./g, '2 requests were rejected.');

const HEAD = `# Messages

All messages of the nodes and the credential, with the situation that causes each. A test causes each situation
and compares the message: \`npx jest test/package/messages -u\` renews this page.

The words after "The service says" or "n8n says" are quotations and may differ.
`;

export function pageOf(parts: Map<string, Row[]>): string {
	const tables = [...parts].map(([title, rows]) => {
		const told = rows.map(({ where, did, message, advice = '' }) => [where, did, message, advice]);
		const lines = [['Where', 'Situation', 'Message', 'Advice'], Array(4).fill('---'), ...told];
		const table = lines.map((cells) => `| ${cells.map(asCell).join(' | ')} |`);
		return [`\n## ${title}\n`, ...table].join('\n');
	});
	return `${HEAD}${tables.join('\n')}\n`;
}

const asCell = (text: string): string =>
	text
		.replace(/[\\|*_<>[\]`]/g, '\\$&')
		.split('\n')
		.join('<br>');

/** Words that only programmers use. */
const FORBIDDEN = [
	/\bUUID\b/i,
	/\bHTTPS?\b(?!:)/i,
	/status \d+(?![^(]*\))/i,
	/\b(authorization|bearer|content-type|retry-after|header)s?\b/i,
	/\/(workflows|scoring)\b/,
	/\bpresigned\b/i,
	/\bpayload\b/i,
	/\b(null|undefined|boolean|string|NaN|regex|endpoint|cursor)\b/i,
	/\[object/i,
	/\b[a-z]+_[a-z_]+\b/,
	/\\\\/,
];

/** The forbidden words in a message, except in quotes. */
export function forbiddenIn({ message, advice = '' }: Told): string[] {
	const own = [message, advice].map((text) =>
		text.replace(/\b(service|n8n) says: .*$|'https:[^']*'|(?<=Remove )\S+/gm, ''),
	);
	const words = message.startsWith("'Metadata (JSON)'") ? FORBIDDEN : [...FORBIDDEN, /\bJSON\b/];
	return words.flatMap((word) => own.flatMap((text) => word.exec(text)?.[0] ?? []));
}
