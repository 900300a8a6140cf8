import { version } from '../../package.json';
import { maskOf } from '../../nodes/DocScore/service/secrets';
import { existsSync, process, writeFile } from '../node';
import { onceStopped } from '../sandbox/onceStopped';
import { ask } from './ask';
import { check } from './check';
import { Conversation, Stopped } from './conversation';
import type { Row } from './finding';
import { type Options, readOptions } from './options';
import { probes } from './probes';
import { filesOf, lineOf, type Occasion, summaryOf } from './report';
import { httpSender } from './sender';
import { planOf, sandboxTarget, serviceTarget, type Target } from './target';
import { realTime } from './time';

/**
 * Finds out how a service behaves in the points that its interface leaves open (docs/service.md, What is
 * left open), and writes a report. Without arguments, it checks the sandbox.
 */

const REPORT = 'conformance.md';
const DIALECT = 'dialect.json';

const print = (text: string) => void process.stdout.write(`${text}\n`);

/** Shows the current probe, on terminals that can overwrite a line. */
function showProgress(done: number): void {
	if (!process.stdout.isTTY) return;
	const next = probes[done];
	const text = next ? `${done} of ${probes.length}: ${next.point.replaceAll('`', '')} …` : '';
	process.stdout.write(`\r\u001b[2K${text}`);
}

/** Checks the service and saves the report so far, even if the check fails. Returns the exit code. */
async function checkTarget(target: Target, options: Options, interrupt: AbortController) {
	const { baseUrl, key, spend } = target;
	const conversation = new Conversation({
		baseUrl,
		key,
		send: httpSender,
		time: realTime,
		spend,
		signal: interrupt.signal,
	});
	const since = Date.now();
	const rows: Row[] = [];
	// A check without results must not overwrite the files of an earlier one.
	const isThere = existsSync(REPORT);
	const write = async (ended: string | null) => {
		const occasion: Occasion = {
			version,
			ofSandbox: options.service === null,
			spend,
			spent: conversation.spent,
			requests: conversation.exchanges.length,
			tookMs: Date.now() - since,
			ended,
		};
		const { report, dialect } = filesOf(rows, occasion, key);
		await writeFile(REPORT, report);
		await writeFile(DIALECT, dialect);
	};
	showProgress(0);
	const ended = await check(conversation, target, async (row) => {
		rows.push(row);
		showProgress(probes.length);
		print(maskOf(key)(lineOf(row)));
		showProgress(rows.length);
		await write('It was cut off');
	});
	showProgress(probes.length);
	if (rows.length === 0 && isThere) {
		print(`\n${ended}. Nothing was found: ${REPORT} and ${DIALECT} are those of an earlier check.`);
		return 1;
	}
	await write(ended);
	print(`\n${maskOf(key)(summaryOf(rows))}`);
	if (ended !== null) print(`\n${ended}. What was found until then is kept.`);
	print(`\nWritten: ${REPORT}, ${DIALECT}`);
	return ended === null ? 0 : 1;
}

async function main(interrupt: AbortController): Promise<number> {
	const options = await readOptions();
	const target = options.service
		? await serviceTarget(options.service, options, interrupt)
		: await sandboxTarget();
	try {
		print(planOf(target));
		if (options.service !== null) {
			const answer = await ask('\nGo on? (yes/no) ', { interrupt });
			if (!/^y(es)?$/i.test(answer)) {
				print('Nothing was asked.');
				return 1;
			}
		}
		print('');
		return await checkTarget(target, options, interrupt);
	} finally {
		await target.stop();
	}
}

const interrupt = new AbortController();
onceStopped(() => interrupt.abort());

main(interrupt).then(
	(code) => process.exit(interrupt.signal.aborted ? 130 : code),
	(error: unknown) => {
		const text = error instanceof Error ? error.message : String(error);
		process.stderr.write(`${text}${error instanceof Stopped ? '.' : ''}\n`);
		process.exit(interrupt.signal.aborted ? 130 : 1);
	},
);
