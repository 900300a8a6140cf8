import { shortened } from './messages';
import type { SubmitRequest } from './types';

/** The most characters of a name in an error; it may be rejected for its length. */
const MAX_SHOWN = 100;

/**
 * The name of a document for people: its run name, its file's name in n8n, or its first URL without
 * the query.
 */
export function documentName({ run_id: runName, file_urls: urls }: SubmitRequest): string {
	return shortened(runName || nameIn(urls[0] ?? ''), MAX_SHOWN);
}

/** Links to files in n8n end with the file's name. The rest after the path can open the file. */
function nameIn(url: string): string {
	if (!URL.canParse(url)) return url;
	const { pathname, searchParams } = new URL(url);
	const name = pathname.endsWith('/binary-data/signed') ? searchParams.get('name') : null;
	return name?.replace(/^\//, '') ?? url.replace(/[?#].*/s, '');
}
