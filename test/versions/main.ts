import { runCommand } from '../harness/command';
import { join, mkdtemp, process, readFile, rm, spawn, once, tmpdir } from '../node';
import { record } from './results';
import { releaseOf, TIERS } from './tiers';

/**
 * Runs a tier of tests on a release of n8n: `npm run e2e -- --n8n 1.123`. With `--record` what came
 * of it becomes a row of the table of docs/compatibility.md. `npm run e2e -- --url http://127.0.0.1:5678 --files FOLDER`
 * tries an n8n that runs already. All other arguments are jest's.
 */

interface Asked {
	tier: string;
	release: string | undefined;
	isRecorded: boolean;
	forJest: string[];
}

function readArguments([tier = '', ...given]: string[]): Asked {
	// A second one comes from scripts that hand on what they are given.
	const args = given.filter((arg) => arg !== '--');
	const release = take(args, '--n8n', 'a version');
	const url = take(args, '--url', 'the address of an n8n');
	const files = take(args, '--files', 'a folder that this n8n sees under the same path');
	if (url !== undefined && tier !== 'e2e') throw new Error('--url is for e2e alone');
	if ((url === undefined) !== (files === undefined))
		throw new Error('--url and --files go together');
	if (url !== undefined) process.env.DOCSCORE_N8N_URL = url;
	if (files !== undefined) process.env.DOCSCORE_N8N_FILES = files;
	const forJest = args.filter((arg) => arg !== '--record');
	return { tier, release, isRecorded: forJest.length < args.length, forJest };
}

/** Takes an option and its value out of the arguments. */
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

/** @returns the code to exit with */
async function main(): Promise<number> {
	const asked = readArguments(process.argv.slice(2));
	const tier = TIERS[asked.tier];
	if (!tier) throw new Error(`There is no tier ${asked.tier}`);
	const release = releaseOf(tier, asked.release);
	process.env.DOCSCORE_N8N = release;
	if (!asked.isRecorded) return await jest(tier.config, asked.forJest);
	const selecting = asked.forJest.filter((arg) => !/^--(ci$|maxWorkers=)/.test(arg));
	if (selecting.length > 0) {
		throw new Error(`Only a whole run is recorded, and not one with ${selecting.join(' ')}`);
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
