import { installN8n } from '../e2e/harness/install';
import { LOGS } from '../e2e/harness/logs';
import { packInto } from '../harness/package/pack';
import { print, runCommand } from '../harness/command';
import { mkdir, parseArgs, process } from '../node';
import { Executions } from './executions';
import { measureKill } from './killed';
import type { Measured } from './measured';
import { steadyMemory } from './memory';
import { LoadEnvironment } from './loadEnvironment';
import { allMet, type Played, reportOf } from './report';
import { measureRound } from './round';
import { pickScenarios, type Scenario } from './scenarios';

/**
 * Sends hundreds of documents at once to a real n8n, each with its own webhook call. The sandbox has a rate
 * limit. Plays all scenarios, or those named. `--executions 30` sends fewer documents. Exits with 1 if a
 * goal is missed.
 */

function readOptions(): Scenario[] {
	const { values, positionals } = parseArgs({
		options: { executions: { type: 'string' } },
		allowPositionals: true,
	});
	const picked = pickScenarios(positionals);
	if (values.executions === undefined) return picked;
	const executions = Number(values.executions);
	if (Number.isInteger(executions) && executions > 0)
		return picked.map((scenario) => ({ ...scenario, executions }));
	throw new Error(`--executions must be a whole number of at least 1, not ${values.executions}`);
}

async function play(scenario: Scenario, environment: LoadEnvironment): Promise<Played> {
	const executions = await Executions.of(environment.n8n);
	const rounds: Measured[] = [];
	const times = scenario.rounds ?? 1;
	for (let round = 1; round <= times; round++) {
		const measure = scenario.kills ? measureKill : measureRound;
		const measured = await measure({ environment, executions }, scenario, `Round ${round}`);
		if (times > 1) measured.memory = await steadyMemory(environment.n8n);
		rounds.push(measured);
		print(`${scenario.name}: ${measured.seconds.toFixed(0)} s`);
	}
	return { scenario, rounds };
}

async function main(): Promise<number> {
	const scenarios = readOptions();
	await installN8n();
	await mkdir(LOGS, { recursive: true });
	const { path: tarball } = await packInto(LOGS);
	let environment: LoadEnvironment | undefined;
	const stop = async () => {
		await environment?.close();
		process.exit(1);
	};
	for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
	const played: Played[] = [];
	try {
		for (const scenario of scenarios) {
			environment = await LoadEnvironment.open(scenario, tarball);
			played.push(await play(scenario, environment));
			await environment.close();
		}
	} finally {
		// Also if a later scenario fails.
		if (played.length > 0) print(`\n${reportOf(played)}`);
		await environment?.close();
	}
	return allMet(played) ? 0 : 1;
}

runCommand(main);
