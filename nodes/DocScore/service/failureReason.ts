import { isObject } from './json';

const NAMES = ['failure_reason', 'failureReason'];

/**
 * Why a run failed, or null. The place and type of the reason are not specified (docs/service.md,
 * Runs): it is read from the run, beside it, and from the `result` of either.
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
	[place, isObject(place) ? place.result : null].filter(isObject);

/**
 * The text of a reason: a text itself, the message of an object, the texts of a list; anything else
 * as JSON.
 */
function textOf(reason: unknown): string {
	if (Array.isArray(reason)) return reason.map(textOf).filter(Boolean).join('; ');
	if (!isObject(reason)) return reason === undefined || reason === null ? '' : String(reason);
	const isEmpty = Object.values(reason).every((value) => textOf(value) === '');
	return textOf(reason.message) || (isEmpty ? '' : JSON.stringify(reason));
}
