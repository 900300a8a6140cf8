import { execFile, join, parseArgs, process, promisify, readFile, writeFile } from '../test/node';
import { type Figure, writeReport } from './report';
import type { Row } from './figure';
import { rows } from './figures';
import { type Setup, setUp } from './setup';
import { Stage } from './stage';

/**
 * Measures the package beside what one would use instead, in the engine of the installed n8n: all
 * figures, which are written to results.md, or those named.
 */

const RESULTS = join('bench', 'results.md');

const print = (text: string) => void process.stdout.write(`${text}\n`);

function pickRows(names: string[]): Row[] {
	const unknown = names.find((name) => !rows.some((row) => row.name === name));
	if (unknown === undefined)
		return rows.filter(({ name }) => names.length === 0 || names.includes(name));
	const known = rows.map(({ name }) => name).join(', ');
	throw new Error(`There is no figure ${unknown}. There are: ${known}`);
}

async function measure(row: Row, setup: Setup): Promise<Figure> {
	const startedAt = Date.now();
	const stage = new Stage(setup);
	try {
		return { row, lines: await row.measure(stage) };
	} finally {
		await stage.close();
		print(`${row.name}: ${Math.round((Date.now() - startedAt) / 1000)} s`);
	}
}

async function versionsOf({ n8n, node }: Setup): Promise<string> {
	const { stdout } = await promisify(execFile)(node, ['--version']);
	const manifest = await readFile(join(n8n, 'node_modules', 'n8n', 'package.json'), 'utf8');
	const { version }: { version: string } = JSON.parse(manifest);
	return `n8n ${version} on Node.js ${stdout.trim()}, the sandbox on Node.js ${process.version}`;
}

/** What was unpacked and stored takes up a gigabyte, so it is removed in any case. */
function removeWhenStopped(setup: Setup): void {
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		process.once(signal, () => void setup.remove().finally(() => process.exit(1)));
	}
}

async function main(): Promise<void> {
	const { positionals: names } = parseArgs({ allowPositionals: true });
	const picked = pickRows(names);
	const setup = await setUp();
	removeWhenStopped(setup);
	try {
		const versions = await versionsOf(setup);
		const figures: Figure[] = [];
		for (const row of picked) figures.push(await measure(row, setup));
		const command = ['npm run bench', ...(names.length > 0 ? ['--', ...names] : [])].join(' ');
		const text = await writeReport(figures, { command, versions });
		print(`\n${text}`);
		if (names.length === 0) await writeFile(RESULTS, text);
	} finally {
		await setup.remove();
	}
}

main().then(
	() => process.exit(0),
	(error: unknown) => {
		process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
		process.exit(1);
	},
);
