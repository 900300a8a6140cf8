import { runCommand } from '../harness/command';
import { join, mkdtemp, process, readFile, rm, spawn, once, tmpdir } from '../node';
import { record } from './results';
import { releaseOf, TIERS } from './tiers';

/**
 * Runs a tier of tests on a release of n8n: `npm run e2e -- --n8n 1.123`. With `--record`, writes the
 * result into the table in docs/compatibility.md. `npm run e2e -- --queue` tests queue mode. `npm run e2e -- --url http://127.0.0.1:5678 --files
 * FOLDER` tests an n8n that is already running. All other arguments go to jest.
 */

interface Asked {
	tier: string;
	release: string | undefined;
	isRecorded: boolean;
	forJest: string[];
}

function readArguments([script = '', ...given]: string[]): Asked {
	// Scripts that pass on their arguments add a second `--`.
	const args = given.filter((arg) => arg !== '--');
	const release = take(args, '--n8n', 'a version');
	const url = take(args, '--url', 'the address of an n8n');
	const files = take(args, '--files', 'a folder that this n8n sees under the same path');
	const isQueue = flag(args, '--queue');
	const isRecorded = flag(args, '--record');
	if (isQueue && script !== 'e2e') throw new Error('--queue works only with e2e');
	const tier = isQueue ? 'queue' : script;
	if (url !== undefined && tier !== 'e2e') throw new Error('--url works only with e2e');
	if ((url === undefined) !== (files === undefined))
		throw new Error('--url and --files go together');
	if (url !== undefined) process.env.DOCSCORE_N8N_URL = url;
	if (files !== undefined) process.env.DOCSCORE_N8N_FILES = files;
	return { tier, release, isRecorded, forJest: args };
}

/** Removes an option without a value from the arguments. Returns whether it was there. */
function flag(args: string[], option: string): boolean {
	const at = args.indexOf(option);
	if (at !== -1) args.splice(at, 1);
	return at !== -1;
}

/** Removes an option from the arguments and returns its value. */
function take(args: string[], option: string, what: string): string | undefined {
	const at = args.indexOf(option);
	if (at === -1) return undefined;
	const [, value] = args.splice(at, 2);
	if (value === undefined) throw new Error(`${option} needs ${what}`);
	return value;
}

async function jest(config: string, args: string[]): Promise<number> {
	const command = [require.resolve('jest/bin/jest'), '--config', config, ...args];
	const [code] = await once(spawn(process.execPath, command, { stdio: 'inherit' }), 'exit');
	return typeof code === 'number' ? code : 1;
}

/** @returns the exit code */
async function main(): Promise<number> {
	const asked = readArguments(process.argv.slice(2));
	const tier = TIERS[asked.tier];
	if (!tier) throw new Error(`There is no tier ${asked.tier}`);
	const release = releaseOf(tier, asked.release);
	process.env.DOCSCORE_N8N = release;
	if (!asked.isRecorded) return await jest(tier.config, asked.forJest);
	const selecting = asked.forJest.filter((arg) => !/^--(ci$|maxWorkers=)/.test(arg));
	if (selecting.length > 0) {
		throw new Error(`--record needs a whole run, without ${selecting.join(' ')}`);
	}
	const folder = await mkdtemp(join(tmpdir(), 'docscore-versions-'));
	try {
		const report = join(folder, 'report.json');
		const reporting = ['--json', `--outputFile=${report}`];
		const code = await jest(tier.config, [...asked.forJest, ...reporting]);
		await record({ n8n: release, what: tier.what }, await readFile(report, 'utf8'));
		return code;
	} finally {
		await rm(folder, { recursive: true });
	}
}

runCommand(main);
