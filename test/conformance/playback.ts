import type { AccountOptions } from './account';
import { type Operation, PATHS } from './conversation';
import { PLAYED_ORIGIN } from './masked';
import { readRecord, type RecordedExchange } from './record';
import { NoAnswer, type Outgoing, type Sender } from './sender';
import type { Time } from './time';

/** A check that a record answers instead of the service. */
export interface Playback {
	baseUrl: string;
	spend: number;
	options: AccountOptions;
	time: Time;
	/** @throws Error if a request differs from the recorded one */
	send: Sender;
}

export function playbackOf(record: string): Playback {
	const { start, exchanges } = readRecord(record);
	const left = [...exchanges];
	let now = left[0]?.at ?? 0;
	return {
		baseUrl: PLAYED_ORIGIN,
		spend: start.spend,
		options: {
			templateId: start.templateId,
			fileUrls: Array.from({ length: start.files }, (_, at) => `${PLAYED_ORIGIN}/file-${at}`),
			recording: start.recording ? new File(['sound'], 'call.wav') : null,
		},
		time: {
			now: () => now,
			wait: async (ms) => {
				now += ms;
			},
		},
		send: async (request) => {
			const exchange = left.shift();
			const operation = operationOf(request);
			if (exchange?.operation !== operation) {
				throw new Error(`The record has ${exchange?.operation ?? 'ended'}, not ${operation}`);
			}
			now = exchange.at + exchange.tookMs;
			if (exchange.answer === null) throw new NoAnswer('no answer was recorded');
			return exchange.answer;
		},
	};
}

function operationOf({ method, url }: Outgoing): RecordedExchange['operation'] {
	if (method === 'GET') return 'link';
	const path = url.slice(PLAYED_ORIGIN.length);
	return OPERATIONS.find((operation) => PATHS[operation] === path) ?? 'unknown address';
}

const OPERATIONS: Operation[] = ['submit', 'query', 'details', 'template', 'recording'];
