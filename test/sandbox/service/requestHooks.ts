import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isObject } from '../../../nodes/DocScore/service/json';
import { cutsConnection, type Fault } from '../faults';
import { pause } from '../../node';
import type { Endpoint, RequestRecord } from '../records';
import type { SandboxState } from '../state';
import { ServiceError } from './errors';
import { setRetryAfter } from './rateLimit';
import { spoilAnswer, strikeBefore } from './strikeFault';

declare module 'fastify' {
	interface FastifyContextConfig {
		endpoint?: Endpoint;
	}
	interface FastifyRequest {
		/** The fault that affects this request. */
		fault: Fault | null;
		record: RequestRecord | null;
	}
}

/** Logs every request to an endpoint, applies faults and checks the key. */
export function watchRequests(app: FastifyInstance, state: SandboxState): void {
	app.decorateRequest('fault', null);
	app.decorateRequest('record', null);

	app.addHook('onRequest', async (request, reply) => {
		const endpoint = request.routeOptions.config?.endpoint;
		if (endpoint === undefined) return;
		await state.clock.released();
		reply.header('date', new Date(state.serviceNow()).toUTCString());
		const authorization = judgeKey(request, state.key);
		const record = state.requestLog.start(endpoint, authorization);
		request.record = record;
		void closing(reply).then(() => state.requestLog.end(record));

		const { fault } = await strike(state, reply, endpoint);
		request.fault = fault;
		if (fault !== null && strikeBefore(fault, reply, state.serviceNow())) return;
		// A presigned URL itself grants access, so files need no key.
		if (endpoint === 'files') return;
		if (authorization === 'wrong' || authorization === 'none') {
			const details = 'Send the header Authorization: Bearer <API key>';
			throw new ServiceError(401, 'API key is invalid or missing', details);
		}
		keepToLimit(reply, state);
	});

	app.addHook('preValidation', async (request, reply) => {
		const { record, body } = request;
		if (record === null || body === undefined) return;
		record.body = body;
		const { run_id: runName } = isObject(body) ? body : {};
		if (typeof runName === 'string') await strike(state, reply, record.endpoint, runName);
	});

	app.addHook('onSend', async (request, reply, payload) => {
		const { fault, record } = request;
		const closed = closing(reply);
		const wait = async (ms: number) =>
			fault?.kind === 'trickle' && fault.by === 'clock'
				? await state.clock.wait(ms, closed)
				: await pause(ms);
		const sent = fault === null ? payload : spoilAnswer(fault, reply, payload, wait);
		// Recorded before the response is sent, because the client may read the log immediately afterwards.
		if (record !== null && !(fault !== null && cutsConnection(fault))) {
			record.status = reply.statusCode;
		}
		return sent;
	});
}

/** The fault that affects a request, after its latency. */
async function strike(
	state: SandboxState,
	reply: FastifyReply,
	...of: [endpoint: Endpoint, runName?: string]
) {
	const struck = state.faults.strike(...of);
	if (struck.delayMs > 0) await pause(struck.delayMs);
	if (struck.clockDelayMs > 0) await state.clock.wait(struck.clockDelayMs, closing(reply));
	return struck;
}

async function closing(reply: FastifyReply): Promise<void> {
	await new Promise<void>((resolve) => reply.raw.once('close', resolve));
}

/** @throws ServiceError if the rate limit is exceeded */
function keepToLimit(reply: FastifyReply, state: SandboxState): void {
	const { requestsPerSecond, retryAfter } = state.dialect;
	if (requestsPerSecond === null) return;
	const waitMs = state.bucket.take(requestsPerSecond, state.clock.now());
	if (waitMs === 0) return;
	setRetryAfter(reply, waitMs, { form: retryAfter, now: state.serviceNow() });
	throw new ServiceError(429, 'Too many requests');
}

function judgeKey(request: FastifyRequest, key: string): RequestRecord['authorization'] {
	const header = request.headers.authorization;
	if (header === undefined) return 'none';
	const [, given] = /^Bearer +(.+)$/i.exec(header) ?? [];
	if (given === `${key}-other`) return 'other';
	return given === key ? 'valid' : 'wrong';
}
