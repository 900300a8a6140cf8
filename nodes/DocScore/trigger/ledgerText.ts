import { countOrNull, isObject, parseJson, textOrNull } from '../service/json';
import { Ledger, type OlderRuns } from './ledger';

const VERSION = 2;

/** The ledger as one compact text, of about 46 bytes for each open run with a UUID. */
export function encode(ledger: Ledger): string {
	const open = [...ledger.open].map(([id, run]) => {
		const marks = `${run.notFound || ''}${run.inherited ? 'i' : ''}`;
		return entry(id, run.created) + (marks && `:${marks}`);
	});
	const done = [...ledger.done].map(([id, created]) => entry(id, created));
	const { filters, account, since, horizon, reached, older, style } = ledger;
	return JSON.stringify({
		version: VERSION,
		filters,
		account,
		events: ledger.events.join(','),
		since,
		horizon,
		reached,
		zoned: style.zoned,
		older,
		open: open.join(','),
		done: done.join(','),
		ended: ledger.ended,
	});
}

/** Null for a text that is no ledger of this version. */
export function decode(text: string): Ledger | null {
	const data = parseJson(text);
	if (!isObject(data) || data.version !== VERSION) return null;
	const { filters, account, events, zoned } = data;
	const older = readOlder(data.older);
	const open = readEntries(data.open);
	const done = readEntries(data.done);
	if (typeof filters !== 'string' || typeof account !== 'string') return null;
	if (typeof events !== 'string' || older === undefined || !open || !done) return null;
	const ledger = new Ledger(filters, account, events.split(','));
	ledger.since = countOrNull(data.since);
	ledger.horizon = countOrNull(data.horizon);
	ledger.reached = countOrNull(data.reached);
	ledger.style.zoned = typeof zoned === 'boolean' ? zoned : null;
	ledger.older = older;
	for (const { id, created, marks } of open) {
		const notFound = Number.parseInt(marks) || 0;
		ledger.open.set(id, { created, notFound, inherited: marks.endsWith('i') });
	}
	for (const { id, created } of done) ledger.done.set(id, created);
	if (Array.isArray(data.ended)) ledger.ended = data.ended.map(String);
	return ledger;
}

/** An id may hold anything, so what separates the entries is escaped in it. */
const entry = (id: string, created: number): string =>
	`${id.replace(/[%,:]/g, encodeURIComponent)}:${created.toString(36)}`;

const unescaped = (id: string): string =>
	id.replace(/%(25|2C|3A)/g, (escaped) => decodeURIComponent(escaped));

function readEntries(text: unknown) {
	if (typeof text !== 'string') return null;
	const entries = text.split(',').filter((part) => part !== '');
	const read = entries.map((part) => {
		const [id = '', created = '', marks = ''] = part.split(':');
		return { id: unescaped(id), created: Number.parseInt(created, 36), marks };
	});
	return read.some(({ created }) => Number.isNaN(created)) ? null : read;
}

/** Undefined for anything unreadable. */
function readOlder(older: unknown): OlderRuns | null | undefined {
	if (older === null) return null;
	if (!isObject(older) || !Array.isArray(older.statuses)) return undefined;
	const to = countOrNull(older.to);
	const statuses = older.statuses.map(textOrNull).filter((status) => status !== null);
	const from = countOrNull(older.from);
	return to === null ? undefined : { statuses, from, to, finished: countOrNull(older.finished) };
}
