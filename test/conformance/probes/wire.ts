import { isObject } from '../../../nodes/DocScore/service/json';
import type { Dialect } from '../../sandbox/dialect';
import type { Account } from '../account';
import type { Answer, Exchange } from '../conversation';
import { cannotTell, differs, holds, notTried, type Probe } from '../finding';
import { readDetails } from '../lists';
import { NoAnswer } from '../sender';

/** All responses of the service itself so far. */
const answersOf = ({ conversation }: Account): Answer[] =>
	conversation.exchanges.filter(isOfService).flatMap(({ answer }) => answer ?? []);

const isOfService = ({ operation }: Exchange): boolean => operation !== 'link';

const rateLimitsOf = (account: Account): Answer[] =>
	answersOf(account).filter(({ status }) => status === 429);

export const rate: Probe = {
	number: 30,
	point: 'Requests in a time',
	examine(account) {
		const [first] = rateLimitsOf(account);
		if (!first) return holds('No limit was met at 5 a second', { requestsPerSecond: null });
		const accepted = answersOf(account).filter(
			({ at, status }) => status !== 429 && at < first.at && at >= first.at - 1_000,
		);
		const requestsPerSecond = Math.max(1, accepted.length);
		return differs(
			`A limit was met after ${accepted.length} requests in a second`,
			'The nodes find the rate by themselves. With Max Concurrent Requests at 1 or 2 they get 429 more rarely',
			{ requestsPerSecond },
		);
	},
};

export const retryAfter: Probe = {
	number: 31,
	point: 'Retry-After',
	examine(account) {
		const [first] = rateLimitsOf(account);
		if (!first) return cannotTell('No limit was met');
		const form = formOf(first);
		if (form === 'seconds' || form === 'date') return holds(FORMS[form], { retryAfter: form });
		return differs(
			FORMS[form],
			'The nodes wait half a second to one, twice as long with each 429',
			{ retryAfter: form },
		);
	},
};

const FORMS: Record<Dialect['retryAfter'], string> = {
	seconds: 'A number of seconds',
	date: 'A date',
	zero: '0',
	past: 'A date that is past',
	absent: 'Absent',
};

function formOf({ headers }: Answer): Dialect['retryAfter'] {
	const text = headers['retry-after'];
	if (text === undefined) return 'absent';
	if (/^\d+$/.test(text)) return Number(text) === 0 ? 'zero' : 'seconds';
	return Date.parse(text) <= Date.parse(headers.date ?? '') ? 'past' : 'date';
}

export const links: Probe = {
	number: 33,
	point: 'Links',
	async examine(account) {
		const shown = [...account.details].find(([, answer]) => linksIn(answer).length > 0);
		if (!shown) return cannotTell('No completed run shows a file');
		// Reads the link immediately before opening it, as the nodes do, because some links expire quickly.
		const id = readDetails(shown[1])?.raw.id;
		const answer = await account.conversation.post('details', { id });
		const [url] = linksIn(answer).filter((each) => each !== null);
		if (url === undefined || !URL.canParse(url)) {
			return differs(
				'Files have no link',
				'Download Files cannot get them; please send the report',
			);
		}
		const ttlMs = lifeOf(new URL(url), Date.parse(answer.headers.date ?? ''));
		const host = new URL(url).origin === account.conversation.origin ? '' : ', at another host';
		const life = ttlMs === null ? 'for a time that they do not tell' : `for ${ttlMs / 1_000} s`;
		const opens = await statusOf(account, url);
		const dialect: Partial<Dialect> = ttlMs === null ? {} : { presignedTtlMs: ttlMs };
		if (opens === 200) return holds(`They open without the key${host}, ${life}`, dialect);
		return differs(
			`The first one gives ${opens ?? 'no answer'}${host}`,
			'Download Files asks for such links once more, then tells what it got',
			dialect,
		);
	},
};

function linksIn({ body }: Answer): Array<string | null> {
	const doc = isObject(body) && isObject(body.doc) ? body.doc : {};
	const files: unknown[] = Array.isArray(doc.supportingDocs) ? doc.supportingDocs : [];
	return files
		.filter(isObject)
		.map(({ filenameUrl }) => (typeof filenameUrl === 'string' ? filenameUrl : null));
}

async function statusOf({ conversation }: Account, url: string): Promise<number | null> {
	const opened = await conversation.open(url).catch((error: unknown) => {
		if (error instanceof NoAnswer) return null;
		throw error;
	});
	return opened && opened.status;
}

/** The lifetime of a link in ms, from the usual parameters: a duration in seconds, or an end. */
export function lifeOf({ searchParams }: URL, now: number): number | null {
	const told = new Map([...searchParams].map(([name, value]) => [name.toLowerCase(), value]));
	const duration = Number(told.get('x-amz-expires') ?? told.get('x-goog-expires') ?? Number.NaN);
	if (duration > 0) return duration * 1_000;
	const end = told.get('expires') ?? told.get('se') ?? told.get('exp') ?? '';
	const endMs = /^\d+$/.test(end) ? Number(end) * (end.length > 11 ? 1 : 1_000) : Date.parse(end);
	// The service's clock is only known to the second, from its Date header.
	const life = Math.floor((endMs - now) / 1_000) * 1_000;
	return Number.isNaN(life) ? null : life;
}

export const redirects: Probe = {
	number: 39,
	point: 'Redirects',
	examine(account) {
		const redirected = answersOf(account).filter(({ status }) => status >= 300 && status < 400);
		if (redirected.length === 0) return holds(`None in ${answersOf(account).length} answers`);
		return differs(
			`${redirected.length} of ${answersOf(account).length} answers`,
			'The nodes follow none and tell that the base URL is wrong',
		);
	},
};

export const compression: Probe = {
	number: 40,
	point: 'Compression',
	examine(account) {
		const encodings = answersOf(account).map(
			({ headers }) => headers['content-encoding'] ?? 'none',
		);
		const known = ['none', 'gzip', 'br', 'deflate', 'zstd'];
		const told = known.filter((encoding) => encodings.includes(encoding));
		return holds(told.join(', ') || 'One of its own');
	},
};

const SLOW_MS = 30_000;

export const sizes: Probe = {
	number: 41,
	point: 'Size of answers',
	examine(account) {
		const answers = answersOf(account);
		const kB = Math.ceil(Math.max(...answers.map(({ text }) => text.length)) / 1_000);
		const slowest = Math.max(...answers.map(({ tookMs }) => tookMs));
		const found = `${kB} kB at most, in ${(slowest / 1_000).toFixed(1)} s at most`;
		if (slowest < SLOW_MS) return holds(found);
		return differs(found, 'A request is given up after 60 s: use smaller filters, or a Limit');
	},
};

export const recordingSize: Probe = {
	number: 42,
	point: 'Size of a recording',
	examine: () => notTried('Costs an upload of 100 MB, which nobody should make for this'),
};
