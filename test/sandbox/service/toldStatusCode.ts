import type { Dialect } from '../dialect';

/** The statusCode of a response for which none is specified. */
export function toldStatusCode(form: Dialect['writeStatusCode']) {
	if (form === 'absent') return {};
	return { statusCode: form === 'number' ? 200 : form };
}
