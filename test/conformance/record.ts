import { isObject, parseJson } from '../../nodes/DocScore/service/json';
import { maskOf } from '../../nodes/DocScore/service/secrets';
import type { Conversation, Exchange } from './conversation';
import { MaskedAnswers } from './masked';
import type { Incoming } from './sender';

/** One line of a record: a request and its response, or null if none arrived. */
export interface RecordedExchange {
	operation: Exchange['operation'];
	/** When the request was sent, in ms since 1970, and how long the response took. */
	at: number;
	tookMs: number;
	request: unknown;
	answer: Incoming | null;
}

/** The first line of a record: the options of the check. */
export interface RecordedStart {
	templateId: string;
	files: number;
	recording: boolean;
	spend: number;
}

interface Started {
	key: string;
	templateId: string;
	fileUrls: string[];
	recording: File | null;
	spend: number;
}

/** The whole conversation with masked values, as one line of JSON for each exchange. */
export function recordOf({ exchanges, origin }: Conversation, started: Started): string {
	const { key, templateId, fileUrls, recording, spend } = started;
	const masked = new MaskedAnswers(exchanges, templateId, origin);
	const start: RecordedStart = {
		templateId: masked.idOf(templateId),
		files: fileUrls.length,
		recording: recording !== null,
		spend,
	};
	const lines = exchanges.map(
		(exchange): RecordedExchange => ({
			operation: exchange.operation,
			at: exchange.at,
			tookMs: exchange.answer?.tookMs ?? 0,
			request: masked.request(exchange),
			answer: exchange.answer && masked.answer(exchange.answer),
		}),
	);
	const mask = maskOf(key);
	return [start, ...lines].map((line) => `${mask(JSON.stringify(line))}\n`).join('');
}

/** @throws Error if the text is not a record */
export function readRecord(text: string): { start: RecordedStart; exchanges: RecordedExchange[] } {
	const [start, ...exchanges] = text.trim().split('\n').map(parseJson);
	if (!isStart(start) || !exchanges.every(isExchange))
		throw new Error('This is no record of a check');
	return { start, exchanges };
}

const isStart = (value: unknown): value is RecordedStart =>
	isObject(value) && typeof value.templateId === 'string' && typeof value.spend === 'number';

const isExchange = (value: unknown): value is RecordedExchange =>
	isObject(value) && typeof value.operation === 'string' && typeof value.at === 'number';
