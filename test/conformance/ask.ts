import { createInterface, once, process, Writable } from '../node';
import { Stopped } from './conversation';

/** Lines of what is no terminal, which several questions read one after the other. */
let lines: AsyncIterator<string> | undefined;

/**
 * Asks on the terminal, or takes the next line of what stands in for it; an end gives an empty answer.
 * @throws Stopped where it is interrupted
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
	// A terminal that is read gives Ctrl+C to its reader.
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
