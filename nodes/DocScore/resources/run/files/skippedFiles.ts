import type { INodeProperties } from 'n8n-workflow';
import type { BinaryRequest, OpenedFile } from '../../../engine/binary/itemBinary';
import { gatherHint } from '../../../engine/hintOnce';
import type { Input } from '../../../engine/input/input';
import { InputError } from '../../../engine/input/inputError';
import { counted, shortened } from '../../../service/messages';

export type SkipOption = 'skipUnsupported' | 'skipSmallPictures';

const fromInput = { show: { '/filesFrom': ['input'] } };

/** What an e-mail has besides documents: invitations, signatures, logos. */
export const skipOptions: Array<INodeProperties & { name: SkipOption }> = [
	{
		displayName: 'Skip Pictures Smaller Than',
		name: 'skipSmallPictures',
		type: 'number',
		typeOptions: { minValue: 0 },
		displayOptions: fromInput,
		default: 0,
		description:
			'Size in kB below which pictures are left out, such as logos in an email. Try 10. With 0, no picture is left out.',
	},
	{
		displayName: 'Skip Unsupported Files',
		name: 'skipUnsupported',
		type: 'boolean',
		displayOptions: fromInput,
		default: true,
		description:
			'Whether to leave out files that the service does not read, such as the invitations and signatures of an email, instead of failing',
	},
];

/** The files without those to skip. @throws InputError if none is left */
export function withoutSkipped<File extends OpenedFile>(
	{ context, itemIndex, label }: BinaryRequest,
	options: Input<SkipOption>,
	files: File[],
): File[] {
	const skipsUnsupported = options.isOn('skipUnsupported');
	const leastKb = options.number('skipSmallPictures', { min: 0 });
	const reasonFor = ({ type, content: { bytes } }: OpenedFile): string | null => {
		// An empty file, or a server's error in place of a file, may be a document that got lost.
		if (bytes === 0 || type?.kind === 'error') return null;
		if (type?.mimeType?.startsWith('image/') && bytes < leastKb * 1000) {
			return `a picture smaller than ${leastKb} kB`;
		}
		if (!skipsUnsupported || type?.kind === 'document') return null;
		return type === null ? 'of an unknown type' : type.told;
	};
	const left: File[] = [];
	const skipped: string[] = [];
	for (const file of files) {
		const reason = reasonFor(file);
		if (reason === null) left.push(file);
		else skipped.push(`${shortened(file.name, MAX_NAME)} (${reason})`);
	}
	if (left.length === 0) {
		throw new InputError(
			label,
			skipped.join(', '),
			'has only files that the node skips',
			NONE_LEFT,
		);
	}
	gatherHint(context, tellSkipped, itemIndex, ...skipped);
	return left;
}

/** The most characters of a file's name. */
const MAX_NAME = 60;

const NONE_LEFT =
	'Check the options Skip Unsupported Files and Skip Pictures Smaller Than. If the item has no document, add a Filter node before this node';

const tellSkipped = (list: string, count: number): string =>
	`The node skipped ${counted(count, 'file')}. ${list}.`;
