import type { Dialect } from '../dialect';

/** The statusCode of an answer that is specified to have none. */
export function toldStatusCode(form: Dialect['writeStatusCode']) {
	if (form === 'absent') return {};
	return { statusCode: form === 'number' ? 200 : form };
}
