import type { ExtractedField } from '../service/types';
import { wordOf } from './languages';
import { Problem } from './normalize';

const wordsOf = (text: string): Set<string> => new Set(text.split(' ').map(wordOf));

/** Intl has no words for yes and no, or Excel's true and false. No crosses and digits: they may be counts. */
const YES = wordsOf(
	'true t yes y yep yeah on checked ticked selected ✓ ✔ ✅ ☑ ja j wahr oui vrai si sim verdadeiro verdadero vero waar sand sann sant tosi ' +
		'да истина так істина tak prawda taip ja jah kylla igen igaz evet doğru ano áno pravda adevărat ναι نعم כן はい 是 예 네 हाँ ใช่ có ya',
);
const NO = wordsOf(
	'false f no n nope off unchecked unticked ☐ nein falsch non faux nao falso nee onwaar nei nej falsk falskt usand usann epätosi nem hamis ' +
		'nie fałsz ne nepravda nu fals ei hayır yanlış нет ложь ні хибність не όχι لا לא いいえ 否 아니요 아니오 नहीं ไม่ không tidak',
);

/** The word at the only ticked box, as in ☑ yes ☐ no, or in yes ☑ no ☐. */
const TICKED = /^(?:☐[^☐☑]+)*☑([^☐☑]+)(?:☐[^☐☑]+)*$|^(?:[^☐☑]+☐)*([^☐☑]+)☑(?:[^☐☑]+☐)*$/;

/** Longer than any such word. */
const MAX_LENGTH = 40;

export function toBoolean(value: ExtractedField['value']): boolean | Problem {
	if (typeof value === 'boolean') return value;
	const isShort = typeof value === 'string' && value.length <= MAX_LENGTH;
	// Stryker disable next-line StringLiteral: neither text is such a word
	const text = isShort ? wordOf(value).replace(/[\s!]|\uFE0F/g, '') : '';
	const boxes = text.replace(/☒|\[[x✓✔]]|:selected:/g, '☑').replace(/\[]|:unselected:/g, '☐');
	const word = boxes.replace(TICKED, '$1$2');
	if (YES.has(word)) return true;
	return NO.has(word) ? false : new Problem('is not a yes or no value');
}
