import type {
	INodeProperties,
	INodePropertyCollection,
	INodePropertyMode,
	INodePropertyOptions,
} from 'n8n-workflow';
import { DocScoreApi } from '../../../credentials/DocScoreApi.credentials';
import { DocScore } from '../../../nodes/DocScore/DocScore.node';
import { DocScoreTrigger } from '../../../nodes/DocScore/DocScoreTrigger.node';

/** The texts in the panels are for people who do not write code. */

/** Words that only programmers use. */
const PROGRAMMERS =
	/\b(arrays?|bod(y|ies)|booleans?|cursors?|endpoints?|false|headers?|https?|integers?|JSON|multipart|null|objects?|parse[ds]?|payloads?|polls?|polling|presigned|regex|regular expressions?|resolve[ds]?|schemas?|status code|strings?|throws?|true|undefined|UTF-8|UUIDs?)\b/i;

/** Words that a text contains on purpose, by its label. */
const ALLOWED: Array<[label: RegExp, words: RegExp]> = [
	[/JSON/, /\b(JSON|object)\b/g],
	[/Convert To > True or False/, /\btrue\b|\bfalse\b/gi],
	[/Direction/, /\btrue\b|\bfalse\b/g],
];

/** Example URLs, and the content of expressions. */
const EXAMPLES = /https?:\/\/\S+|\{\{.*?\}\}|\w+\([^)]*\)/g;

type Part = INodeProperties | INodePropertyCollection | INodePropertyMode | INodePropertyOptions;

interface Text {
	/** The labels from the top down to its own. */
	at: string;
	text: string;
}

/** The visible texts of a part. The name of an option is visible, that of a parameter is not. */
function textsIn(part: Part, above: string): Text[] {
	const label = 'displayName' in part ? part.displayName : part.name;
	const at = [above, label].join(' > ');
	const further = ['action', 'description', 'hint', 'placeholder'];
	const seen = Object.entries(part).flatMap(([kind, text]: [string, unknown]) =>
		further.includes(kind) && typeof text === 'string' ? text : [],
	);
	const texts = [label, ...seen].map((text) => ({ at, text }));
	return [...texts, ...partsOf(part).flatMap((each) => textsIn(each, at))];
}

function partsOf(part: Part): Part[] {
	if ('values' in part) return part.values;
	return 'default' in part ? [...(part.options ?? []), ...(part.modes ?? [])] : [];
}

const nodes = [new DocScore(), new DocScoreTrigger()].map(({ description }) => description);

const texts = [
	...nodes.flatMap(({ displayName: at, description, hints = [] }) =>
		[description, ...hints.map(({ message }) => message)].map((text) => ({ at, text })),
	),
	...[...nodes, new DocScoreApi()].flatMap(({ displayName, properties }) =>
		properties
			.filter(({ type }) => type !== 'hidden')
			.flatMap((property) => textsIn(property, displayName)),
	),
];

const strangeWord = ({ at, text }: Text): string | undefined => {
	const allowed = ALLOWED.filter(([label]) => label.test(at)).map(([, words]) => words);
	const plain = [EXAMPLES, ...allowed].reduce((rest, words) => rest.replace(words, ''), text);
	return PROGRAMMERS.exec(plain)?.[0];
};

describe('the texts of the panels', () => {
	it('contain no word that only programmers know', () => {
		const strange = texts.flatMap((text) => {
			const word = strangeWord(text);
			return word === undefined ? [] : `${text.at}: "${word}" in "${text.text}"`;
		});
		expect(strange).toEqual([]);
	});

	it('are all checked', () => {
		for (const at of [
			'DocScore > File URLs',
			'DocScore > Options > When a Run Fails > Output the Run',
			'DocScore > Additional Fields > Metadata > Entry > Name',
			'DocScore > Field Rules > Rule > Field > By Name',
			'DocScore Trigger > Options > Time for New Runs to Show (Minutes)',
			'DocScore API > Base URL',
		]) {
			expect(texts.map((each) => each.at)).toContain(at);
		}
	});

	it.each([
		['Name', 'Give the UUID of the run'],
		['Name', 'A JSON object of names'],
		['Metadata (JSON)', 'The payload as JSON'],
		['Name', 'Whether it is null'],
	])('would fail with a technical word: %s, %s', (at, text) => {
		expect(strangeWord({ at, text })).toBeDefined();
	});

	it('end without a full stop if they are a single sentence', () => {
		const oneSentence = texts.filter(({ text }) => /^[^.!?]+\.$/.test(text));
		expect(oneSentence.filter(({ text }) => !/\be\.g\./.test(text))).toEqual([]);
	});
});
