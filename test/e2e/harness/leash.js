const { spawn } = require('node:child_process');

/**
 * Runs a command that ends, with everything that it has started, as soon as the process is gone that
 * holds this one's input open: however that process ended.
 */
const [command, ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });

child.once('error', (error) => {
	console.error(error.message);
	process.exit(1);
});
child.once('exit', (code) => process.exit(code ?? 1));
process.stdin.once('close', () => process.kill(-process.pid, 'SIGKILL')).resume();
// The command gets the same signal and takes its time; this process goes when the command has gone.
process.on('SIGTERM', () => {});
