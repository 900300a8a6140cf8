/** Loaded into an n8n before its own code. */
process.on('SIGUSR2', () => global.gc());
