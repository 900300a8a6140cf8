import { readFile } from '../node';
import { PAGE } from './messages/page';

/** A message of the page, as it is shown; a hint or an issue has no advice. */
interface Message {
	did: string;
	told: string;
	advice: string;
}

const MOST_WORDS = 12;

/** Hints tell in what situation they are. */
const MOST_WORDS_IN_ADVICE = 30;

/** Words and turns that people found hard to read, with what to say instead. */
const HARD: Array<[RegExp, string]> = [
	[/^(Where|Should|Only where|Such|So it)\b/, 'If'],
	[/\bmend(ed)?\b/i, 'fix'],
	[/\bholds?\b/i, 'has, contains'],
	[/\bstands?\b/i, 'is'],
	[/\bput out|gives? out\b/i, 'outputs'],
	[/\bas well as\b|\bsave for\b|\bhad come\b/i, 'and, except'],
	[/\bwho runs n8n\b|\bwho looks after\b/i, 'your administrator'],
	[/\bleft alone\b|\bhas trouble\b/i, 'Rate limit reached, has a temporary problem'],
	[/\bno (text|address|name|file) of\b/i, 'is not a'],
	[/\bin the end\b|\bonce more\b|\bbehind it\b/i, 'finally, again, after'],
	[/\b(was|were|is|are) (refused|denied|given|told) by\b/i, 'the active voice'],
];

/** Without what the service, n8n or the user said, as that may be in any words. */
const ownWords = (text: string): string =>
	text
		.replace(/\\(.)/g, '$1')
		.replace(/(The service|n8n) says: .*?(?=Run ID|Request ID|Send this|Try again|<br>|$)/gs, '')
		.replace(/'[^']*'/g, 'X')
		.replace(/\{\{.*?\}\}|\{ ".*?\}|"[^"]*"|https?:\S+|\([^)]*\)/g, 'X')
		.replace(/^(Run|Template|Recording|Document) \S+(, template \S+)?: /, '');

const sentencesIn = (text: string): string[] =>
	ownWords(text)
		.split(/<br>|(?<=[.:])\s+/)
		.filter((sentence) => sentence.trim() !== '');

const wordsIn = (sentence: string): number => sentence.trim().split(/\s+/).length;

async function readMessages(): Promise<Message[]> {
	const rows = (await readFile(PAGE, 'utf8')).split('\n').filter((line) => line.startsWith('| '));
	return rows
		.map((row) => row.split(/(?<!\\) \| ?/))
		.filter(([where = '']) => !/^\| (---|Where)/.test(where))
		.map(([, did = '', told = '', advice = '']) => ({ did, told, advice }));
}

let messages: Message[];

beforeAll(async () => {
	messages = await readMessages();
});

it('checks all messages', () => {
	expect(messages.length).toBeGreaterThan(220);
});

it(`finds no first sentence of more than ${MOST_WORDS} words`, () => {
	const long = messages
		.filter(({ advice }) => advice !== '')
		.map(({ told }) => sentencesIn(told)[0] ?? '')
		.filter((sentence) => wordsIn(sentence) > MOST_WORDS);
	expect(long).toEqual([]);
});

it(`finds no sentence of more than ${MOST_WORDS_IN_ADVICE} words`, () => {
	const long = messages
		.flatMap(({ told, advice }) => [...sentencesIn(told), ...sentencesIn(advice)])
		.filter((sentence) => wordsIn(sentence) > MOST_WORDS_IN_ADVICE);
	expect(long).toEqual([]);
});

it('finds no words that are hard to read', () => {
	const hard = messages.flatMap(({ told, advice }) =>
		[...sentencesIn(told), ...sentencesIn(advice)].flatMap((sentence) =>
			HARD.filter(([words]) => words.test(sentence)).map(([, say]) => `${sentence} -> ${say}`),
		),
	);
	expect(hard).toEqual([]);
});

it('finds no message that quotes the service twice', () => {
	const twice = messages.filter(
		({ told, advice }) => `${told} ${advice}`.split('The service says:').length > 2,
	);
	expect(twice).toEqual([]);
});
