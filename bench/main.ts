import { print, runCommand } from '../test/harness/command';
import { execFile, join, parseArgs, process, promisify, readFile, writeFile } from '../test/node';
import { type Measured, tableOf, writeReport } from './report';
import type { Figure } from './figure';
import { figures } from './figures';
import { type Setup, setUp } from './setup';
import { Stage } from './stage';

/**
 * Measures the package and the alternatives that users have, in the engine of the installed n8n. Measures
 * all figures and writes them to results.md, or only those named.
 */

const RESULTS = join('bench', 'results.md');

function pickFigures(names: string[]): Figure[] {
	const unknown = names.find((name) => !figures.some((figure) => figure.name === name));
	if (unknown === undefined)
		return figures.filter(({ name }) => names.length === 0 || names.includes(name));
	const known = figures.map(({ name }) => name).join(', ');
	throw new Error(`There is no figure ${unknown}. There are: ${known}`);
}

async function measure(figure: Figure, setup: Setup): Promise<Measured> {
	const startedAt = Date.now();
	const stage = new Stage(setup);
	try {
		const measured = { figure, lines: await figure.measure(stage) };
		// All figures take more than half an hour, so each is shown at once.
		print(`${tableOf([measured])}\n${Math.round((Date.now() - startedAt) / 1000)} s\n`);
		return measured;
	} finally {
		await stage.close();
	}
}

async function versionsOf({ n8n, node }: Setup): Promise<string> {
	const { stdout } = await promisify(execFile)(node, ['--version']);
	const manifest = await readFile(join(n8n, 'node_modules', 'n8n', 'package.json'), 'utf8');
	const { version }: { version: string } = JSON.parse(manifest);
	return `n8n ${version} on Node.js ${stdout.trim()}, the sandbox on Node.js ${process.version}`;
}

/** The unpacked packages and stored files take about a gigabyte, so they are always removed. */
function removeWhenStopped(setup: Setup): void {
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		process.once(signal, () => void setup.remove().finally(() => process.exit(1)));
	}
}

async function main(): Promise<number> {
	const { positionals: names } = parseArgs({ allowPositionals: true });
	const picked = pickFigures(names);
	const setup = await setUp();
	removeWhenStopped(setup);
	try {
		const versions = await versionsOf(setup);
		const measured: Measured[] = [];
		for (const figure of picked) measured.push(await measure(figure, setup));
		const command = ['npm run bench', ...(names.length > 0 ? ['--', ...names] : [])].join(' ');
		const text = await writeReport(measured, { command, versions });
		print(`\n${text}`);
		if (names.length === 0) await writeFile(RESULTS, text);
		return 0;
	} finally {
		await setup.remove();
	}
}

runCommand(main);
