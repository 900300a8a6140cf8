import { countOrNull, isObject, parseJson, textOrNull } from '../../service/json';
import { type Baseline, Ledger } from './ledger';

const VERSION = 3;

/** Written until November 2026. */
const FORMER_VERSION = 2;

/** Marks a run of former filters. */
const INHERITED = 'i';

/** Encodes the ledger as a compact text, with about 46 bytes for each open run with a UUID. */
export function encode(ledger: Ledger): string {
	const open = [...ledger.open].map(([id, run]) => {
		const marks = `${run.notFound || ''}${run.inherited ? INHERITED : ''}`;
		return entry(id, run.created) + (marks && `:${marks}`);
	});
	const done = [...ledger.done].map(
		([id, created]) => entry(id, created) + (ledger.doneElsewhere.has(id) ? `:${INHERITED}` : ''),
	);
	const { filters, accountHash, cursor, baseline, style } = ledger;
	return JSON.stringify({
		version: VERSION,
		filters,
		account: accountHash,
		events: ledger.events.join(','),
		cursor: Number.isFinite(cursor) ? cursor : null,
		zoned: style.zoned,
		baseline,
		open: open.join(','),
		done: done.join(','),
		ended: ledger.ended,
	});
}

/** Decodes a ledger; null if the text is not a ledger of this or the previous version. */
export function decode(text: string): Ledger | null {
	const parsed = parseJson(text);
	const data = isObject(parsed) && parsed.version === FORMER_VERSION ? upgraded(parsed) : parsed;
	if (!isObject(data) || data.version !== VERSION) return null;
	const { filters, account, events, zoned } = data;
	const baseline = readBaseline(data.baseline);
	const open = readEntries(data.open);
	const done = readEntries(data.done);
	if (typeof filters !== 'string' || typeof account !== 'string') return null;
	if (typeof events !== 'string' || baseline === undefined || !open || !done) return null;
	const ledger = new Ledger(filters, account, events.split(','));
	ledger.cursor = countOrNull(data.cursor) ?? Number.NEGATIVE_INFINITY;
	ledger.style.zoned = typeof zoned === 'boolean' ? zoned : null;
	ledger.baseline = baseline;
	for (const { id, created, marks } of open) {
		const notFound = Number.parseInt(marks) || 0;
		ledger.open.set(id, { created, notFound, inherited: marks.endsWith(INHERITED) });
	}
	for (const { id, created, marks } of done) {
		ledger.done.set(id, created);
		if (marks === INHERITED) ledger.doneElsewhere.add(id);
	}
	if (Array.isArray(data.ended)) ledger.ended = data.ended.map(String);
	return ledger;
}

/** Converts the previous version, which knew all runs since its horizon. */
const upgraded = (data: object & { horizon?: unknown; older?: unknown }) => ({
	...data,
	version: VERSION,
	cursor: data.horizon,
	baseline: data.older,
});

/** An ID may contain anything, so separators in it are escaped. */
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

/** The baseline; undefined if it is unreadable. */
function readBaseline(data: unknown): Baseline | null | undefined {
	if (data === null) return null;
	if (!isObject(data) || !Array.isArray(data.statuses)) return undefined;
	const to = countOrNull(data.to);
	const statuses = data.statuses.map(textOrNull).filter((status) => status !== null);
	const from = countOrNull(data.from);
	return to === null ? undefined : { statuses, from, to, finished: countOrNull(data.finished) };
}
