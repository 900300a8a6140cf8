import type { INodeExecutionData } from 'n8n-workflow';
import { isObject } from '../../../nodes/DocScore/service/json';
import { store } from '../../harness/n8n/binaryStore';
import type { NodeRun } from '../../harness/n8n/runNode';
import type { SandboxedNode } from '../../harness/sandbox/sandboxedNode';
import { join, readFile } from '../../node';

/** Shared by tests of files from input data. */
export const sample = async (name: string) => await readFile(join('examples', 'samples', name));

/** An item with the file in these fields, stored on disk as by n8n. */
export async function withFile(name: string, ...fields: string[]): Promise<INodeExecutionData> {
	const file = { fileName: name, mimeType: 'application/octet-stream' };
	const binary = await store([await sample(name)], file);
	const entries = (fields.length > 0 ? fields : ['data']).map((field) => [field, binary]);
	return { json: { name }, binary: Object.fromEntries(entries) };
}

export const ofInput = (node: SandboxedNode, more = {}) =>
	node.submission({
		filesFrom: 'input',
		additionalFields: { run_id: '={{ $json.name }}' },
		...more,
	});

/** The submitted URLs, by run name. */
export async function submittedUrls(node: SandboxedNode): Promise<Record<string, string[]>> {
	const requests = await node.control.requests();
	const bodies = requests.map(({ body }) => (isObject(body) ? body : {}));
	const named = bodies.filter(({ file_urls }) => Array.isArray(file_urls));
	return Object.fromEntries(named.map(({ run_id, file_urls }) => [run_id, file_urls]));
}

export const endOf = (link = ''): string => new URL(link).search.replace(/^\?token=[\w.-]+/, '');

/** The content of a link's token: the file and the expiry. */
export function tokenOf(link: string): { id?: string; iat?: number; exp?: number } {
	const [, payload = ''] = (new URL(link).searchParams.get('token') ?? '').split('.');
	return JSON.parse(Buffer.from(payload, 'base64url').toString());
}

/** The message and the advice of a failed execution. */
export const toldBy = ({ error }: Pick<NodeRun, 'error'>) => [
	error?.message,
	error?.description?.split('\n')[0],
];
