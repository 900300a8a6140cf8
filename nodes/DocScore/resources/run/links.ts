import type { BinaryHelperFunctions, IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { safeFileName } from '../../engine/fileName';
import { hintOnce } from '../../engine/hintOnce';
import { InputError } from '../../engine/inputError';
import type { BinaryPlace } from '../../engine/itemBinary';
import { workflowSettings } from '../../engine/workflowSettings';
import { settle } from '../../service/settle';
import { outOfReach } from './outOfReach';

/**
 * Links by which anybody can fetch files from n8n until they expire. They are secrets: they go to the
 * service alone.
 */

const BY_URL = 'set Files to By URL';

/** The file, kept where a link leads to it for as long as n8n keeps the execution. @throws InputError */
export async function keep(
	{ context, label }: BinaryPlace,
	binary: IBinaryData,
	name: string,
): Promise<IBinaryData> {
	const { id, data, mimeType } = binary;
	const fileName = safeFileName(binary.fileName ?? '') || undefined;
	// What came in by a webhook or a form is moved to elsewhere when the execution ends.
	if (id !== undefined && !id.includes('/temp/')) return binary;
	const content =
		id === undefined ? Buffer.from(data, 'base64') : await context.helpers.getBinaryStream(id);
	const kept = await context.helpers.prepareBinaryData(content, fileName, mimeType);
	if (kept.id !== undefined) return kept;
	const advice = `Ask who runs n8n to let it keep files on its disk, by the setting N8N_DEFAULT_BINARY_DATA_MODE=filesystem, or ${BY_URL}`;
	throw new InputError(label, name, 'holds a file in memory, where no link leads to', advice);
}

/** A link that ends in the file's name, as some services tell its type by that. @throws InputError */
export async function linkTo(
	{ context, label }: BinaryPlace,
	binary: IBinaryData,
	name: string,
	lifetime: string,
): Promise<string> {
	// Older releases of n8n have none.
	const { createBinarySignedUrl: sign }: Partial<BinaryHelperFunctions> = context.helpers;
	if (sign === undefined) {
		const problem = 'cannot be linked to by this release of n8n';
		throw new InputError(
			label,
			name,
			problem,
			`Ask who runs n8n to update it to 1.90.0 or newer, or ${BY_URL}`,
		);
	}
	const signed = await settle((async () => await Promise.resolve(sign(binary, lifetime)))());
	if (signed.ok) return `${signed.value}&name=/${encodeURIComponent(name)}`;
	const said = signed.error instanceof Error ? signed.error.message : String(signed.error);
	const advice = `Ask who runs n8n to let it sign links to its files, or ${BY_URL}.\nn8n says: ${said}`;
	throw new InputError(label, name, 'cannot be linked to by this n8n', advice);
}

/** The address of n8n, of links to it. */
export const originOf = ([link = '']: string[]): string => new URL(link).origin;

/** @throws InputError where the service cannot reach n8n */
export async function checkReach(context: IExecuteFunctions, origin: string): Promise<void> {
	const from = await outOfReach(context, origin);
	if (from === 'machine') {
		const advice = `Ask who runs n8n to tell it its public address, by the setting WEBHOOK_URL, such as https://n8n.example.com/, or ${BY_URL}`;
		throw new InputError('Files', origin, 'are where the service cannot reach n8n', advice);
	}
	if (from === 'network') hintOnce(context, privateAddress(origin));
}

const privateAddress = (origin: string): string =>
	`The service is to fetch the files from ${origin}, which looks like an address of a private network. If it cannot, ask who runs n8n to set WEBHOOK_URL to the public address of n8n.`;

/** Says so where the files may be gone before the service has fetched them. */
export function hintShortLived(context: IExecuteFunctions): void {
	if (workflowSettings(context).saveDataSuccessExecution !== 'none') return;
	hintOnce(context, SHORT_LIVED);
}

const SHORT_LIVED =
	'This workflow saves no successful executions, so n8n removes their files: at once before n8n 2.0, after an hour by default from then on. Where the service may fetch them later, save successful executions in the settings of the workflow.';

/** What to look at where a run failed whose files the service was to fetch from n8n. */
export const fetchedFrom = (origin: string): string =>
	`The service fetches the files from ${origin}. Ask who runs n8n whether it gets through: a proxy before n8n must let /rest/binary-data/signed through without signing in`;
