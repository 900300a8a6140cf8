import { createCipheriv, createHash } from 'crypto';
import PDFDocument from 'pdfkit';
import { getDocumentProxy } from 'unpdf';
import { needsPassword } from '../../../../../nodes/DocScore/resources/run/files/lockedPdf';

type Options = NonNullable<ConstructorParameters<typeof PDFDocument>[0]>;

async function pdfWith(options: Options): Promise<Buffer> {
	const pdf = new PDFDocument({ ...options, info: { CreationDate: new Date(0) } });
	const chunks: Buffer[] = [];
	pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
	const ended = new Promise((resolve) => pdf.on('end', resolve));
	pdf.text('Invoice 118').end();
	await ended;
	return Buffer.concat(chunks);
}

/** In pieces of this many bytes. */
const contentOf = (bytes: Buffer, piece: number) => ({
	bytes: bytes.length,
	open: async function* () {
		for (let at = 0; at < bytes.length; at += piece) {
			yield await Promise.resolve(bytes.subarray(at, at + piece));
		}
	},
});

/** The opinion of pdf.js. */
async function isLocked(bytes: Buffer): Promise<boolean> {
	const opening = getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
	const failed = await opening.then(
		() => null,
		(error: unknown) => error,
	);
	if (failed === null) return false;
	expect(failed).toMatchObject({ name: 'PasswordException' });
	return true;
}

/** RC4 with 40 and 128 bits, AES with 128 and 256 bits. */
const VERSIONS = ['1.3', '1.4', '1.6', '1.7', '1.7ext3'] as const;

describe.each(VERSIONS)('A PDF %s', (pdfVersion) => {
	it.each<[string, Options, boolean]>([
		['without encryption', {}, false],
		['with a password for its owner only', { ownerPassword: 'owner' }, false],
		[
			'with restrictions',
			{ ownerPassword: 'owner', permissions: { printing: 'lowResolution' } },
			false,
		],
		['with a password for its readers', { userPassword: 'user' }, true],
		['with two passwords', { userPassword: 'user', ownerPassword: 'owner' }, true],
	])('%s', async (_, options, locked) => {
		// Each has another ID and other keys, with bytes that are escaped or not.
		for (let number = 0; number < 8; number++) {
			const bytes = await pdfWith({ ...options, pdfVersion });
			expect(await isLocked(bytes)).toBe(locked);
			for (const piece of [700, bytes.length]) {
				expect(await needsPassword(contentOf(bytes, piece))).toBe(locked);
			}
		}
	});
});

