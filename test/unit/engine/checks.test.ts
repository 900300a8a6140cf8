import { checkHttpUrl, checkUuid, uuidsIn } from '../../../nodes/DocScore/engine/checks';
import { cleanBaseUrl, readFullResponse } from '../../../nodes/DocScore/engine/http';

const ID = '5f0c2b1e-8a94-4d3b-9c61-0d5a7e4f2b18';
const OTHER_ID = '769956DF-7d4b-4970-a141-e12efd56caf3';

describe('An ID', () => {
	it('is a UUID, in whatever case', () => {
		expect([ID, OTHER_ID].map((id) => checkUuid('Run', id, ''))).toEqual([ID, OTHER_ID]);
	});

	it.each([
		['', 'Run is empty: ""'],
		[` ${ID}`, `Run is not a UUID: " ${ID}"`],
		[`${ID}1`, `Run is not a UUID: "${ID}1"`],
		[ID.slice(1), `Run is not a UUID: "${ID.slice(1)}"`],
	])('is not %j', (value, message) => {
		expect(() => checkUuid('Run', value, 'from a list')).toThrow(message);
	});

	it('is found in a text, each once', () => {
		expect(uuidsIn(`https://a.example/${ID}/${OTHER_ID}?of=${ID}`)).toEqual([ID, OTHER_ID]);
		expect(uuidsIn('https://a.example')).toEqual([]);
	});
});

describe('An address', () => {
	it.each(['https://a.example/b?c=d', 'HTTP://a', 'http://127.0.0.1:5000'])('is %s', (url) => {
		expect(checkHttpUrl('Link', url)).toBe(url);
	});

	it.each(['', 'a.example', 'ftp://a.example', 'https://', 'https:///a', 'https://[', ' http://a'])(
		'is not %j',
		(url) => {
			expect(() => checkHttpUrl('Link', url)).toThrow('Link is not an http(s) URL');
		},
	);

	it('of the credential may have spaces around and slashes behind', () => {
		expect(cleanBaseUrl(' https://a.example/api// ')).toBe('https://a.example/api');
		expect(() => cleanBaseUrl(undefined)).toThrow('Base URL is not an http(s) URL: ""');
	});
});

describe('A full response of n8n', () => {
	it.each([
		[
			{ statusCode: 201, headers: { a: 'b' }, body: 'c' },
			{ status: 201, headers: { a: 'b' }, text: 'c' },
		],
		[
			{ statusCode: '404', body: { error: 'd' } },
			{ status: 404, headers: {}, text: '{"error":"d"}' },
		],
		[
			{ statusCode: 204, headers: null },
			{ status: 204, headers: {}, text: '' },
		],
		['gone', { status: Number.NaN, headers: {}, text: '' }],
	])('is read from %j', (response, reply) => {
		expect(readFullResponse(response)).toEqual(reply);
	});
});
