import { shortened } from './messages';
import type { SubmitRequest } from './types';

/** The most characters of a name in an error; it may be rejected for its length. */
const MAX_SHOWN = 100;

/** The name of a document for people: its run name, or that of its first file. */
export function documentName({ run_id: runName, files }: SubmitRequest): string {
	const [first] = files.parts;
	return shortened(runName || withoutQuery(first?.name ?? ''), MAX_SHOWN);
}

/** The rest of a URL after the path can open the file. */
const withoutQuery = (name: string): string =>
	/^https?:/i.test(name) ? name.replace(/[?#].*/s, '') : name;
