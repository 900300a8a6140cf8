import { isObject, parseJson } from '../service/json';
import { State } from './state';

const VERSION = 1;

/**
 * Encodes the state as JSON, with about 60 bytes for each open run with a UUID. In JSON, an infinite
 * moment is null.
 */
export function encode({ owner, cursor, older, open, done, ended, style }: State): string {
	return JSON.stringify({
		version: VERSION,
		...owner,
		cursor,
		older: older && [older.from, older.to],
		zoned: style.zoned,
		ended,
		open: [...open].map(([id, run]) => [id, run.created, run.notFound]),
		done: [...done],
	});
}

/** Decodes a state; null if the text is not a state of this version. */
export function decode(text: string): State | null {
	const data = parseJson(text);
	if (!isObject(data) || data.version !== VERSION) return null;
	const { workflow, account, filters, cursor, older, zoned } = data;
	if (typeof workflow !== 'string' || typeof account !== 'string') return null;
	if (typeof filters !== 'string') return null;
	const state = new State({ workflow, account, filters, events: textsOf(data.events) });
	state.cursor = moment(cursor);
	const [from, to] = arrayOf(older);
	if (typeof to === 'number') state.older = { from: moment(from), to };
	state.style.zoned = typeof zoned === 'boolean' ? zoned : null;
	state.ended = textsOf(data.ended);
	for (const [id, created, notFound] of entries(data.open))
		state.open.set(id, { created, notFound });
	for (const [id, created] of entries(data.done)) state.done.set(id, created);
	return state;
}

const moment = (value: unknown): number =>
	typeof value === 'number' ? value : Number.NEGATIVE_INFINITY;

const arrayOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const textsOf = (value: unknown): string[] => arrayOf(value).map(String);

/** The entries with an ID, a time and perhaps a count. */
function entries(value: unknown): Array<[id: string, created: number, count: number]> {
	return arrayOf(value).flatMap((entry): Array<[string, number, number]> => {
		const [id, created, count = 0] = arrayOf(entry);
		return typeof id === 'string' && typeof created === 'number'
			? [[id, created, Number(count)]]
			: [];
	});
}
