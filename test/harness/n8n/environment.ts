import { join, mkdtempSync, process, rmSync, tmpdir } from '../../node';

/**
 * n8n reads these when it is loaded: a home of its own for each process, no log lines and no timer
 * for them, and files where n8n 1.x would keep binary data in memory.
 */
process.env.N8N_USER_FOLDER ??= createHome();
process.env.N8N_LOG_LEVEL ??= 'silent';
process.env.N8N_LOG_CRON_ACTIVE_INTERVAL ??= '0';
process.env.N8N_DEFAULT_BINARY_DATA_MODE ??= 'filesystem';

function createHome(): string {
	const home = mkdtempSync(join(process.env.DOCSCORE_HOMES ?? tmpdir(), 'docscore-n8n-'));
	// Tests never see their process exit, which is why removeHomes.ts removes theirs.
	process.once('exit', () => rmSync(home, { recursive: true, force: true }));
	return home;
}
