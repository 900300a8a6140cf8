import { createInterface, once, process, Writable } from '../node';
import { Stopped } from './conversation';

/** The lines of an input that is not a terminal. All questions share them. */
let lines: AsyncIterator<string> | undefined;

/**
 * Asks on the terminal. If the input is not a terminal, reads its next line; at its end, the answer is
 * empty.
 * @throws Stopped if it is interrupted
 */
export async function ask(
	question: string,
	{ hidden = false, interrupt }: { hidden?: boolean; interrupt: AbortController },
): Promise<string> {
	process.stdout.write(question);
	const answer = process.stdin.isTTY ? typed(hidden, interrupt) : nextLine();
	const aborted = once(interrupt.signal, 'abort').then(() => {
		throw new Stopped('Interrupted');
	});
	return (await Promise.race([answer, aborted])).trim();
}

async function typed(hidden: boolean, interrupt: AbortController): Promise<string> {
	const output = hidden ? nowhere() : process.stdout;
	const asking = createInterface({ input: process.stdin, output, terminal: true });
	// While a terminal is read, its reader gets Ctrl+C.
	asking.once('SIGINT', () => interrupt.abort());
	const closed = once(asking, 'close').then(() => '');
	const answer = await Promise.race([asking.question(''), closed]);
	asking.close();
	if (hidden) process.stdout.write('\n');
	return answer;
}

async function nextLine(): Promise<string> {
	lines ??= createInterface({ input: process.stdin })[Symbol.asyncIterator]();
	const { value, done } = await lines.next();
	return done ? '' : value;
}

const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });
