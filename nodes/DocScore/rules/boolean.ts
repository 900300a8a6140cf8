import type { ExtractedField } from '../service/types';
import { wordOf } from './languages';
import { Problem } from './normalize';

const wordsOf = (text: string): Set<string> => new Set(text.split(' ').map(wordOf));

/** Intl has no words for yes and no. No crosses and digits, because those may be counts. */
const YES = wordsOf(
	'true t yes y yep yeah on checked ticked selected :selected: ✓ ✔ ✅ ☑ [x] [✓] [✔] ja j wahr oui vrai si sim verdadeiro verdadero vero ' +
		'da да так tak taip ja jah kylla igen evet ano áno ναι نعم כן はい 是 예 네 हाँ ใช่ có ya',
);
const NO = wordsOf(
	'false f no n nope off unchecked unticked :unselected: ☐ [] nein falsch non faux nao falso nee nei nej nem nie ne nu ei hayır ' +
		'нет ні не όχι لا לא いいえ 否 아니요 아니오 नहीं ไม่ không tidak',
);

/** Longer than any such word. */
const MAX_LENGTH = 40;

export function toBoolean(value: ExtractedField['value']): boolean | Problem {
	if (typeof value === 'boolean') return value;
	const isShort = typeof value === 'string' && value.length <= MAX_LENGTH;
	const word = isShort ? wordOf(value).replace(/[\s!]/g, '') : '';
	if (YES.has(word)) return true;
	return NO.has(word) ? false : new Problem('is not a yes or no value');
}
