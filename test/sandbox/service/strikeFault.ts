import type { FastifyReply } from 'fastify';
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
				.code(fault.status ?? 502)
				.type('text/html; charset=utf-8')
				.send('<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>');
			return true;
		case 'notSuccess':
			void reply.code(200).send({
				statusCode: 'FAILURE',
				statusMessage: fault.statusMessage ?? 'The operation failed',
			});
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

/** Spoils the response of a request that was acted on. */
export function spoilAnswer(fault: Fault, reply: FastifyReply, payload: unknown): unknown {
	switch (fault.kind) {
		case 'cutAfter':
			reply.raw.destroy();
			return payload;
		case 'cutJson':
			if (typeof payload !== 'string') return payload;
			reply.code(200).removeHeader('content-length');
			return payload.slice(0, Math.floor(payload.length / 2));
		case 'empty':
			reply.code(200).removeHeader('content-length');
			return '';
		default:
			return payload;
	}
}
