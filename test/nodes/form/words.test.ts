import { operations, properties, texts } from '../../package/formTexts';

/** The texts in the panels are for people who do not write code. */

/** Words that only programmers use. */
const PROGRAMMERS =
	/\b(arrays?|bod(y|ies)|booleans?|cursors?|endpoints?|false|headers?|https?|integers?|JSON|multipart|null|objects?|parse[ds]?|payloads?|polls?|polling|presigned|regex|regular expressions?|resolve[ds]?|schemas?|status code|strings?|throws?|true|undefined|UTF-8|UUIDs?)\b/i;

/** Example URLs, and the content of expressions. */
const EXAMPLES = /https?:\/\/\S+|\{\{.*?\}\}|\w+\([^)]*\)/g;

/** Texts that contain such a word on purpose. */
const ON_PURPOSE =
	/^(Metadata \(JSON\)|A JSON object with |True or False|Who started the call|Allowed HTTP )/;

const shown = [
	...texts,
	...properties.map(({ placeholder = '' }) => placeholder),
	...operations.map(({ action }) => action),
];

it('texts of the panels contain no word that only programmers know', () => {
	const strange = shown.filter((text) => PROGRAMMERS.test(text.replace(EXAMPLES, '')));
	expect(strange.filter((text) => !ON_PURPOSE.test(text))).toEqual([]);
});

it('texts of the panels end without a full stop if they are a single sentence', () => {
	const oneSentence = shown.filter((text) => /^[^.!?]+\.$/.test(text));
	expect(oneSentence.filter((text) => !/\be\.g\./.test(text))).toEqual([]);
});
