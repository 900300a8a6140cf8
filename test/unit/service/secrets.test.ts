import fc from 'fast-check';
import { maskOf, withoutSecrets } from '../../../nodes/DocScore/service/secrets';
import { holds } from '../../harness/jest/draws';
import { FORMS } from '../../harness/jest/quotedForms';

const KEY = 'a-secret/key=+1';
const LINK = 'https://n8n.example.com/rest/binary-data/signed?token=eyJ.e-y_J.7&name=/a.pdf';

const shownOf = (text: string, key = KEY, headers = {}) =>
	withoutSecrets({ status: 400, headers, text }, maskOf(key));

describe('A response never shows', () => {
	it.each([
		['as it is', (text: string) => text],
		[
			'as JSON may escape it',
			(text: string) => text.replaceAll('/', '\\/').replaceAll('=', '\\u003d'),
		],
		['as a URL encodes it', encodeURIComponent],
		[
			'as a URL in a URL encodes it',
			(text: string) => encodeURIComponent(encodeURIComponent(text)),
		],
		[
			'as HTML encodes it',
			(text: string) =>
				text.replaceAll('&', '&amp;').replaceAll('=', '&#61;').replaceAll('/', '&#x2F;'),
		],
	])('the key and links to files of n8n, %s', (_, quote) => {
		const body = JSON.stringify({ error: `Bad ${quote(KEY)}`, details: [quote(LINK)] });
		const { text } = shownOf(body);
		expect(JSON.parse(text)).toMatchObject({ error: 'Bad (API Key)' });
		expect(text).not.toMatch(/eyJ|y_J/);
		expect(text).toContain('(hidden)');
		expect(shownOf(quote(`Bad ${KEY} and ${LINK}`)).text).not.toMatch(/secret|eyJ|y_J/);
	});

	it('the key in JSON inside a JSON string', () => {
		const inner = JSON.stringify({ key: KEY }).replaceAll('=', '\\u003d');
		const { text } = shownOf(JSON.stringify({ error: inner }));
		expect(JSON.parse(text)).toEqual({ error: '{"key":"(API Key)"}' });
	});

	it('the key in names and in headers', () => {
		const { text, headers } = shownOf(JSON.stringify({ [KEY]: 1 }), KEY, {
			location: `https://b.example/?key=${encodeURIComponent(KEY)}`,
			'retry-after': 7,
		});
		expect(text).toBe('{"(API Key)":1}');
		expect(headers).toEqual({ location: 'https://b.example/?key=(API Key)', 'retry-after': 7 });
	});

	it('a short key as a whole word, but masks no word that contains it', () => {
		const { text } = shownOf('Key abc1 (abc1) is wrong, abc12 and xabc1 are not', 'abc1');
		expect(text).toBe('Key (API Key) ((API Key)) is wrong, abc12 and xabc1 are not');
	});

	it('a key of at least 8 characters, even within a word', () => {
		expect(shownOf('xabcd1234y', 'abcd1234').text).toBe('x(API Key)y');
		expect(shownOf('xabc1234y', 'abc1234').text).toBe('xabc1234y');
	});

	it('a key whose characters HTML encodes by name', () => {
		const { text } = shownOf('Key &lt;a&gt;&quot;&amp;b-c or &amp;lt;a>"&amp;amp;b-c', '<a>"&b-c');
		expect(text).toBe('Key (API Key) or (API Key)');
	});

	it.each(['base64', 'base64url'] as const)('a key in %s, with its signs', (form) => {
		const key = '>>>???>>>???';
		const { text } = shownOf(`Key ${Buffer.from(key).toString(form)}`, key);
		expect(text).toBe('Key (API Key)');
	});

	it('a key that is URL-encoded in Latin-1', () => {
		expect(shownOf('Key schl%FCssel or schl%fcssel', 'schlüssel').text).toBe(
			'Key (API Key) or (API Key)',
		);
	});

	it('a key whose URL encoding is escaped in JSON', () => {
		const quoted = encodeURIComponent(KEY).replaceAll('%', '\\u0025');
		expect(JSON.parse(shownOf(`{"error":"Bad ${quoted}"}`).text)).toEqual({
			error: 'Bad (API Key)',
		});
	});

	it('links to several files of n8n', () => {
		expect(shownOf(`${LINK} ${LINK}`).text).not.toContain('eyJ');
	});

	it('but leaves a backslash before a key', () => {
		expect(shownOf('C:\\abcd1234', 'abcd1234').text).toBe('C:\\(API Key)');
	});

	it('but leaves everything else unchanged', () => {
		const text = '{"a": 1.0, "b": "\\u00fcber 50 %25", "link":"https://a.example/f?token=abc"}';
		expect(shownOf(text).text).toBe(text);
	});

	it('half of an escape before a secret', () => {
		const { text } = shownOf(JSON.stringify({ error: 'line\nabcdefgh' }), 'nabcdefgh');
		expect(JSON.parse(text)).toEqual({ error: 'line\nabcdefgh' });
	});
});

