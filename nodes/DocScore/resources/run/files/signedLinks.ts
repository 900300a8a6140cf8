import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { hintOnce } from '../../../engine/hintOnce';
import { InputError } from '../../../engine/input/inputError';
import { type BinaryRequest, inStore } from '../../../engine/binary/itemBinary';
import { workflowSettings } from '../../../engine/workflowSettings';
import { unreachableScope } from './networkScope';

/**
 * Links that open a file in n8n for anyone until they expire. They are secrets and go only to the
 * service.
 */

const BY_URL = 'set Files to By URL';

/**
 * The file, stored where a link opens it for as long as n8n keeps the execution.
 * @param binary with the name and type of its content, which the link then serves
 * @throws InputError
 */
export async function storeFile(
	{ context, label }: BinaryRequest,
	binary: IBinaryData,
): Promise<IBinaryData> {
	const { id, data, fileName, mimeType } = binary;
	// A file from a webhook or a form is moved when the execution ends.
	if (id !== undefined && !id.includes('/temp/')) return binary;
	const { helpers } = context;
	const kept = await inStore(label, fileName ?? '', STORE, async () => {
		const content =
			id === undefined ? Buffer.from(data, 'base64') : await helpers.getBinaryStream(id);
		return await helpers.prepareBinaryData(content, fileName, mimeType);
	});
	if (kept.id !== undefined) return kept;
	const advice = `n8n cannot create links to files in memory. Ask your n8n administrator to set N8N_DEFAULT_BINARY_DATA_MODE=filesystem, or ${BY_URL}`;
	throw new InputError(label, fileName, 'has a file that n8n keeps in memory', advice);
}

/**
 * A signed link that ends with the file's name, because some services detect the type by it.
 * @throws InputError
 */
export async function signLink(
	{ context, label }: BinaryRequest,
	binary: IBinaryData,
	name: string,
	lifetime: string,
): Promise<string> {
	const signed = async () =>
		await Promise.resolve(context.helpers.createBinarySignedUrl(binary, lifetime));
	return `${await inStore(label, name, SIGN, signed)}&name=/${encodeURIComponent(name)}`;
}

const STORE = [
	'has a file that n8n cannot store',
	"Ask your n8n administrator whether n8n's storage for files is full or cannot be reached",
] as const;

const SIGN = [
	'has a file that n8n could not create a link to',
	`Ask your n8n administrator to enable signed links to files, or ${BY_URL}`,
] as const;

/** n8n's address, from the first link. */
export const originOf = ([link = '']: string[]): string => new URL(link).origin;

/** @throws InputError if the service cannot reach n8n */
export async function checkReachable(context: IExecuteFunctions, origin: string): Promise<void> {
	const from = await unreachableScope(context, origin);
	if (from === 'machine') {
		const advice = `The service cannot reach n8n at this address. Ask your n8n administrator to set WEBHOOK_URL to the public address of n8n, or ${BY_URL}`;
		throw new InputError('Files', origin, "needs n8n's public address, not", advice);
	}
	if (from === 'network') hintOnce(context, privateAddress(origin));
}

const privateAddress = (origin: string): string =>
	`The service must fetch the files from ${origin}, which looks like a private address. If it cannot, ask your n8n administrator to set WEBHOOK_URL to the public address of n8n.`;

/** Shows a hint if the files may be deleted before the service has fetched them. */
export function hintShortLived(context: IExecuteFunctions): void {
	if (workflowSettings(context).saveDataSuccessExecution !== 'none') return;
	hintOnce(context, SHORT_LIVED);
}

const SHORT_LIVED =
	'This workflow does not save successful executions, so n8n deletes their files: n8n 2 after one hour by default, n8n 1 at once. If the service fetches files later, save successful executions in the workflow settings.';

/** What to check if the service could not fetch files from n8n. */
export const fetchAdvice = (origin: string): string =>
	`Ask your n8n administrator whether the service can open files at ${origin}: a proxy must allow /rest/binary-data/signed without signing in`;
