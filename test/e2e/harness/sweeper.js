const { rm } = require('node:fs/promises');

/**
 * Removes a folder as soon as the parent process is gone. The parent holds this process's input open until
 * it ends, for whatever reason.
 */
const [folder] = process.argv.slice(2);

// The children of the parent end at the same time and may still write files, so removal is retried.
const sweep = () => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });

process.stdin.once('close', () => void sweep()).resume();
// A signal that ends the parent must not end this process before it has removed the folder.
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) process.on(signal, () => {});