test('any key is masked, in any encoding of its characters', async () => {
	const character = fc.oneof(
		fc.integer({ min: 0x21, max: 0x7e }),
		fc.integer({ min: 0xa1, max: 0xac }),
		fc.integer({ min: 0xae, max: 0xff }),
	);
	const key = fc
		.array(character, { minLength: 8, maxLength: 40 })
		.map((codes) => String.fromCharCode(...codes));
	const forms = fc.array(fc.constantFrom(...Object.keys(FORMS)), { minLength: 40, maxLength: 40 });
	const property = fc.asyncProperty(key, forms, async (drawn, names) => {
		const quoted = [...drawn].map((each, at) => FORMS[names[at] ?? 'plain']?.(each)).join('');
		const { text } = shownOf(JSON.stringify({ error: `Key ${quoted}.` }), drawn);
		expect(JSON.parse(text)).toEqual({ error: 'Key (API Key).' });
	});
	await holds('Secrets', property, { numRuns: 35 });
});

/** The bytes in base64 with so many bytes before them, and some behind. */
const inBase64 = (before: number) =>
	Buffer.from(`${'x'.repeat(before)}${KEY}${'y'.repeat(before)}`).toString('base64');

const HEX = Buffer.from(KEY).toString('hex');

const inPairs = (between: string) => HEX.match(/../g)?.join(between) ?? '';

describe('The key is masked', () => {
	it.each([
		['in base64', inBase64(0)],
		['in base64 after one byte', inBase64(1)],
		['in base64 after two bytes', inBase64(2)],
		['in base64 of a header', Buffer.from(`Bearer ${KEY}`).toString('base64')],
		['in base64 for URLs', Buffer.from(KEY).toString('base64url')],
		['in base64 that is broken into lines', inBase64(0).replace(/.{8}/g, '$&\r\n')],
		['in hexadecimal', HEX],
		['in hexadecimal capitals', HEX.toUpperCase()],
		['in hexadecimal pairs', inPairs(' ')],
		['in hexadecimal pairs with colons', inPairs(':')],
		['in hexadecimal escapes', `\\x${inPairs('\\x')}`],
		['in capitals', KEY.toUpperCase()],
		['broken by a line', KEY.replace('/', '\n/')],
		['broken by three spaces', KEY.replace('/', '/   ')],
		['broken by zero-width spaces', [...KEY].join('\u200b')],
		['broken by soft hyphens', [...KEY].join('\u00ad')],
	])('%s', (_, quote) => {
		const { text } = shownOf(JSON.stringify({ error: `Bad ${quote}!` }));
		expect(JSON.parse(text).error).toContain('(API Key)');
		expect(JSON.parse(text).error.length).toBeLessThan('Bad (API Key)!'.length + 16);
		expect(shownOf(`Bad ${quote}!`).text).toContain('(API Key)');
	});
});

test('a long text that resembles the start of a secret is masked fast', () => {
	const mask = maskOf(KEY);
	const like = [
		' ',
		'a ',
		'a-secret/key=+ ',
		inBase64(1).slice(0, 16),
		HEX.slice(0, -2),
		'a\u200b',
	];
	for (const part of ['\\', '%25', '&amp;', 'a-secret/', 'binary-data/signed?token=', ...like]) {
		const long = `${part.repeat(200_000)} `;
		expect(mask(long).length).toBeGreaterThan(100);
	}
});
