import { runCommand } from '../harness/command';
import { once, parseArgs, process, spawn } from '../node';
import { readDialect } from '../sandbox/readDialect';
import { OF_DIALECTS, PROPERTIES } from './properties';

/**
 * Draws 100 times as many dialects, faults and histories as `npm test`, with a new seed, and runs all long
 * cases. `--seed 5` repeats the run that printed this seed, `--times 3` draws fewer. Arguments after `--`
 * go to jest. `--dialect dialect.json` tests only this dialect, as `npm run conformance` wrote it.
 */

const LIMIT_MS = 3_600_000;

async function main(): Promise<number> {
	const { values, positionals } = parseArgs({
		allowPositionals: true,
		options: {
			seed: { type: 'string', default: `${Math.floor(Math.random() * 1e9)}` },
			times: { type: 'string', default: '100' },
			dialect: { type: 'string' },
		},
	});
	const { dialect } = values;
	const given =
		dialect === undefined ? {} : { DIALECT: JSON.stringify(await readDialect(dialect)) };
	const files = dialect === undefined ? PROPERTIES : OF_DIALECTS;
	process.stdout.write(`Seed ${values.seed}, ${values.times} times as many cases as npm test\n`);
	const args = [
		require.resolve('jest/bin/jest'),
		...files,
		`--testTimeout=${LIMIT_MS}`,
		...positionals,
	];
	const env = { ...process.env, ...given, SEED: values.seed, TIMES: values.times };
	const child = spawn(process.execPath, args, { env, stdio: 'inherit' });
	const [code] = await once(child, 'exit');
	return code === 0 ? 0 : 1;
}

runCommand(main);