describe.each<[string, (text: string) => string]>([
	['without spaces before its keys', (text) => text.replace(/\/([OU]|ID)\s+(?=[<([])/g, '/$1')],
	[
		'with many objects, versions and spaces',
		(text) => text.replace(/\b(\d+) 0 (?=obj|R)/g, '  1$1  10  '),
	],
	[
		'whose trailer names its encryption first',
		(text) => text.replace(/(\/Root.*)(\/Encrypt \d+ 0 R)/s, '$2\n$1'),
	],
	[
		'whose trailer is compressed and contains its encryption',
		(text) => {
			const [, keys = ''] = /(<<\s*\/Filter \/Standard.*?>>)\s*endobj/s.exec(text) ?? [];
			return text.replace(/\/Encrypt \d+ 0 R/, `/Filter /FlateDecode /Encrypt ${keys}`);
		},
	],
])('A PDF %s,', (_, rewritten) => {
	it.each([
		['with', { userPassword: 'user' }, true],
		['without', { ownerPassword: 'owner' }, false],
	])('%s a password', async (__, options, locked) => {
		const usual = (await pdfWith({ ...options, pdfVersion: '1.4' })).toString('latin1');
		const bytes = Buffer.from(rewritten(usual), 'latin1');
		expect(bytes.toString('latin1')).not.toBe(usual);
		expect(await isLocked(bytes)).toBe(locked);
		expect(await needsPassword(contentOf(bytes, 700))).toBe(locked);
	});
});

/** An empty PDF with this description of its encryption. */
const encryptedBy = (keys: string): Buffer =>
	Buffer.from(
		`%PDF-2.0\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n3 0 obj<</Filter/Standard/P -4${keys}>>endobj\ntrailer<</Root 1 0 R/Encrypt 3 0 R/Size 4/ID[<${'11'.repeat(16)}>]>>\n%%EOF\n`,
		'latin1',
	);

const OWNER = `/O<${'22'.repeat(16)}\n${'22'.repeat(16)}>`;
const ESCAPED = '\\n\\r\\t\\b\\f\\\\\\(\\)\\7\\053\\\r\n(a\\)b)\\q\xe4\xff0123456789abcdef';
const AES = '/V 4/R 4/CF<</StdCF<</CFM/AESV2>>>>/StmF/StdCF/StrF/StdCF';

it.each([
	[
		'keys in escaped bytes',
		`/V 1/R 2/O(${ESCAPED})/U<e8a6881e18e5d828ed495ee583610fe97cd68bc0920206805710c36d5e67d402>`,
	],
	['no length of its key', `/V 2/R 3${OWNER}/U<910a73f10e4464f1a1970f5359a909ce>`],
	[
		'a mark that its version does not know',
		`/V 2/R 3/Length 128/EncryptMetadata false${OWNER}/U<aa76515e5d1965ea5c74b667d964c537>`,
	],
	['plain metadata', `${AES}/EncryptMetadata  false${OWNER}/U<86b02c24da21acfaa2d21ca2d077ad5f>`],
])('A PDF with %s opens without a password', async (_, keys) => {
	const bytes = encryptedBy(keys);
	expect(await isLocked(bytes)).toBe(false);
	expect(await needsPassword(contentOf(bytes, 700))).toBe(false);
});

it('A PDF of revision 2 has a key of 5 bytes, whatever its length, which pdf.js believes', async () => {
	const user = 'e8a6881e18e5d828ed495ee583610fe97cd68bc0920206805710c36d5e67d402';
	const bytes = encryptedBy(`/V 1/R 2/Length 128/O(${ESCAPED})/U<${user}>`);
	expect(await isLocked(bytes)).toBe(true);
	expect(await needsPassword(contentOf(bytes, 700))).toBe(false);
});

it.each([
	['is locked if its key was made of one', '910a73f10e4464f1a1970f5359a909ce', true],
	['opens if its key was made without', '0fd39eb30905a702b672f7b07c84fbc4', false],
])('A PDF without an ID %s', async (_, user, locked) => {
	const text = encryptedBy(`/V 2/R 3${OWNER}/U<${user}>`)
		.toString('latin1')
		.replace(/\/ID\[.*\]/, `/ID[]/Other(${'\x11'.repeat(16)})`);
	const bytes = Buffer.from(text, 'latin1');
	expect(await isLocked(bytes)).toBe(locked);
	expect(await needsPassword(contentOf(bytes, 700))).toBe(locked);
});

it.each(['', 'trailer<</Root 1 0 R/Encrypt 5 0 R>>'])(
	'A broken PDF that ends with %j is not locked, as nobody knows',
	async (end) => {
		expect(await needsPassword(contentOf(Buffer.from(`%PDF-1.4\n${end}`), 700))).toBe(false);
	},
);

it('A PDF about encryption is not locked', async () => {
	const text =
		'%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\n(Write /Encrypt 5 0 R into the trailer)\n';
	const bytes = Buffer.from(
		`${text}trailer<</EncryptMetadata false/Size 2>>\n${' '.repeat(9_000)}<</Root 1 0 R>>`,
	);
	expect(await needsPassword(contentOf(bytes, 4_000))).toBe(false);
});

it('A PDF that has a locked one attached is not locked', async () => {
	const attached = await pdfWith({ userPassword: 'user' });
	const bytes = Buffer.concat([
		Buffer.from('%PDF-1.4\n7 0 obj<</Length 9>>stream\n'),
		attached,
		Buffer.from('endstream endobj\ntrailer<</Root 1 0 R>>\nstartxref\n9\n%%EOF'),
	]);
	expect(await needsPassword(contentOf(bytes, 700))).toBe(false);
});

it.each(['Adobe.PubSec', 'EBX_HANDLER', 'FOPN_foweb'])(
	'A PDF locked by %s is locked',
	async (handler) => {
		const text = `5 0 obj<</Filter/${handler}/V 4>>endobj\n`;
		const bytes = Buffer.from(`%PDF-1.6\n${text}trailer<</Root 1 0 R/Encrypt 5 0 R>>`);
		expect(await needsPassword(contentOf(bytes, 4_000))).toBe(true);
	},
);

describe('A PDF 2.0, whose passwords are hashed over and over,', () => {
	/** ISO 32000-2, algorithm 2.B, for an empty password. pdf.js judges the result. */
	function hashOf(salt: Buffer): Buffer {
		let key = createHash('sha256').update(salt).digest();
		for (let round = 1; ; round++) {
			const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32));
			const encrypted = cipher.update(Buffer.from(key.toString('hex').repeat(64), 'hex'));
			const rest = BigInt(`0x${encrypted.toString('hex', 0, 16)}`) % 3n;
			const algorithm = rest === 0n ? 'sha256' : rest === 1n ? 'sha384' : 'sha512';
			key = createHash(algorithm).update(encrypted).digest();
			if (round >= 64 && (encrypted.at(-1) ?? 0) <= round - 32) return key.subarray(0, 32);
		}
	}

	const pdfOf = (hash: Buffer, salt: Buffer): Buffer => {
		const user = `${hash.toString('hex')}${salt.toString('hex')}${'00'.repeat(8)}`;
		const cipher = '/CF<</StdCF<</CFM/AESV3/AuthEvent/DocOpen>>>>/StmF/StdCF/StrF/StdCF';
		const keys = `/O<${'00'.repeat(48)}>/U<${user}>/OE<${'00'.repeat(32)}>/UE<${'00'.repeat(32)}>`;
		return encryptedBy(`/V 5/R 6/Length 256${cipher}${keys}/Perms<${'00'.repeat(16)}>`);
	};

	it.each([
		['opens without a password', 0, false],
		['needs one', 1, true],
	])('%s', async (_, change, locked) => {
		// The last one needs round 64 and no more.
		for (let number = 20; number < 28; number++) {
			const salt = Buffer.alloc(8, number);
			const hash = hashOf(salt);
			hash[0] = (hash[0] ?? 0) ^ change;
			const bytes = pdfOf(hash, salt);
			expect(await isLocked(bytes)).toBe(locked);
			expect(await needsPassword(contentOf(bytes, 700))).toBe(locked);
		}
	});
});
