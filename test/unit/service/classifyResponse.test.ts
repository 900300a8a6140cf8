import { NodeOperationError } from 'n8n-workflow';
import { ServiceError } from '../../../nodes/DocScore/service/errors';
import { noAnswer } from '../../../nodes/DocScore/engine/http/noAnswer';
import { classifyStatus } from '../../../nodes/DocScore/service/classifyResponse';
import { readBody, readReply } from '../../../nodes/DocScore/service/reply';
import { ADDRESS, TRY_LATER } from '../../../nodes/DocScore/service/messages';

const REFUSED = { outcome: 'rejected', transient: false };
const REFUSED_FOR_NOW = { outcome: 'rejected', transient: true };
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

describe('What an answer means', () => {
	it.each([
		[302, REFUSED],
		[400, REFUSED],
		[401, REFUSED],
		[404, REFUSED],
		[408, UNKNOWN],
		[413, REFUSED],
		[425, UNKNOWN],
		[429, REFUSED_FOR_NOW],
		[499, REFUSED],
		[500, UNKNOWN],
		[501, UNKNOWN],
		[520, UNKNOWN],
		[522, UNKNOWN],
		[599, UNKNOWN],
		[Number.NaN, UNKNOWN_FOR_GOOD],
	])('status %d', (status, verdict) => {
		expect(classifyStatus(status)).toEqual(verdict);
	});

	it.each([
		['<!doctype html><title>Sign in</title>', UNKNOWN],
		['{"docs":[{"id"', UNKNOWN],
		['', UNKNOWN],
		['[1]', UNKNOWN_FOR_GOOD],
		['null', UNKNOWN_FOR_GOOD],
	])('a success with %j', (text, verdict) => {
		const reply = { status: 200, headers: {}, text };
		expect(thrownBy(() => readBody(reply))).toMatchObject(verdict);
		expect(thrownBy(() => readReply(reply))).toMatchObject(verdict);
	});

	it.each(['"FAILURE"', '200', 'false'])('statusCode %s, where one is specified', (statusCode) => {
		const reply = { status: 200, headers: {}, text: `{"statusCode":${statusCode}}` };
		expect(thrownBy(() => readReply(reply))).toMatchObject(UNKNOWN_FOR_GOOD);
		expect(readBody(reply)).toEqual(JSON.parse(reply.text));
	});
});

