import type { IDataObject } from 'n8n-workflow';
import { RateLimiter } from '../../../nodes/DocScore/account/rateLimiter';
import { ServiceError } from '../../../nodes/DocScore/service/errors';
import { TRY_LATER } from '../../../nodes/DocScore/service/messages';
import { Semaphore } from '../../../nodes/DocScore/service/semaphore';
import { Cancellation } from '../../../nodes/DocScore/service/cancellation';
import { type Http, type ReadOptions, Transport } from '../../../nodes/DocScore/service/transport';
import { Readable } from '../../node';
import { useDrivenTime } from '../../harness/jest/drivenTime';

const asIs = (answer: IDataObject): IDataObject => answer;

const time = useDrivenTime();

/** Rejects the first request and asks for a pause. `at` has the times of the requests. */
function rateLimitingOnce(retryAfter: string, status = 429): Http & { at: number[] } {
	const http = {
		at: new Array<number>(),
		send: async () => ({
			status: http.at.push(time.passed) === 1 ? status : 200,
			headers: { 'retry-after': retryAfter },
			text: '{"message":"ok"}',
		}),
		fetch: async () => await Promise.reject(new Error('Nothing is fetched here')),
	};
	return http;
}

/** The transport of one execution, with one request at a time. */
function transportOver(http: Http, stop = new Cancellation(), reads?: ReadOptions): Transport {
	return new Transport(
		http,
		new Semaphore(1, stop),
		new RateLimiter().join({ cancellation: stop, limit: 1 }),
		reads,
	);
}

describe('Transport', () => {
	it('sends nothing after a longer Retry-After until it is over', async () => {
		const http = rateLimitingOnce('901');
		const transport = transportOver(http);
		const asked =
			'Retry in 16 minutes: the service asked for a pause longer than this node can wait.';
		await expect(transport.write(() => ({ path: '/', body: {} }))).rejects.toMatchObject({
			message: 'Rate limit reached (status 429)',
			details: { description: asked, outcome: 'rejected' },
		});
		await expect(transport.read('/', {}, asIs)).rejects.toMatchObject({
			message: 'Rate limit reached',
			details: { description: asked, outcome: 'rejected' },
		});
		expect(http.at).toEqual([0]);
		expect(time.passed).toBe(0);
		await time.pass(901_000);
		time.flow();
		expect(await transport.read('/', {}, asIs)).toEqual({ message: 'ok' });
	});

	it.each(['429', '503'])(
		'sends no requests after a %s with Retry-After to a write',
		async (status) => {
			const http = rateLimitingOnce('7', Number(status));
			const transport = transportOver(http);
			const writes = [0, 1, 2].map(
				async () => await transport.write(() => ({ path: '/', body: {} })),
			);
			const written = await Promise.allSettled(writes);
			const isRepeated = status === '429';
			expect(written.map((each) => each.status === 'fulfilled')).toEqual([isRepeated, true, true]);
			expect(http.at.slice(0, 2)).toEqual([0, 7_000]);
			expect(http.at.slice(2).every((at) => at >= 7_000 && at < 7_500)).toBe(true);
			expect(http.at).toHaveLength(isRepeated ? 4 : 3);
		},
	);

	it('does not delay downloads, which may be from elsewhere, by a Retry-After', async () => {
		const fetch: Http['fetch'] = async (_, consume) =>
			await consume({ headers: {}, head: Buffer.alloc(0), content: Readable.from([]) });
		const transport = transportOver({ ...rateLimitingOnce('600', 503), fetch });
		await expect(transport.write(() => ({ path: '/', body: {} }))).rejects.toThrow();
		expect(await transport.download('https://a.example', async () => 'file')).toBe('file');
		expect(time.passed).toBe(0);
	});

	it('tries a download five times, with a pause after each failure', async () => {
		let tried = 0;
		const fail = async () => {
			tried++;
			const details = { outcome: 'rejected', transient: true, status: 429 } as const;
			return await Promise.reject(new ServiceError('No answer', details));
		};
		const http = { ...rateLimitingOnce(''), fetch: fail };
		// From a file host that is not the service.
		const downloaded = transportOver(http).download('https://files.example/a', async () => {});
		await expect(downloaded).rejects.toThrow('No answer');
		expect(tried).toBe(5);
		expect(time.passed).toBeGreaterThanOrEqual(3_750);
		expect(time.passed).toBeLessThanOrEqual(7_500);
	});

	it.each<[string, ReadOptions, number, number]>([
		['a minute', {}, Infinity, 60_000],
		['the limit of its execution', { limitMs: 5_000 }, Infinity, 5_000],
		['the rest of its execution', {}, 7_000, 7_000],
	])('ends a request after %s', async (_, reads, leftMs, limitMs) => {
		const send = async () => await new Promise<never>(() => {});
		const http = { ...rateLimitingOnce(''), send };
		const transport = transportOver(http, new Cancellation(undefined, leftMs), reads);
		await expect(transport.read('/', {}, asIs, () => false)).rejects.toThrow('did not respond');
		expect(time.passed).toBe(limitMs);
	});

	it('repeats only what the caller allows', async () => {
		const http = rateLimitingOnce('3600');
		const transport = transportOver(http, new Cancellation(), { mayRepeat: () => false });
		await expect(transport.read('/', {}, asIs)).rejects.toMatchObject({
			details: { status: 429, retryAfterMs: 3_600_000, description: TRY_LATER },
		});
		expect(http.at).toEqual([0]);
	});
});
