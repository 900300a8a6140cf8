import { InputError } from '../input/inputError';
import type { FileKind, FileType } from './fileTypes';

type Way = Partial<Record<FileKind, string>>;

/** What to do about a file whose type the service does not read. */
const ANY_WAY: Way = {
	archive: 'Add a Compression node before this node that decompresses the archive',
	base64: 'Add a Convert to File node before this node, and select its operation for base64',
	error: 'The server that it came from returned an error. Check the node that downloads the file',
	page: 'The server that it came from may require signing in. Check the node that downloads the file',
};

const WAYS: Record<'document' | 'recording', Way & { other: string }> = {
	document: {
		...ANY_WAY,
		image: 'Convert it to JPG, PNG or PDF',
		mail: 'Submit its attachments instead, or save it as a PDF',
		office: 'Save or print it as a PDF',
		phonePhoto:
			'Convert it to JPG. For new photos on an iPhone, set Settings > Camera > Formats to Most Compatible',
		text: 'Save or print it as a PDF',
		other: 'Provide a PDF, PNG, JPG, GIF or WEBP file. The content counts, not the file name',
	},
	recording: {
		...ANY_WAY,
		sound: 'Convert it to MP3',
		video: 'Save its sound as MP3',
		other: 'Provide an MP3 or WAV recording. The content counts, not the file name',
	},
};

/** @param name of the file, or the address that ends with it */
export function unsupported(
	field: string,
	name: string,
	type: FileType | null,
	wanted: 'document' | 'recording',
): InputError {
	const ways = WAYS[wanted];
	const problem = `has a file that ${type === null ? 'is of an unknown type' : `is ${type.told}`}`;
	return new InputError(field, name, problem, ways[type?.kind ?? 'other'] ?? ways.other);
}
