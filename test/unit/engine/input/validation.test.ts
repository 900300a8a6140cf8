import {
	checkHttpUrl,
	checkUuid,
	uuidsIn,
} from '../../../../nodes/DocScore/engine/input/validation';
import { InputError } from '../../../../nodes/DocScore/engine/input/inputError';
import { cleanBaseUrl } from '../../../../nodes/DocScore/engine/http/credential';
import { ADDRESS } from '../../../../nodes/DocScore/service/messages';
import { readFullResponse } from '../../../../nodes/DocScore/engine/http/connection';

const ID = '5f0c2b1e-8a94-4d3b-9c61-0d5a7e4f2b18';
const OTHER_ID = '769956DF-7d4b-4970-a141-e12efd56caf3';

describe('checkUuid', () => {
	it('accepts a UUID in upper or lower case', () => {
		expect([ID, OTHER_ID].map((id) => checkUuid('Run', id, ''))).toEqual([ID, OTHER_ID]);
	});

	it.each([
		['', "'Run' is empty"],
		[` ${ID}`, `'Run' cannot be a name: ' ${ID}'`],
		[`${ID}1`, `'Run' is not a valid ID: '${ID}1'`],
		[ID.slice(1), `'Run' is not a valid ID: '${ID.slice(1)}'`],
		['7', "'Run' cannot be a number: '7'"],
		['https://a.example', "'Run' cannot be a URL: 'https://a.example'"],
		['a b.PDF', "'Run' cannot be the name of a file: 'a b.PDF'"],
		['Invoice', "'Run' cannot be a name: 'Invoice'"],
	])('rejects %j', (value, message) => {
		const description = expect.stringMatching(/^Enter the ID, such as .+, from a list$/);
		expect(() => checkUuid('Run', value, 'from a list')).toThrow(
			expect.objectContaining({ message, description }),
		);
	});

	it('finds each ID in a text once', () => {
		expect(uuidsIn(`https://a.example/${ID}/${OTHER_ID}?of=${ID}`)).toEqual([ID, OTHER_ID]);
		expect(uuidsIn('https://a.example')).toEqual([]);
	});
});

describe('A URL', () => {
	it.each(['https://a.example/b?c=d', 'HTTP://a', 'http://127.0.0.1:5000'])('can be %s', (url) => {
		expect(checkHttpUrl('Link', url, 'Mend it')).toBe(url);
	});

	it.each([
		['', 'is empty'],
		['C:\\Users\\a.pdf', 'cannot be a file on a computer'],
		['\\\\server\\a.pdf', 'cannot be a file on a computer'],
		['/home/a.pdf', 'cannot be a file on a computer'],
		['~/a.pdf', 'cannot be a file on a computer'],
		['file:///a.pdf', 'cannot be a file on a computer'],
		['Invoice 7.pdf', 'cannot be the name of a file'],
		['a.example', 'must start with https://'],
		['ftp://a.example', 'must start with https://'],
		['https://', 'is not a valid URL'],
		['https://[', 'is not a valid URL'],
		['localhost:5000/v1', 'must start with https://'],
		['Invoice 1.2', 'must start with https://'],
		[' http://a', 'must start with https://'],
		['ana@a.example', 'must start with https://'],
	])('cannot be %j', (url, told) => {
		const message = new InputError('Link', url, told, '').message;
		expect(() => checkHttpUrl('Link', url, 'Mend it')).toThrow(new Error(message));
	});

	it('of the credential may have surrounding spaces and trailing slashes', () => {
		expect(cleanBaseUrl(' https://a.example/api// ')).toBe('https://a.example/api');
		expect(() => cleanBaseUrl(undefined)).toThrow("'Base URL' is empty");
	});

	it('of the credential may contain an @ behind the host name', () => {
		const url = 'https://a.example/@tenant/v1';
		expect(cleanBaseUrl(url)).toBe(url);
	});

	it.each(['localhost:5000/v1', 'docscore'])('of the credential cannot be %s', (value) => {
		const message = `'Base URL' must start with https://: '${value}'`;
		expect(() => cleanBaseUrl(value)).toThrow(new Error(message));
	});

	const API = 'https://a.example/api';
	const USER = 'contains a user name or password';
	it.each([
		['https://ana@a.example', USER, ADDRESS],
		['https://:pw@a.example', USER, ADDRESS],
		['ana:pw@a.example', USER, ADDRESS],
		['https//ana:pw@a.example', USER, ADDRESS],
		[
			`${API}/workflows/submit?key=7`,
			`contains the path of a single request: '${API}/workflows/submit?…'`,
			'Remove /workflows/submit from its end',
		],
		[`${API}?key=7`, `contains a question mark or #: '${API}?…'`, ADDRESS],
		[`${API}#b`, `contains a question mark or #: '${API}?…'`, ADDRESS],
		['http://127.1', "can be read in two ways: 'http://127.1'", /^If.+ as 127\.0\.0\.1, without/],
		[
			'https://a.example\\b',
			"can be read in two ways: 'https://a.example\\b'",
			/\. Check the Base/,
		],
		['https://api.example.com', "is only an example: 'https://api.example.com'", /^Enter the addr/],
	])('of the credential cannot be %j', (value, problem, advice) => {
		const message = `'Base URL' ${problem}`;
		const description = expect.stringMatching(advice);
		expect(() => cleanBaseUrl(value)).toThrow(expect.objectContaining({ message, description }));
	});

	it('of the credential can have a host in upper case', () => {
		expect(cleanBaseUrl('https://A.example/api')).toBe('https://A.example/api');
	});

	it('of the credential is read in linear time', () => {
		const url = `https://a.example/${'/'.repeat(100_000)}x`;
		const begunAt = performance.now();
		expect(cleanBaseUrl(url)).toBe(url);
		expect(performance.now() - begunAt).toBeLessThan(1_000);
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
