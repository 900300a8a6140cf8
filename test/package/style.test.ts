import { loadExamples } from '../e2e/harness/examples';
import { readFile } from '../node';
import { texts } from './formTexts';
import { MarkdownDocument, readDocuments } from './markdown';
import { PAGE } from './messages/page';

/** A message as shown on the page. Hints and issues have no advice. */
interface Message {
	did: string;
	told: string;
	advice: string;
}

const MOST_WORDS = 12;

/** Hints are longer, because they also describe the situation. */
const MOST_WORDS_IN_ADVICE = 30;

const MOST_SENTENCES_OF_ADVICE = 2;

/** Words and phrases that are hard to read, and what to write instead. */
const HARD: Array<[RegExp, string]> = [
	[/^(Where(?! do\b)|Should|Only where|Such(?! as\b)|So it) /, 'If'],
	[/\bmend(ed)?\b/i, 'fix'],
	[/\bholds?\b/i, 'has, contains'],
	[/\bstands?\b/i, 'is'],
	[/\b(put|gives?) out\b/i, 'outputs'],
	[/\bas well as\b|\bsave for\b|\bhad come\b/i, 'and, except'],
	[/\bwho runs n8n\b|\bwho looks after\b/i, 'your administrator'],
	[/\bleft alone\b|\bhas trouble\b/i, 'Rate limit reached, has a temporary problem'],
	[/\bno (text|address|name|file) of\b/i, 'is not a'],
	[/\bin the end\b|\bonce more\b|\bbehind it\b/i, 'finally, again, after'],
	[/\b(was|were|is|are) (refused|denied|given|told) by\b/i, 'the active voice'],
];

/** Removes quotes of the service, n8n or the user, which can contain any words. */
const ownWords = (text: string): string =>
	text
		.replace(/\\(.)/g, '$1')
		.replace(
			/(The service|n8n) says: .*?(?=Run ID|Request ID|Send this|Try again|Check the|<br>|$)/gs,
			'',
		)
		.replace(/'[^']*'/g, 'X')
		.replace(/\{\{.*?\}\}|\{ ".*?\}|"[^"]*"|https?:\S+\w|\([^)]*\)/g, 'X')
		.replace(/^(Run|Template|Recording|Document) \S+(, template \S+)?: /, '');

const sentencesIn = (text: string): string[] =>
	ownWords(text)
		.split(/<br>|(?<=[.:])\s+/)
		.filter((sentence) => sentence.trim() !== '');

/** Lines with IDs and names, and lines about other items. */
const FACT =
	/^(Run ID|Request ID|Run name|Failure reason|The service accepted \w+ runs|Runs that failed in earlier tries|Recordings already uploaded|Item \d+): /;

/** The advice. In a message without separate advice, everything except what happened. */
function adviceIn({ told, advice }: Message): string[] {
	const sentences = ownWords(advice || told)
		.split(/<br>|(?<=[.?!])\s+/)
		.filter((sentence) => sentence.trim() !== '' && !FACT.test(sentence));
	return advice ? sentences : sentences.slice(1);
}

const hardIn = (sentences: string[]): string[] =>
	sentences.flatMap((sentence) =>
		HARD.filter(([words]) => words.test(sentence)).map(([, say]) => `${sentence} -> ${say}`),
	);

const allSentencesIn = ({ told, advice }: Message): string[] => [told, advice].flatMap(sentencesIn);

/** Whether a sentence has more words than this. */
const has = (words: number) => (sentence: string) => sentence.trim().split(/\s+/).length > words;

async function readMessages(): Promise<Message[]> {
	const rows = (await readFile(PAGE, 'utf8')).split('\n').filter((line) => line.startsWith('| '));
	return rows
		.map((row) => row.split(/(?<!\\) \| ?/))
		.filter(([where = '']) => !/^\| (---|Where)/.test(where))
		.map(([, did = '', told = '', advice = '']) => ({ did, told, advice }));
}

const wrong: Array<[what: string, find: (message: Message) => string[]]> = [
	[
		`a first sentence of more than ${MOST_WORDS} words`,
		({ told, advice }) =>
			advice === '' ? [] : sentencesIn(told).slice(0, 1).filter(has(MOST_WORDS)),
	],
	[
		`a sentence of more than ${MOST_WORDS_IN_ADVICE} words`,
		(message) => allSentencesIn(message).filter(has(MOST_WORDS_IN_ADVICE)),
	],
	[
		`more than ${MOST_SENTENCES_OF_ADVICE} sentences of what to do`,
		(message) => adviceIn(message).slice(MOST_SENTENCES_OF_ADVICE),
	],
	['words that are hard to read', (message) => hardIn(allSentencesIn(message))],
	[
		'two quotes of the service',
		({ told, advice }) => `${told} ${advice}`.split('The service says:').slice(2),
	],
];

it.each(wrong)('no message has %s', async (_, find) => {
	const messages = await readMessages();
	expect(messages.length).toBeGreaterThan(220);
	expect(messages.flatMap(find)).toEqual([]);
});

describe('no words that are hard to read are in', () => {
	const hardOf = ({ name, prose }: MarkdownDocument): string[] =>
		hardIn(prose.flatMap(sentencesIn)).map((found) => `${name}: ${found}`);

	it('labels, descriptions and hints', () => {
		expect(texts.length).toBeGreaterThan(200);
		expect(hardIn(texts.flatMap(sentencesIn))).toEqual([]);
	});

	it('documents', async () => {
		const documents = (await readDocuments()).filter(({ name }) => name !== PAGE);
		expect(documents.length).toBeGreaterThan(15);
		expect(documents.flatMap(hardOf)).toEqual([]);
	});

	it('notes of examples', async () => {
		const examples = await loadExamples();
		const notes = await Promise.all(
			examples.flatMap(({ file, nodes }) =>
				nodes
					.filter(({ type }) => type === 'n8n-nodes-base.stickyNote')
					.map(async (note) => await MarkdownDocument.of(file, `${note.parameters.content}`)),
			),
		);
		expect(notes.length).toBeGreaterThan(9);
		expect(notes.flatMap(hardOf)).toEqual([]);
	});
});