describe('What a missing answer means', () => {
	const errorWith = (fields: object, cause?: Error) =>
		Object.assign(new Error('failed', { cause }), fields);

	const wrapped = (times: number, cause: Error): Error =>
		times === 0 ? cause : errorWith({}, wrapped(times - 1, cause));

	it.each<[string, Error, object]>([
		['a refused connection', errorWith({ code: 'ECONNREFUSED' }), REFUSED_FOR_NOW],
		['an unknown name', errorWith({ code: 'ENOTFOUND' }), REFUSED_FOR_NOW],
		['a name server that is away', errorWith({ code: 'EAI_AGAIN' }), REFUSED_FOR_NOW],
		['n8n 1.x, which keeps the code only', errorWith({ httpCode: 'ENOTFOUND' }), REFUSED_FOR_NOW],
		['no way there', errorWith({ code: 'EHOSTUNREACH', syscall: 'connect' }), REFUSED_FOR_NOW],
		['a slow connect', errorWith({ code: 'ETIMEDOUT', syscall: 'connect' }), REFUSED_FOR_NOW],
		[
			'no way to any of its addresses',
			Object.assign(new AggregateError([errorWith({ code: 'ENETUNREACH', syscall: 'connect' })]), {
				code: 'ENETUNREACH',
			}),
			REFUSED_FOR_NOW,
		],
		[
			'what n8n wraps',
			errorWith({}, errorWith({ code: 'EHOSTUNREACH', syscall: 'connect' })),
			REFUSED_FOR_NOW,
		],
		[
			'what is wrapped four times',
			wrapped(4, errorWith({ code: 'EHOSTUNREACH', syscall: 'connect' })),
			REFUSED_FOR_NOW,
		],
		[
			'what is wrapped more often',
			wrapped(5, errorWith({ code: 'EHOSTUNREACH', syscall: 'connect' })),
			UNKNOWN,
		],
		['the way lost meanwhile', errorWith({ code: 'EHOSTUNREACH', syscall: 'read' }), UNKNOWN],
		['the net lost, nothing else known', errorWith({ code: 'ENETUNREACH' }), UNKNOWN],
		['n8n 1.x, no way', errorWith({ httpCode: 'EHOSTUNREACH' }), UNKNOWN],
		['a broken connection', errorWith({ code: 'ECONNRESET', syscall: 'read' }), UNKNOWN],
		['a time that is over', errorWith({ code: 'ECONNABORTED' }), UNKNOWN],
		['a certificate that has expired', errorWith({ code: 'CERT_HAS_EXPIRED' }), REFUSED],
		['one of its own', errorWith({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }), REFUSED],
	])('%s', (_, error, verdict) => {
		expect(thrownBy(() => raise(noAnswer(error)))).toMatchObject(verdict);
	});

	it('says how, in the words of the nearest cause, and advises where nothing was sent', () => {
		const refused = noAnswer(
			errorWith({}, errorWith({ code: 'ECONNREFUSED' }, errorWith({ code: 'X' }))),
		);
		expect(refused).toMatchObject({
			message: 'The service did not respond: connection refused (ECONNREFUSED)',
			details: { description: ADDRESS, said: undefined },
		});
		const host = { what: 'The file host did not respond', advice: 'Look at it' };
		const broken = noAnswer(errorWith({ syscall: 'read' }), host);
		expect(broken).toMatchObject({
			message: 'The file host did not respond',
			details: { description: TRY_LATER, said: 'n8n says: failed' },
		});
		expect(noAnswer('gone')).toMatchObject({ details: { said: 'n8n says: gone' } });
		expect(noAnswer(errorWith({ code: 7, httpCode: 'ENOTFOUND' }))).toMatchObject({
			details: { said: 'n8n says: failed' },
		});
	});

	it('says that n8n blocks the address, and who can allow it', () => {
		const blocked = Object.assign(new Error('Restricted'), { name: 'SsrfBlockedIpError' });
		expect(noAnswer(errorWith({}, blocked), { what: 'The link did not respond' })).toMatchObject({
			message: 'The link did not respond: n8n blocks this address (SsrfBlockedIpError)',
			details: { ...REFUSED, description: expect.stringMatching(/add it to N8N_SSRF_ALLOWED_/) },
		});
	});

	it.each([
		['EAI_AGAIN', ': host name not found (EAI_AGAIN)'],
		['ENETUNREACH', ': network not reachable (ENETUNREACH)'],
		['ETIMEDOUT', ': timeout (ETIMEDOUT)'],
		['EPIPE', ': connection lost (EPIPE)'],
		['CERT_HAS_EXPIRED', ': certificate not trusted (CERT_HAS_EXPIRED)'],
		['EPROTO', ' (EPROTO)'],
	])('says what %s means, if that is known', (code, told) => {
		expect(noAnswer(errorWith({ code })).message).toBe(`The service did not respond${told}`);
	});

	it('says of a lost connection only the code', () => {
		const lost = { what: 'The connection was lost' };
		const error = noAnswer(errorWith({ code: 'ECONNRESET' }), lost, { brokenOffBytes: 7 });
		expect(error.message).toBe('The connection was lost (ECONNRESET)');
	});

	it('gives an error of n8n as it is', () => {
		const node = { id: '', name: '', type: '', typeVersion: 1, position: [0, 0], parameters: {} };
		const error = new NodeOperationError({ ...node, position: [0, 0] }, 'No credential');
		expect(noAnswer(error)).toBe(error);
	});
});

function raise(error: Error): never {
	throw error;
}
