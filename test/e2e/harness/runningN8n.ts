import { process } from '../../node';

/** An n8n that runs already, such as n8n's own image in Docker, with the package in it. */
export interface RunningN8n {
	url: string;
	/** A folder that it sees under the same path, for files that workflows read. */
	files: string;
}

/** The one that `npm run e2e -- --url` names; null where the tests start their own. */
export function runningN8n(): RunningN8n | null {
	const { DOCSCORE_N8N_URL: url, DOCSCORE_N8N_FILES: files } = process.env;
	if (url === undefined || files === undefined) return null;
	return { url: url.replace(/\/+$/, ''), files };
}
