import { isObject, parseJson } from '../service/json';
import { State } from './state';

const VERSION = 1;

/** Encodes the state as JSON, with about 60 bytes for each open run with a UUID. */
export function encode({ owner, cursor, older, open, done, ended, style }: State): string {
	return JSON.stringify({
		version: VERSION,
		...owner,
		cursor: finite(cursor),
		older: older && [finite(older.from), older.to],
		zoned: style.zoned,
		ended,
		open: [...open].map(([id, run]) => [id, run.created, run.notFound]),
		done: [...done],
	});
}

const finite = (ms: number): number | null => (Number.isFinite(ms) ? ms : null);

/** Decodes a state; null if the text is not a state of this version. */
export function decode(text: string): State | null {
	const data = parseJson(text);
	if (!isObject(data) || data.version !== VERSION) return null;
	const { workflow, account, filters, cursor, older, zoned } = data;
	if (typeof workflow !== 'string' || typeof account !== 'string') return null;
	if (typeof filters !== 'string') return null;
	const state = new State({ workflow, account, filters, events: textsOf(data.events) });
	state.cursor = moment(cursor);
	const [from, to] = Array.isArray(older) ? older : [];
	if (typeof to === 'number') state.older = { from: moment(from), to };
	state.style.zoned = typeof zoned === 'boolean' ? zoned : null;
	state.ended = textsOf(data.ended);
	for (const [id, created, notFound] of entries(data.open))
		state.open.set(id, { created, notFound });
	for (const [id, created] of entries(data.done)) state.done.set(id, created);
	return state;
}

/** No limit is null in JSON. */
const moment = (value: unknown): number =>
	typeof value === 'number' ? value : Number.NEGATIVE_INFINITY;

const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** The entries with an ID, a time and perhaps a count. */
function entries(value: unknown): Array<[id: string, created: number, count: number]> {
	if (!Array.isArray(value)) return [];
	return value.flatMap((entry: unknown): Array<[string, number, number]> => {
		const [id, created, count = 0] = Array.isArray(entry) ? entry : [];
		return typeof id === 'string' && typeof created === 'number'
			? [[id, created, Number(count)]]
			: [];
	});
}
