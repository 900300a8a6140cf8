import type { FastifyReply } from 'fastify';
import { nextTurn, Readable } from '../../node';
import type { Fault } from '../faults';
import { setRetryAfter } from './rateLimit';

/**
 * Responds instead of the service if the fault demands it. `now` is the service's clock. Returns whether it
 * did.
 */
export function strikeBefore(fault: Fault, reply: FastifyReply, now: number): boolean {
	switch (fault.kind) {
		case 'cutBefore':
			reply.hijack();
			reply.raw.destroy();
			return true;
		case 'status':
			void reply
				.code(fault.status)
				.send({ error: fault.error ?? 'Something went wrong', details: fault.details });
			return true;
		case 'rateLimit':
			tellRetryAfter(fault, reply, now);
			void reply.code(429).send({ error: 'Too many requests' });
			return true;
		case 'html':
			void reply
				.code(fault.status)
				.type('text/html; charset=utf-8')
				.send('<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>');
			return true;
		case 'notSuccess':
			void reply.send({ statusCode: 'FAILURE', statusMessage: 'The operation failed' });
			return true;
		default:
			return false;
	}
}

function tellRetryAfter(
	{ retryAfterSeconds, form = 'seconds' }: Fault & { kind: 'rateLimit' },
	reply: FastifyReply,
	now: number,
): void {
	if (retryAfterSeconds !== undefined)
		setRetryAfter(reply, retryAfterSeconds * 1000, { form, now });
}

/**
 * Spoils the response of a request that was acted on.
 * @param wait resolves after so many ms
 */
export function spoilAnswer(
	fault: Fault,
	reply: FastifyReply,
	payload: unknown,
	wait: (ms: number) => Promise<void>,
): unknown {
	switch (fault.kind) {
		case 'cutAfter':
			reply.raw.destroy();
			return payload;
		case 'cutJson':
			if (typeof payload !== 'string') return payload;
			reply.code(200).removeHeader('content-length');
			return payload.slice(0, Math.floor(payload.length / 2));
		case 'cutBody':
			return Readable.from(cutOff(bytesOf(payload), () => reply.raw.destroy()));
		case 'trickle':
			return Readable.from(trickled(fault.ms, bytesOf(payload), wait));
		case 'empty':
			reply.code(200).removeHeader('content-length');
			return '';
		default:
			return payload;
	}
}

const SECOND_MS = 1_000;

async function* trickled(
	ms: number,
	content: Promise<Buffer>,
	wait: (ms: number) => Promise<void>,
): AsyncGenerator<Buffer> {
	const bytes = await content;
	let sent = 0;
	for (; sent * SECOND_MS < ms; sent++) {
		yield bytes.subarray(sent, sent + 1);
		await wait(SECOND_MS);
	}
	yield bytes.subarray(sent);
}

async function* cutOff(content: Promise<Buffer>, cut: () => void): AsyncGenerator<Buffer> {
	const bytes = await content;
	yield bytes.subarray(0, bytes.length / 2);
	await nextTurn();
	cut();
}

async function bytesOf(payload: unknown): Promise<Buffer> {
	if (!(payload instanceof Readable)) return Buffer.from(String(payload));
	return Buffer.concat(await payload.toArray());
}
