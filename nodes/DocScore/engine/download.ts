import type { IAllExecuteFunctions } from 'n8n-workflow';
import { ServiceError } from '../service/errors';
import { isObject } from '../service/json';
import { type Settled, settle } from '../service/settle';
import type { Download, Fetch } from '../service/transport';
import { noAnswer } from './noAnswer';

const HOST = {
	name: 'The file host',
	advice: 'Check that n8n can reach the address that the service gave',
};

/** Of silence on the connection, not of the whole download. */
const TIMEOUT_MS = 60_000;

/** Fetches through n8n's HTTP layer, streamed, and with no credential. */
export function createFetch({ helpers }: Pick<IAllExecuteFunctions, 'helpers'>): Fetch {
	return async (url, consume) => {
		const answer: Settled<unknown> = await settle(
			helpers.httpRequest({
				method: 'GET',
				url,
				encoding: 'stream',
				timeout: TIMEOUT_MS,
				returnFullResponse: true,
				ignoreHttpStatusErrors: true,
			}),
		);
		if (!answer.ok) throw noAnswer(answer.error, HOST);
		const consumed = await settle(consume(readDownload(answer.value)));
		if (consumed.ok) return consumed.value;
		throw consumed.error instanceof ServiceError ? consumed.error : noAnswer(consumed.error, HOST);
	};
}

function readDownload(response: unknown): Download {
	const { statusCode, headers, body } = isObject(response) ? response : {};
	const status = Number(statusCode);
	if (!isStream(body)) throw refusal(status, 'gave no content');
	if (status >= 200 && status <= 299)
		return { content: body, headers: isObject(headers) ? headers : {} };
	body.destroy();
	throw refusal(status, `answered with status ${status}`);
}

function isStream(body: unknown): body is Exclude<Download['content'], Buffer> {
	return isObject(body) && typeof body.pipe === 'function' && typeof body.destroy === 'function';
}

function refusal(status: number, how: string): ServiceError {
	return new ServiceError(`${HOST.name} ${how}`, {
		description: 'Links to files are good for a short time only and were read just before.',
		status,
		outcome: 'rejected',
		transient: status === 408 || status === 429 || status >= 500,
	});
}
