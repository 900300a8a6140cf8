import type { IDataObject } from 'n8n-workflow';
import { Cancellation } from '../../../nodes/DocScore/service/cancellation';
import { ServiceError } from '../../../nodes/DocScore/service/errors';
import type { HttpReply } from '../../../nodes/DocScore/service/reply';
import { CooldownError } from '../../../nodes/DocScore/service/retries';
import { Semaphore } from '../../../nodes/DocScore/service/semaphore';
import { toResult } from '../../../nodes/DocScore/service/result';
import { type Permits, Transport } from '../../../nodes/DocScore/service/transport';

const asIs = (answer: IDataObject): IDataObject => answer;

const OK = { status: 200, headers: {}, text: '{}' };

/** A transport whose service gives these responses, and the calls of its permits. */
function answering(...answers: Array<Partial<HttpReply> | Error>) {
	const retries: boolean[] = [];
	const released: unknown[] = [];
	const permits: Permits = {
		async acquire(isRetry) {
			retries.push(isRetry);
			return await Promise.resolve({ release: (error) => void released.push(error) });
		},
	};
	const http = {
		send: async () => {
			const answer = answers.shift();
			if (answer instanceof Error) throw answer;
			return await Promise.resolve({ ...OK, ...answer });
		},
		fetch: async () => await Promise.reject(new Error('Nothing is fetched here')),
	};
	const semaphore = new Semaphore(1, new Cancellation());
	return { transport: new Transport(http, semaphore, permits), retries, released };
}

describe('The permit of a request', () => {
	it.each<[string, Partial<HttpReply> | Error]>([
		['bad input', { status: 400 }],
		['a failure', { status: 500 }],
		['a missing response', new ServiceError('No answer', { outcome: 'unknown', transient: true })],
		['another error', new Error('Oh')],
	])('is released with the error of %s', async (_, answer) => {
		const { transport, released } = answering(answer);
		const failed = await toResult(transport.read('/', {}, asIs, () => false));
		expect(failed).toEqual({ ok: false, error: released[0] });
	});

	it('is released without an error after a success', async () => {
		const { transport, released } = answering(OK);
		await transport.read('/', {}, asIs);
		expect(released).toEqual([null]);
	});

	it('that is denied fails the request with the last message of the service', async () => {
		const cooldown = new CooldownError(3_600_000, { times: 1, forMs: 0 });
		const { transport } = answering({ status: 429, text: '{"error":"Slow down"}' }, cooldown);
		await expect(transport.read('/', {}, asIs)).rejects.toMatchObject({
			message: 'Rate limit reached. The service says: Slow down',
			details: { status: 429, description: cooldown.details.description },
		});
	});

	it('has priority for a retry', async () => {
		const { transport, retries } = answering({ status: 429 }, { status: 429 });
		await transport.read('/', {}, asIs);
		expect(retries).toEqual([false, true, true]);
	});
});
