import { join, mkdtempSync, process, rmSync, tmpdir } from '../../node';

/**
 * n8n reads these variables when it is loaded: each process has its own home, no logs and no timer for
 * them, and files instead of memory for binary data, which n8n 1.x would use.
 */
process.env.N8N_USER_FOLDER ??= createHome();
process.env.N8N_LOG_LEVEL ??= 'silent';
process.env.N8N_LOG_CRON_ACTIVE_INTERVAL ??= '0';
process.env.N8N_DEFAULT_BINARY_DATA_MODE ??= 'filesystem';

function createHome(): string {
	const home = mkdtempSync(join(process.env.DOCSCORE_HOMES ?? tmpdir(), 'docscore-n8n-'));
	// Tests get no exit event of their process, so removeHomes.ts removes their homes.
	process.once('exit', () => rmSync(home, { recursive: true, force: true }));
	return home;
}
