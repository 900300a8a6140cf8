const { spawn } = require('node:child_process');

/**
 * Runs a command and ends it, with everything that it has started, as soon as the parent process is gone.
 * The parent holds this process's input open until it ends, for whatever reason.
 */
const [command, ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });

child.once('error', (error) => {
	console.error(error.message);
	process.exit(1);
});
child.once('exit', (code) => process.exit(code ?? 1));
process.stdin.once('close', () => process.kill(-process.pid, 'SIGKILL')).resume();
// The command gets the same signal. This process waits until the command has ended.
process.on('SIGTERM', () => {});
