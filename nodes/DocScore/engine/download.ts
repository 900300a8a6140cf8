import type { IAllExecuteFunctions, IDataObject } from 'n8n-workflow';
import { ServiceError } from '../service/errors';
import { isObject } from '../service/json';
import { isSuccess, retryAfter } from '../service/reply';
import { type Settled, settle } from '../service/settle';
import { ofStatus } from '../service/verdict';
import type { Fetch } from '../service/transport';
import { TRY_LATER } from '../service/words';
import { noAnswer } from './noAnswer';
import { peek, type Stream } from './peek';

const HOST = {
	name: 'The place where the service keeps the file',
	advice:
		'Ask who looks after your network whether n8n may reach that place: the address of the file is in what Get gives out',
};

/** Of silence on the connection, not of the whole download. */
const TIMEOUT_MS = 60_000;

/** The content could be had, but not put where it was to go: asking the host again is no help. */
export class StoreError extends Error {
	override readonly name = 'StoreError';

	constructor(cause: unknown) {
		super(cause instanceof Error ? cause.message : String(cause));
	}
}

/** A page came with success, as where one has to sign in: a fresh link may lead to the file. */
export class WebPageError extends ServiceError {
	constructor() {
		super(`${HOST.name} gave a web page instead of it`, {
			description: `The page may ask to sign in. ${HOST.advice}`,
			outcome: 'rejected',
			transient: false,
		});
	}
}

/** Fetches through n8n's HTTP layer, streamed, and with no credential. */
export function createFetch(context: IAllExecuteFunctions): Fetch {
	return async (url, consume, abortSignal) => {
		const answer: Settled<unknown> = await settle(
			context.helpers.httpRequest({
				method: 'GET',
				url,
				encoding: 'stream',
				timeout: TIMEOUT_MS,
				returnFullResponse: true,
				ignoreHttpStatusErrors: true,
				abortSignal,
			}),
		);
		if (!answer.ok) throw noAnswer(answer.error, HOST);
		const { content, headers } = readDownload(answer.value);
		let brokeOff = false;
		content.on('error', () => {
			brokeOff = true;
		});
		const consumed = await settle(
			(async () => await consume({ ...(await peek(content)), headers }))(),
		);
		if (consumed.ok) return consumed.value;
		content.destroy();
		if (consumed.error instanceof WebPageError) throw consumed.error;
		throw brokeOff ? noAnswer(consumed.error, HOST) : new StoreError(consumed.error);
	};
}

function readDownload(response: unknown): { content: Stream; headers: IDataObject } {
	const { statusCode, headers: given, body } = isObject(response) ? response : {};
	const status = Number(statusCode);
	const headers = isObject(given) ? given : {};
	if (!isStream(body)) throw refusal(status, headers, 'gave nothing');
	if (isSuccess({ status })) return { content: body, headers };
	body.destroy();
	throw refusal(status, headers, `${refusalOf(status)} (status ${status})`);
}

function isStream(body: unknown): body is Stream {
	return isObject(body) && typeof body.pipe === 'function' && typeof body.destroy === 'function';
}

function refusalOf(status: number): string {
	if (status === 404) return 'does not have it any more';
	return ofStatus(status).transient ? 'has trouble' : 'did not give it';
}

function refusal(status: number, headers: IDataObject, how: string): ServiceError {
	return new ServiceError(`${HOST.name} ${how}`, {
		description: `The link to it was read right before, so it should still be good. ${TRY_LATER}`,
		status,
		outcome: 'rejected',
		transient: ofStatus(status).transient,
		retryAfterMs: retryAfter(headers),
	});
}
