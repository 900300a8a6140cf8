import type { IDataObject } from 'n8n-workflow';

export function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A text unchanged; null if the value is not a text or is empty. */
export function textOrNull(value: unknown): string | null {
	return typeof value === 'string' && value !== '' ? value : null;
}

/** A whole number of 0 or more, also from a text; null for anything else. */
export function countOrNull(value: unknown): number | null {
	const isTold = typeof value === 'number' || textOrNull(value) !== null;
	const count = isTold ? Number(value) : Number.NaN;
	return Number.isInteger(count) && count >= 0 ? count : null;
}

/** Parses JSON; undefined, which JSON does not contain, if the text is not JSON. */
export function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
		// Stryker disable next-line BlockStatement: without this, it is undefined, too
	} catch {
		return undefined;
	}
}
