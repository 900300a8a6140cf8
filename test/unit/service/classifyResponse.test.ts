import { NodeOperationError } from 'n8n-workflow';
import { ServiceError } from '../../../nodes/DocScore/service/errors';
import { noAnswer } from '../../../nodes/DocScore/engine/http/noAnswer';
import { classifyStatus } from '../../../nodes/DocScore/service/classifyResponse';
import { readBody, readReply } from '../../../nodes/DocScore/service/reply';
import { ADDRESS, TRY_LATER } from '../../../nodes/DocScore/service/messages';

const REJECTED = { outcome: 'rejected', transient: false };
const REJECTED_FOR_NOW = { outcome: 'rejected', transient: true };
const UNKNOWN = { outcome: 'unknown', transient: true };
const UNKNOWN_FOR_GOOD = { outcome: 'unknown', transient: false };

function thrownBy(work: () => unknown): ServiceError['details'] {
	try {
		work();
	} catch (error) {
		if (error instanceof ServiceError) return error.details;
	}
	throw new Error('It was no ServiceError');
}

describe('The classification of a response', () => {
	it.each([
		[199, UNKNOWN_FOR_GOOD],
		[300, REJECTED],
		[302, REJECTED],
		[400, REJECTED],
		[401, REJECTED],
		[404, REJECTED],
		[408, UNKNOWN],
		[413, REJECTED],
		[425, UNKNOWN],
		[429, REJECTED_FOR_NOW],
		[499, REJECTED],
		[500, UNKNOWN],
		[501, UNKNOWN],
		[520, UNKNOWN],
		[522, UNKNOWN],
		[599, UNKNOWN],
		[Number.NaN, UNKNOWN_FOR_GOOD],
	])('with status %d is correct', (status, expected) => {
		expect(classifyStatus(status)).toEqual(expected);
	});

	it.each([
		['<!doctype html><title>Sign in</title>', UNKNOWN],
		['{"docs":[{"id"', UNKNOWN],
		['', UNKNOWN],
		['[1]', UNKNOWN_FOR_GOOD],
		['null', UNKNOWN_FOR_GOOD],
	])('with a success and %j is correct', (text, expected) => {
		const reply = { status: 200, headers: {}, text };
		expect(thrownBy(() => readBody(reply))).toMatchObject(expected);
		expect(thrownBy(() => readReply(reply))).toMatchObject(expected);
	});

	it.each(['"FAILURE"', '200', 'false'])(
		'with statusCode %s is a failure only if the endpoint specifies one',
		(statusCode) => {
			const reply = { status: 200, headers: {}, text: `{"statusCode":${statusCode}}` };
			expect(thrownBy(() => readReply(reply))).toMatchObject(UNKNOWN_FOR_GOOD);
			expect(readBody(reply)).toEqual(JSON.parse(reply.text));
		},
	);
});

it('An error body of any length is read in linear time', () => {
	const body = (error: string) => ({ status: 404, headers: {}, text: JSON.stringify({ error }) });
	const begunAt = performance.now();
	const long = thrownBy(() => readReply(body(`No route: ${'a'.repeat(80_000)}`)));
	expect(performance.now() - begunAt).toBeLessThan(1_000);
	expect(long.isWrongPath).toBe(true);
	// Words in a path do not count.
	const path = thrownBy(() => readReply(body('No route: "/v1/run/document"')));
	expect(path.isWrongPath).toBe(true);
	const run = thrownBy(() => readReply(body('POST /v1/workflows/runs: run not found')));
	expect(run.isWrongPath).toBeFalsy();
	expect(thrownBy(() => readReply(body('Cannot find workflows/run'))).isWrongPath).toBe(true);
	expect(thrownBy(() => readReply({ ...body(''), text: '' })).isWrongPath).toBe(true);
	// A body that names no path says that the requested object does not exist.
	expect(thrownBy(() => readReply(body('Gone'))).isWrongPath).toBeFalsy();
});

