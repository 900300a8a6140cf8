import { checkHttpUrl } from '../../engine/checks';
import type { Input } from '../../engine/input';
import { InputError } from '../../engine/inputError';
import { parseJson } from '../../service/json';
import { LOOK_AT_EXPRESSION } from '../../service/words';

const LABEL = 'File URLs';

const ADVICE =
	'Enter the address at which the service can fetch the file, such as https://files.example.com/invoice.pdf. A file that is on a computer or comes from another node goes with Files set to From Input Data, behind a node that brings it, such as On form submission or Google Drive';

/** The addresses of the files of one document. @throws InputError */
export function readFileUrls(input: Input<'file_urls'>): string[] {
	const given = input.value('file_urls');
	const urls = listOf(given).map((url) => {
		if (typeof url === 'string') return checkHttpUrl(LABEL, url.trim(), ADVICE);
		throw new InputError(LABEL, url, 'hold something that is no text', ADVICE);
	});
	if (urls.length > 0) return urls;
	throw new InputError(LABEL, '', 'are empty', `${LOOK_AT_EXPRESSION}. ${ADVICE}`);
}

/**
 * A list, a list written as JSON (as an expression amid text gives it), or URLs between white space or
 * commas. A comma that no further URL follows is part of one.
 */
function listOf(given: unknown): unknown[] {
	if (Array.isArray(given)) return given;
	if (typeof given !== 'string') return [given];
	const parsed = parseJson(given);
	if (Array.isArray(parsed)) return parsed;
	return given.split(/,?\s+|,(?=https?:\/\/)/i).filter((url) => url !== '');
}
