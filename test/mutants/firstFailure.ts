import { type ChildProcess, clearTimer, fork, join, once, process, startTimer } from '../node';

/** A test file and its time limit. */
export interface Test {
	file: string;
	limitMs: number;
}

export interface Failure {
	file: string;
	/** Full name of the test, or what else went wrong. */
	test: string;
}

type Told = { begins: string } | { failed: string };

const running = new Set<ChildProcess>();

process.once('exit', () => running.forEach((child) => child.kill('SIGKILL')));

/**
 * Runs test files of a project in this order, in one process, until the first test fails or a file exceeds
 * its limit. Sandboxes end by themselves when their parent process ends.
 */
export async function firstFailure(
	folder: string,
	tests: Test[],
	environment: Record<string, string>,
): Promise<Failure | undefined> {
	const config = join('test', 'mutants', 'jest', 'jest.config.js');
	const options = ['--config', config, '--ci', '--runTestsByPath'];
	const child = fork(require.resolve('jest/bin/jest'), [...options, ...tests.map(nameOf)], {
		cwd: folder,
		env: { ...process.env, ...environment },
		execArgv: [],
		stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
	});
	running.add(child);
	const exit = once(child, 'exit');
	const failure = await watch(child, tests);
	child.kill('SIGKILL');
	await exit;
	running.delete(child);
	return failure;
}

const nameOf = ({ file }: Test): string => file;

async function watch(child: ChildProcess, tests: Test[]): Promise<Failure | undefined> {
	let file = '';
	let timer = startTimer(() => {}, 0);
	const ended = new Promise<string | undefined>((resolve) => {
		const begin = (name: string) => {
			file = name;
			clearTimer(timer);
			const limitMs = tests.find((test) => test.file === name)?.limitMs;
			timer = startTimer(() => resolve('takes too long'), limitMs);
		};
		child.on('message', (told: Told) => {
			if ('failed' in told) resolve(told.failed);
			else begin(told.begins);
		});
		child.once('exit', (code) => resolve(code === 0 ? undefined : `jest ended with ${code}`));
		if (tests[0]) begin(tests[0].file);
	});
	const test = await ended;
	child.removeAllListeners('message');
	clearTimer(timer);
	return test === undefined ? undefined : { file, test };
}
