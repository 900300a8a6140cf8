import { process } from '../../node';

/** An n8n that is already running with the package, such as n8n's own image in Docker. */
export interface RunningN8n {
	url: string;
	/** A folder that this n8n sees under the same path, for files that workflows read. */
	files: string;
}

/** The n8n of `npm run e2e -- --url`; null if the tests start their own. */
export function runningN8n(): RunningN8n | null {
	const { DOCSCORE_N8N_URL: url, DOCSCORE_N8N_FILES: files } = process.env;
	if (url === undefined || files === undefined) return null;
	return { url: url.replace(/\/+$/, ''), files };
}
