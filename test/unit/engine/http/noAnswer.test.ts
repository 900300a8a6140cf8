import { NodeOperationError } from 'n8n-workflow';
import { noAnswer } from '../../../../nodes/DocScore/engine/http/noAnswer';
import { TRY_LATER } from '../../../../nodes/DocScore/service/messages';
import { ServiceError } from '../../../../nodes/DocScore/service/errors';

const failed = (message: string, facts: object = {}, cause?: unknown): Error =>
	Object.assign(new Error(message, { cause }), facts);

/** n8n's error for an address that its rules forbid. */
const blocked = failed('Not allowed', { name: 'SsrfBlockedIpError' });
/** Node.js has one error for all addresses of a host. */
const unreachable = Object.assign(
	new AggregateError([failed('', { syscall: 'connect' }), failed('', { syscall: 'read' })]),
	{ code: 'ETIMEDOUT' },
);

const DOWN = 'The service did not respond';

describe('An error without a response', () => {
	it.each<[string, unknown, string, ServiceError['details']['outcome'], boolean]>([
		[
			'of the name server',
			failed('x', { code: 'ENOTFOUND' }),
			`${DOWN}: host name not found (ENOTFOUND)`,
			'rejected',
			true,
		],
		[
			'of all addresses of a host',
			failed('x', {}, unreachable),
			`${DOWN}: timeout (ETIMEDOUT)`,
			'rejected',
			true,
		],
		[
			'that n8n 1.x has as a status',
			failed('x', { httpCode: 'ECONNRESET' }),
			`${DOWN}: connection lost (ECONNRESET)`,
			'unknown',
			true,
		],
		[
			'during the connection',
			failed('x', { code: 'ETIMEDOUT', syscall: 'connect' }),
			`${DOWN}: timeout (ETIMEDOUT)`,
			'rejected',
			true,
		],
		[
			'of a certificate',
			failed('x', { code: 'CERT_HAS_EXPIRED' }),
			`${DOWN}: certificate not trusted (CERT_HAS_EXPIRED)`,
			'rejected',
			false,
		],
		[
			'of https where a server speaks http',
			failed('x', { code: 'EPROTO', syscall: 'write' }),
			`${DOWN}: no encrypted connection (EPROTO)`,
			'rejected',
			true,
		],
		[
			"of n8n's own rules",
			failed('x', {}, blocked),
			`${DOWN}: n8n blocks this address (SsrfBlockedIpError)`,
			'rejected',
			false,
		],
		['with an odd code', failed('x', { code: 'EODD' }), `${DOWN} (EODD)`, 'unknown', true],
		['with a number as code', failed('x', { code: 7 }), DOWN, 'unknown', true],
		['without a code', failed('x'), DOWN, 'unknown', true],
		['that is none', null, DOWN, 'unknown', true],
		['of a host without addresses', new AggregateError([]), DOWN, 'unknown', true],
		[
			'although a response came',
			failed('x', { httpCode: '200' }),
			'The response could not be read (status 200)',
			'unknown',
			true,
		],
	])(
		'%s says why, and whether the request may have arrived',
		(_, error, message, outcome, again) => {
			const told = noAnswer(error, {});
			expect(told).toBeInstanceOf(ServiceError);
			expect(told).toMatchObject({ message, details: { outcome, transient: again } });
		},
	);

	it.each([failed('key abc'), failed('key abc', { httpCode: '200' })])(
		'without a code quotes n8n, with secrets masked: %p',
		(error) => {
			const mask = (text: string) => text.replace('abc', '***');
			expect(noAnswer(error, { mask })).toMatchObject({ details: { said: 'n8n says: key ***' } });
		},
	);

	it.each([
		['DEPTH_ZERO_SELF_SIGNED_CERT', /NODE_EXTRA_CA_CERTS/],
		['SELF_SIGNED_CERT_IN_CHAIN', /NODE_EXTRA_CA_CERTS/],
		['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', /NODE_EXTRA_CA_CERTS/],
		['UNABLE_TO_VERIFY_LEAF_SIGNATURE', /NODE_EXTRA_CA_CERTS/],
		['ERR_TLS_CERT_ALTNAME_INVALID', /^Check the Base URL/],
		['EPROTO', /^Check the Base URL/],
	])('of the code %s says what to do', (code, advice) => {
		const told = noAnswer(failed('x', { code }), {});
		expect(told).toMatchObject({ details: { description: expect.stringMatching(advice) } });
	});

	it('with a code does not quote n8n, and nobody needs to look at the address', () => {
		const told = noAnswer(failed('x', { code: 'ECONNRESET' }), {});
		expect(told).toMatchObject({ details: { said: undefined, description: TRY_LATER } });
	});

	it('of a download that broke off is not said twice', () => {
		const told = noAnswer(failed('x', { code: 'ECONNRESET' }), {}, { brokenOffBytes: 7 });
		expect(told).toMatchObject({ message: `${DOWN} (ECONNRESET)`, details: { brokenOffBytes: 7 } });
	});

	it("stays as it is if it is n8n's or the service's own", () => {
		const node = { id: '', name: '', type: '', typeVersion: 1, parameters: {} };
		const own = new NodeOperationError({ ...node, position: [0, 0] }, 'Stopped');
		const service = new ServiceError('Busy', { outcome: 'rejected', transient: true });
		expect([noAnswer(own, {}), noAnswer(service, {})]).toEqual([own, service]);
	});

	it('ends causes that go round', () => {
		const round = failed('x');
		round.cause = round;
		expect(noAnswer(round, {}).message).toBe(DOWN);
	});
});
