import { isObject } from './json';

const NAMES = ['failure_reason', 'failureReason'];

/**
 * Why a run failed, or null. It is left open where the reason stands and what it is (docs/service.md,
 * Runs): it is looked for in the run, beside it, and in the result of either.
 */
export function readFailureReason(...places: unknown[]): string | null {
	for (const place of places.flatMap(withResult)) {
		for (const name of NAMES) {
			const reason = textOf(place[name]);
			if (reason !== '') return reason;
		}
	}
	return null;
}

const withResult = (place: unknown) =>
	isObject(place) ? [place, place.result].filter(isObject) : [];

/** A text as it is, that of an object's message, those of a list; anything else as JSON. */
function textOf(reason: unknown): string {
	if (typeof reason === 'string') return reason;
	if (Array.isArray(reason)) return reason.map(textOf).filter(Boolean).join('; ');
	if (!isObject(reason)) return reason === undefined || reason === null ? '' : String(reason);
	const isEmpty = Object.values(reason).every((value) => textOf(value) === '');
	return textOf(reason.message) || (isEmpty ? '' : JSON.stringify(reason));
}
