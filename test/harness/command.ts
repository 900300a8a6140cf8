import { pathToFileURL, process, spawn } from '../node';

/** What the commands of the project have in common, and their tests. */

export const print = (text: string): void => void process.stdout.write(`${text}\n`);

/** Ends the process with the exit code of `main`, or with 1 and the message of its error. */
export function runCommand(main: () => Promise<number>): void {
	main().then(
		(code) => process.exit(code),
		(error: unknown) => {
			process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
			process.exit(1);
		},
	);
}

interface Surroundings {
	cwd?: string;
	/** Variables beside those of this process. */
	env?: Record<string, string>;
}

/** Starts a script as a person would, and keeps what it prints. */
export function startScript(script: string, args: string[], { cwd, env }: Surroundings) {
	const loader = pathToFileURL(require.resolve('tsx')).href;
	const child = spawn(process.execPath, ['--import', loader, script, ...args], {
		cwd,
		env: { ...process.env, ...env },
	});
	const printed = { out: '', error: '' };
	child.stdout.on('data', (chunk: Buffer) => (printed.out += String(chunk)));
	child.stderr.on('data', (chunk: Buffer) => (printed.error += String(chunk)));
	return { child, printed };
}
