/** n8n loads this file before its own code. */
process.on('SIGUSR2', () => global.gc());
