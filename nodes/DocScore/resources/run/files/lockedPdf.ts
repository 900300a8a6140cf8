import { createCipheriv, createHash } from 'crypto';
import type { BinaryContent } from '../../../engine/binary/binaryFile';

/** The most bytes of a trailer, or of the dictionary that describes the encryption. */
const MOST_BYTES = 8 * 1024;

/** Replaces or completes a password (ISO 32000-1, 7.6.3.3). */
const PADDING = Buffer.from(
	'28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a',
	'hex',
);

/** Whether a PDF opens only with a password. Many are encrypted, but open without one. */
export async function needsPassword(content: BinaryContent): Promise<boolean> {
	const trailer = await lastTrailer(content);
	const encryption = /\/Encrypt\s*(?:(\d+)\s+(\d+)\s+R\b|<<)/.exec(trailer);
	if (encryption === null) return false;
	const [, number, generation] = encryption;
	const object = new RegExp(`(?<!\\d)${number}\\s+${generation}\\s+obj\\b`, 'g');
	const dictionary = number === undefined ? trailer : (await lastPlace(content, object)).behind;
	const hasOtherHandler = /\/Filter\s*\/(?!Standard\b|\w+Decode\b)\w/.test(dictionary);
	if (hasOtherHandler || !/\/O\s*[<(]/.test(dictionary)) return hasOtherHandler;
	return !opensWithout(dictionary, stringAt(trailer, /\/ID\s*\[\s*/));
}

/** The last one counts: others can be in attached files, or older. It names the document's root. */
async function lastTrailer(content: BinaryContent): Promise<string> {
	const { before, behind } = await lastPlace(content, /\/Root\s+\d+\s+\d+\s+R\b/g);
	return (before.split(/trailer|\bobj\b|startxref/).at(-1) ?? '') + behind;
}

/** The text around the last match up to the end of its object, one character for each byte. */
async function lastPlace(
	{ open }: BinaryContent,
	pattern: RegExp,
): Promise<{ before: string; behind: string }> {
	// Stryker disable next-line StringLiteral: any text without keys of a trailer is the same
	let found = { before: '', behind: '' };
	// Stryker disable next-line StringLiteral: a few letters before the file change nothing
	let text = '';
	for await (const chunk of open()) {
		// Stryker disable next-line MethodExpression,ArithmeticOperator: a longer text only costs memory
		text = text.slice(-2 * MOST_BYTES) + Buffer.from(chunk).toString('latin1');
		for (const { index } of text.matchAll(pattern)) {
			const before = text.slice(0, index);
			const [behind = ''] = text
				.slice(index, index + MOST_BYTES)
				.split(/\bendobj|\bstream\b|startxref/, 1);
			found = { before, behind };
		}
	}
	return found;
}

/** Whether the empty password is right, by the standard handler's revisions 2 to 6. */
function opensWithout(dictionary: string, id: Buffer): boolean {
	const numberAt = (name: string) =>
		Number(new RegExp(`/${name}\\s+(-?\\d+)`).exec(dictionary)?.[1] ?? 0);
	const revision = numberAt('R');
	const user = stringAt(dictionary, /\/U\s*(?=[<(])/);
	if (revision >= 5) {
		const salt = user.subarray(32, 40);
		const hash = revision === 5 ? digest('sha256', salt) : hardenedHash(salt);
		return hash.equals(user.subarray(0, 32));
	}
	const permissions = Buffer.alloc(4);
	permissions.writeInt32LE(numberAt('P') | 0);
	const owner = stringAt(dictionary, /\/O\s*(?=[<(])/).subarray(0, 32);
	const isPlain = revision >= 4 && /\/EncryptMetadata\s+false/.test(dictionary);
	const length = revision === 2 ? 5 : numberAt('V') === 4 ? 16 : (numberAt('Length') || 40) / 8;
	let key = digest('md5', PADDING, owner, permissions, id, Buffer.alloc(isPlain ? 4 : 0, 0xff));
	for (let round = 0; revision > 2 && round < 50; round++)
		key = digest('md5', key.subarray(0, length));
	key = key.subarray(0, length);
	if (revision === 2) return rc4(key, PADDING).equals(user.subarray(0, 32));
	let check = digest('md5', PADDING, id);
	for (let round = 0; round < 20; round++)
		check = rc4(
			key.map((byte) => byte ^ round),
			check,
		);
	return check.equals(user.subarray(0, 16));
}

const digest = (algorithm: string, ...parts: Uint8Array[]): Buffer =>
	createHash(algorithm).update(Buffer.concat(parts)).digest();

/** ISO 32000-2, algorithm 2.B, for an empty password. */
function hardenedHash(salt: Uint8Array): Buffer {
	let key = digest('sha256', salt);
	for (let round = 0, last = 0; round < 64 || last > round - 32; round++) {
		const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32));
		const encrypted = cipher.update(Buffer.concat(Array.from({ length: 64 }, () => key)));
		const sum = encrypted.subarray(0, 16).reduce((total, byte) => total + byte, 0);
		key = digest(['sha256', 'sha384', 'sha512'][sum % 3] ?? '', encrypted);
		last = encrypted.at(-1) ?? 0;
	}
	return key.subarray(0, 32);
}

/** Its own inverse. Today's OpenSSL no longer has it. */
function rc4(key: Uint8Array, data: Uint8Array): Buffer {
	const state = Uint8Array.from({ length: 256 }, (_, at) => at);
	const at = (index: number) => state[index & 255] ?? 0;
	const swap = (a: number, b: number) => ([state[a & 255], state[b & 255]] = [at(b), at(a)]);
	for (let i = 0, j = 0; i < 256; i++) swap(i, (j += at(i) + (key[i % key.length] ?? 0)));
	let j = 0;
	return Buffer.from(
		data.map((byte, index) => {
			const i = index + 1;
			swap(i, (j += at(i)));
			return byte ^ at(at(i) + at(j));
		}),
	);
}

const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** The string behind this place, which is in hexadecimal digits or in parentheses. */
function stringAt(text: string, place: RegExp): Buffer {
	const match = place.exec(text);
	// Stryker disable next-line StringLiteral: any text that begins with no string gives none
	const rest = match === null ? '' : text.slice(match.index + match[0].length);
	const hex = /^<([\da-f\s]*)>/i.exec(rest)?.[1];
	if (hex !== undefined) return Buffer.from(hex.replace(/\s/g, ''), 'hex');
	const literal = /^\(((?:\\[^]|[^\\()]|\((?:\\[^]|[^\\()])*\))*)\)/.exec(rest)?.[1] ?? '';
	const plain = literal.replace(/\\([0-7]{1,3}|\r\n|[^])/g, (_, escaped: string) => {
		if (/[0-7]/.test(escaped)) return String.fromCharCode(parseInt(escaped, 8) & 255);
		return /[\r\n]/.test(escaped) ? '' : (ESCAPES[escaped] ?? escaped);
	});
	return Buffer.from(plain, 'latin1');
}
