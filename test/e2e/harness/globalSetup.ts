import { mkdir, process, rm } from '../../node';
import { packInto } from '../../harness/package/pack';
import { installN8n } from './install';
import { LOGS } from './logs';
import { runningN8n } from './runningN8n';

/** Once for all tests: n8n is there, and so is the package as it would be published. */
export default async function setUp(): Promise<void> {
	await rm(LOGS, { recursive: true, force: true });
	await mkdir(LOGS, { recursive: true });
	if (runningN8n() !== null) return;
	await installN8n();
	const { path } = await packInto(LOGS);
	process.env.DOCSCORE_TARBALL = path;
}
