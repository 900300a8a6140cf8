import { typeOf } from '../../../../nodes/DocScore/engine/binary/contentType';
import { HEAD_BYTES } from '../../../../nodes/DocScore/engine/binary/signatures';
import { join, readdir, readFile } from '../../../node';
import { ofBytes, UNSUPPORTED } from './fileSamples';

/** Files that can be found in packages: pictures, fonts, archives, programs, texts. */
const OTHERS =
	/\.(afm|bcmap|bmp|cc|css|gz|html|icc|ico|md|node|pfb|svg|tgz|trie|ttf|txt|wasm|woff2?|xml|zip)$/i;
const OF_SERVICE_BY_NAME = /\.(gif|jpe?g|mp3|pdf|png|wav|webp)$/i;

/** The most files with one ending. */
const MOST = 60;

async function filesOf(folder: string): Promise<string[]> {
	const counts = new Map<string, number>();
	const names = await readdir(folder, { recursive: true });
	return names
		.filter((name) => OTHERS.test(name) || OF_SERVICE_BY_NAME.test(name))
		.filter((name) => {
			const ending = name.replace(/.*\./, '').toLowerCase();
			counts.set(ending, (counts.get(ending) ?? 0) + 1);
			return OF_SERVICE_BY_NAME.test(name) || (counts.get(ending) ?? 0) <= MOST;
		})
		.map((name) => join(folder, name));
}

/** The library's type of a file, if the service reads it, by extension. */
const OF_SERVICE = ['apng', 'gif', 'jpg', 'mp3', 'pdf', 'png', 'wav', 'webp'];

async function secondOpinion(bytes: Uint8Array): Promise<string | undefined> {
	const { fileTypeFromBuffer } = await import('file-type');
	const { ext = '', mime } = (await fileTypeFromBuffer(bytes)) ?? {};
	if (ext === 'apng') return 'image/png';
	return OF_SERVICE.includes(ext) ? mime : undefined;
}

const ourOpinion = (bytes: Uint8Array): string | undefined => {
	const type = typeOf(bytes.subarray(0, HEAD_BYTES));
	return type?.kind === 'document' || type?.kind === 'recording' ? type.mimeType : undefined;
};

test('no file of any package is taken for a type that it is not', async () => {
	const paths = [...(await filesOf('node_modules')), ...(await filesOf('examples'))];
	const differing: string[] = [];
	let agreed = 0;
	for (const path of paths) {
		const bytes = await readFile(path).catch(() => Buffer.alloc(0));
		const [ours, theirs] = [ourOpinion(bytes), await secondOpinion(bytes)];
		if (ours !== theirs) differing.push(`${path}: ${ours} instead of ${theirs}`);
		else if (ours !== undefined) agreed++;
	}
	expect(differing).toEqual([]);
	expect(paths.length).toBeGreaterThan(300);
	expect(agreed).toBeGreaterThan(15);
}, 60_000);

test.each(UNSUPPORTED)(
	'%s is none of the types of the service for the library either',
	async (_, __, start) => {
		expect(await secondOpinion(ofBytes(start))).toBeUndefined();
	},
);