describe('The classification of a missing response', () => {
	const errorWith = (fields: object, cause?: Error) =>
		Object.assign(new Error('failed', { cause }), fields);

	const wrapped = (times: number, cause: Error): Error =>
		times === 0 ? cause : errorWith({}, wrapped(times - 1, cause));

	it.each<[string, Error, object]>([
		['a refused connection', errorWith({ code: 'ECONNREFUSED' }), REJECTED_FOR_NOW],
		['an unknown host name', errorWith({ code: 'ENOTFOUND' }), REJECTED_FOR_NOW],
		['an unavailable name server', errorWith({ code: 'EAI_AGAIN' }), REJECTED_FOR_NOW],
		['a code of n8n 1.x', errorWith({ httpCode: 'ENOTFOUND' }), REJECTED_FOR_NOW],
		[
			'an unreachable host',
			errorWith({ code: 'EHOSTUNREACH', syscall: 'connect' }),
			REJECTED_FOR_NOW,
		],
		[
			'a timeout while connecting',
			errorWith({ code: 'ETIMEDOUT', syscall: 'connect' }),
			REJECTED_FOR_NOW,
		],
		[
			'several unreachable addresses',
			Object.assign(new AggregateError([errorWith({ code: 'ENETUNREACH', syscall: 'connect' })]), {
				code: 'ENETUNREACH',
			}),
			REJECTED_FOR_NOW,
		],
		[
			'an error that n8n wraps',
			errorWith({}, errorWith({ code: 'EHOSTUNREACH', syscall: 'connect' })),
			REJECTED_FOR_NOW,
		],
		[
			'an error wrapped four times',
			wrapped(4, errorWith({ code: 'EHOSTUNREACH', syscall: 'connect' })),
			REJECTED_FOR_NOW,
		],
		[
			'an error wrapped five times',
			wrapped(5, errorWith({ code: 'EHOSTUNREACH', syscall: 'connect' })),
			UNKNOWN,
		],
		[
			'a host that becomes unreachable',
			errorWith({ code: 'EHOSTUNREACH', syscall: 'read' }),
			UNKNOWN,
		],
		[
			'an unreachable network, if nothing else is known',
			errorWith({ code: 'ENETUNREACH' }),
			UNKNOWN,
		],
		['an unreachable host in n8n 1.x', errorWith({ httpCode: 'EHOSTUNREACH' }), UNKNOWN],
		['a broken connection', errorWith({ code: 'ECONNRESET', syscall: 'read' }), UNKNOWN],
		['a timeout', errorWith({ code: 'ECONNABORTED' }), UNKNOWN],
		['an expired certificate', errorWith({ code: 'CERT_HAS_EXPIRED' }), REJECTED],
		['a self-signed certificate', errorWith({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }), REJECTED],
	])('is correct for %s', (_, error, expected) => {
		expect(thrownBy(() => raise(noAnswer(error, {})))).toMatchObject(expected);
	});

	it('has the reason of the nearest cause, and advice if nothing was sent', () => {
		const raised = noAnswer(
			errorWith({}, errorWith({ code: 'ECONNREFUSED' }, errorWith({ code: 'X' }))),
			{},
		);
		expect(raised).toMatchObject({
			message: 'The service did not respond: connection refused (ECONNREFUSED)',
			details: { description: ADDRESS, said: undefined },
		});
		const host = { what: 'The file host did not respond', advice: 'Look at it' };
		const broken = noAnswer(errorWith({ syscall: 'read' }), host);
		expect(broken).toMatchObject({
			message: 'The file host did not respond',
			details: { description: TRY_LATER, said: 'n8n says: failed' },
		});
		expect(noAnswer('gone', {})).toMatchObject({ details: { said: 'n8n says: gone' } });
		expect(noAnswer(errorWith({ code: 7, httpCode: 'ENOTFOUND' }), {})).toMatchObject({
			details: { said: 'n8n says: failed' },
		});
	});

	it('says that n8n blocks the address, and who can allow it', () => {
		const blocked = Object.assign(new Error('Restricted'), { name: 'SsrfBlockedIpError' });
		expect(noAnswer(errorWith({}, blocked), { what: 'The link did not respond' })).toMatchObject({
			message: 'The link did not respond: n8n blocks this address (SsrfBlockedIpError)',
			details: { ...REJECTED, description: expect.stringMatching(/add it to N8N_SSRF_ALLOWED_/) },
		});
	});

	it.each([
		['EAI_AGAIN', ': host name not found (EAI_AGAIN)'],
		['ENETUNREACH', ': network not reachable (ENETUNREACH)'],
		['ETIMEDOUT', ': timeout (ETIMEDOUT)'],
		['EPIPE', ': connection lost (EPIPE)'],
		['CERT_HAS_EXPIRED', ': certificate not trusted (CERT_HAS_EXPIRED)'],
		['EPROTO', ': no encrypted connection (EPROTO)'],
		['EODD', ' (EODD)'],
	])('explains %s if its meaning is known', (code, told) => {
		expect(noAnswer(errorWith({ code }), {}).message).toBe(`The service did not respond${told}`);
	});

	it('shows only the code of a lost connection', () => {
		const lost = { what: 'The connection was lost' };
		const error = noAnswer(errorWith({ code: 'ECONNRESET' }), lost, { brokenOffBytes: 7 });
		expect(error.message).toBe('The connection was lost (ECONNRESET)');
	});

	it('keeps an error of n8n', () => {
		const node = { id: '', name: '', type: '', typeVersion: 1, position: [0, 0], parameters: {} };
		const error = new NodeOperationError({ ...node, position: [0, 0] }, 'No credential');
		expect(noAnswer(error, {})).toBe(error);
	});
});

function raise(error: Error): never {
	throw error;
}
