import { checkHttpUrl } from '../../engine/checks';
import { type Input, InputError } from '../../engine/input';
import { parseJson } from '../../service/json';

/** The addresses of the files of one document. @throws InputError */
export function readFileUrls(input: Input<'file_urls'>): string[] {
	const given = input.value('file_urls');
	const urls = listOf(given).map((url) => {
		if (typeof url === 'string') return checkHttpUrl('File URLs', url.trim());
		throw new InputError('File URLs', url, 'holds something that is no text', 'Give only URLs');
	});
	if (urls.length > 0) return urls;
	throw new InputError('File URLs', given, 'is empty', 'Enter the URL of at least one file');
}

/**
 * A list, a list written as JSON (as an expression amid text gives it), or URLs between white space or
 * commas. A comma that no further URL follows is part of one.
 */
function listOf(given: unknown): unknown[] {
	if (Array.isArray(given)) return given;
	if (typeof given !== 'string') return [given];
	const parsed = given.trim().startsWith('[') ? parseJson(given) : undefined;
	if (Array.isArray(parsed)) return parsed;
	return given.split(/,?\s+|,(?=https?:\/\/)/i).filter((url) => url !== '');
}
