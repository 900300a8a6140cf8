const { rm } = require('node:fs/promises');

/**
 * Removes a folder as soon as the process is gone that holds this one's input open: however that
 * process ended.
 */
const [folder] = process.argv.slice(2);

// What that process has started is ending at the same time, and may write until it has.
const sweep = () => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });

process.stdin.once('close', () => void sweep()).resume();
// What ends that process is not to end this one before its work is done.
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) process.on(signal, () => {});
