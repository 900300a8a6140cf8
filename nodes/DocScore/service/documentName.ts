import type { SubmitRequest } from './types';

/** Most characters of a name that are shown: it may be refused for its length. */
const MAX_SHOWN = 100;

/** What a person knows a document by: its run name, the name of its file in n8n, or its first address. */
export function documentName({ run_id: runName = '', file_urls: urls }: SubmitRequest): string {
	const name = runName || nameIn(urls[0] ?? '');
	return name.length > MAX_SHOWN ? `${name.slice(0, MAX_SHOWN)}…` : name;
}

/** Links to files of n8n end in the file's name. What else is behind the path can open the file. */
function nameIn(url: string): string {
	if (!URL.canParse(url)) return url;
	const { pathname, searchParams } = new URL(url);
	const name = pathname.endsWith('/binary-data/signed') ? searchParams.get('name') : null;
	return name?.replace(/^\//, '') ?? url.replace(/[?#].*$/s, '');
}
