import type { IDataObject } from 'n8n-workflow';

/** Headers by which services and gateways name a request. */
const NAMES = ['x-request-id', 'request-id', 'x-correlation-id', 'x-amzn-requestid', 'cf-ray'];

/** Most characters that are shown, as a service may send anything. */
const MAX_SHOWN = 100;

/** By which the provider finds a request in its logs; undefined where the answer names none. */
export function requestIdIn(headers: IDataObject): string | undefined {
	const given = NAMES.map((name) => headers[name]).find(
		(value) => typeof value === 'string' && value.trim() !== '',
	);
	if (given === undefined) return undefined;
	const text = String(given).trim().replace(/\s+/g, ' ');
	return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

/** Of answers that are found to be wrong only once their headers are gone. */
const ofAnswers = new WeakMap<object, string>();

export function noteRequestId<T extends object>(answer: T, id: string | undefined): T {
	if (id !== undefined) ofAnswers.set(answer, id);
	return answer;
}

export const requestIdOf = (answer: object): string | undefined => ofAnswers.get(answer);
