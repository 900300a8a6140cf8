import { ServiceError } from '../../../nodes/DocScore/service/errors';
import { type HttpReply, readReply } from '../../../nodes/DocScore/service/reply';
import { ADDRESS, COPY_KEY, TRY_LATER } from '../../../nodes/DocScore/service/messages';

function errorOf(reply: Partial<HttpReply>): ServiceError {
	try {
		readReply({ status: 200, headers: {}, text: '', ...reply });
	} catch (error) {
		if (error instanceof ServiceError) return error;
	}
	throw new Error('The reply was taken for a success');
}

describe('readReply', () => {
	it('accepts any status from 200 to 299 as a success, and no others', () => {
		const text = '{"docs":[]}';
		for (const status of [200, 201, 299]) {
			expect(readReply({ status, headers: {}, text })).toEqual({ docs: [] });
		}
		for (const status of [199, 300]) expect(errorOf({ status, text }).details.status).toBe(status);
	});

	it.each([
		['', 'an empty response'],
		['<!doctype html>', 'a web page'],
		['\n<!doctype html>', 'a web page'],
		['{"docs":[{"id"', 'a truncated response'],
		['[1]', 'plain text'],
		['null', 'plain text'],
		['ok', 'plain text'],
	])('names the shape of a success with %j that is not an object', (text, shape) => {
		const { message, details } = errorOf({ text });
		expect(message).toBe(`The service returned ${shape} instead of data`);
		expect(details.description).toContain('ask your network administrator');
	});

	it("quotes the service's texts, and no other values", () => {
		const text = '{"error":"Bad template","details":"No such id"}';
		expect(errorOf({ status: 400, text })).toMatchObject({
			message: 'The service rejected the request. The service says: Bad template. No such id',
			details: {
				status: 400,
				outcome: 'rejected',
				transient: false,
			},
		});
		expect(errorOf({ status: 400, text: '{"error":{"a":1}}' }).message).toBe(
			'The service rejected the request (status 400)',
		);
	});

	it.each<[string, string | undefined]>([
		['https://other.example/login?token=secret', 'https://other.example'],
		['https://ana:pw@other.example:8443/', 'https://other.example:8443'],
		['https://other.example/\n\nPay here', 'https://other.example'],
		[`https://${'a'.repeat(300)}.example/`, `https://${'a'.repeat(92)}…`],
		['javascript:alert(1)', undefined],
		['Enter your key at evil.example', undefined],
	])(
		'quotes of the target of a redirect only its origin, and not as advice: %s',
		(location, to) => {
			const { description, said } = errorOf({ status: 302, headers: { location } }).details;
			expect(said).toBe(to && `The server redirects to: ${to}`);
			expect(description).toBe(ADDRESS);
		},
	);

	it("shortens the service's words, and shows them on one line", () => {
		const words = `No\n\n${'x'.repeat(5_000_000)}`;
		const text = JSON.stringify({ error: words, details: words });
		for (const status of [400, 401]) {
			const { message, details } = errorOf({ status, text });
			expect(message.length + (details.said ?? '').length).toBeLessThan(1_200);
			expect(message + (details.said ?? '')).toContain('The service says: No xxx');
		}
		const failure = JSON.stringify({ statusCode: 'FAILURE', statusMessage: words });
		expect(errorOf({ status: 200, text: failure }).message.length).toBeLessThan(600);
	});

	it('replaces "workflow run" with "run", because it means something else in n8n', () => {
		const said = 'Workflow run not found, and no workflow runs';
		const text = JSON.stringify({ error: 'Gone', details: said });
		expect(errorOf({ status: 410, text }).message).toContain('Run not found, and no runs');
	});

	const RIGHT = 'Use an API Key that has this permission, or contact the provider';
	const MEND = 'Check the parameters, or contact the provider';
	const LOOK = expect.stringMatching(/^Look for the document or recording in the dashboard/);
	const SMALLER = 'Make the file, the metadata or the list of URLs smaller';

	it.each([
		[302, 'The Base URL in the credential redirects to another address'],
		[401, 'The service rejected the API Key'],
		[403, 'This API Key does not have permission'],
		[404, 'The Base URL in the credential is wrong'],
		[408, 'The service has a temporary problem'],
		[409, 'The service reports a conflict'],
		[413, 'The request is too large for the service'],
		[418, 'The service rejected the request'],
		[429, 'Rate limit reached'],
	])('says what status %i means, and the shape of the response', (status, what) => {
		const { message } = errorOf({ status, text: '<p>' });
		expect(message).toBe(`${what} (status ${status}, a web page)`);
	});

	it('advises to read shorter periods if a search ends at so many runs', () => {
		const error = errorOf({ status: 400, text: '{"error":"Result window is too large"}' });
		expect(error.message).toMatch(/^The service cannot list that many runs/);
		expect(error.details.description).toMatch(/^Use Created After and Created Before/);
	});

	it.each<[number, string, string]>([
		[300, ADDRESS, ADDRESS],
		[399, ADDRESS, ADDRESS],
		[400, MEND, MEND],
		[401, `${COPY_KEY}. ${ADDRESS}`, COPY_KEY],
		[403, `${RIGHT}. ${ADDRESS}`, RIGHT],
		[404, ADDRESS, ADDRESS],
		[405, ADDRESS, ADDRESS],
		[406, MEND, MEND],
		[409, LOOK, LOOK],
		[413, SMALLER, SMALLER],
		[429, TRY_LATER, TRY_LATER],
		[500, TRY_LATER, TRY_LATER],
	])(
		"advises on status %i, and differently if the body is the service's own",
		(status, advice, own) => {
			expect(errorOf({ status }).details).toMatchObject({ description: advice, isOwnBody: false });
			expect(errorOf({ status, text: '{"error":"No"}' }).details).toMatchObject({
				description: own,
				isOwnBody: true,
			});
		},
	);

	it.each([401, 403, 404, 405])('quotes the service after the advice on status %i', (status) => {
		const { message, details } = errorOf({ status, text: '{"error":"No such thing"}' });
		expect(details.said).toBe('The service says: No such thing');
		expect(message).not.toContain('No such thing');
	});

	it('reads no Retry-After if the same request cannot succeed later', () => {
		const headers = { 'retry-after': '7' };
		expect(errorOf({ status: 400, headers }).details.retryAfterMs).toBeUndefined();
	});

	it.each<[HttpReply['headers'], number | undefined]>([
		[{ 'retry-after': '7' }, 7_000],
		[{ 'retry-after': 7 }, 7_000],
		[{ 'retry-after': '86400' }, 86_400_000],
		[{ 'retry-after': '-5' }, 0],
		[{ 'retry-after': '1e308' }, 86_400_000],
		[{ 'retry-after': 'Infinity' }, 86_400_000],
		[{ 'retry-after': 'soon' }, undefined],
		[{}, undefined],
		[
			{
				'retry-after': 'Wed, 21 Oct 2026 07:28:09 GMT',
				date: 'Wed, 21 Oct 2026 07:28:00 GMT',
			},
			9_000,
		],
		[{ 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' }, 0],
	])('reads the Retry-After from %j', (headers, ms) => {
		expect(errorOf({ status: 429, headers, text: '{"error":"x"}' }).details.retryAfterMs).toBe(ms);
	});
});
