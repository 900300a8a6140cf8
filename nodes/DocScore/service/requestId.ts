import type { IDataObject } from 'n8n-workflow';
import { shortened } from './messages';

/** Headers with a request ID of services and gateways. */
const NAMES = ['x-request-id', 'request-id', 'x-correlation-id', 'x-amzn-requestid', 'cf-ray'];

/** The most characters shown, because a service may send anything. */
const MAX_SHOWN = 100;

/**
 * The ID by which the provider finds the request in its logs; undefined if the response has none.
 */
export function requestIdIn(headers: IDataObject): string | undefined {
	const given = NAMES.map((name) => headers[name]).find(
		(value) => typeof value === 'string' && value.trim() !== '',
	);
	return given === undefined ? undefined : shortened(String(given).trim(), MAX_SHOWN);
}

/** Request IDs of responses whose errors are found after their headers are discarded. */
const ofAnswers = new WeakMap<object, string | undefined>();

export function noteRequestId<T extends object>(answer: T, id: string | undefined): T {
	ofAnswers.set(answer, id);
	return answer;
}

export const requestIdOf = (answer: object): string | undefined => ofAnswers.get(answer);
