import { execFile, promisify } from '../../node';

const run = promisify(execFile);

export interface RunningProcess {
	pid: number;
	parent: number;
	/** The command line. */
	args: string;
}

/** All processes that this process has started, directly or indirectly. */
export async function processesBelow(pid: number): Promise<RunningProcess[]> {
	const all = await allProcesses();
	const below = (parent: number): RunningProcess[] =>
		all.filter((each) => each.parent === parent).flatMap((child) => [child, ...below(child.pid)]);
	return below(pid);
}

/** The command lines of those that still run. */
export async function stillRunning(processes: RunningProcess[]): Promise<string[]> {
	const alive = new Set((await allProcesses()).map(({ pid }) => pid));
	return processes.filter(({ pid }) => alive.has(pid)).map(({ args }) => args);
}

async function allProcesses(): Promise<RunningProcess[]> {
	const { stdout } = await run('ps', ['-eo', 'pid=,ppid=,stat=,args=']);
	const lines = stdout.matchAll(/^ *(\d+) +(\d+) +(\S+) +(.*)$/gm);
	return [...lines]
		.filter(([, , , state = '']) => !state.startsWith('Z'))
		.map(([, pid, parent, , args = '']) => ({ pid: Number(pid), parent: Number(parent), args }));
}
