import { mkdir, process, rm } from '../../node';
import { packInto } from '../../harness/package/pack';
import { installN8n } from './install';
import { LOGS } from './logs';
import { runningN8n } from './runningN8n';

/** Installs n8n and packs the package as npm would publish it, once for all tests. */
export default async function setUp(): Promise<void> {
	await rm(LOGS, { recursive: true, force: true });
	await mkdir(LOGS, { recursive: true });
	if (runningN8n() !== null) return;
	await installN8n();
	const { path } = await packInto(LOGS);
	process.env.DOCSCORE_TARBALL = path;
}
