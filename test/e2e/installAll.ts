import { process } from '../node';
import { installN8n } from './harness/install';
import { RELEASES } from './harness/release';

/** Installs each n8n that tests need, so that CI can do it while other tests run. */
async function main(): Promise<void> {
	for (const { version } of RELEASES) {
		process.env.DOCSCORE_N8N = version;
		await installN8n();
	}
}

main().then(
	() => process.exit(0),
	(error: unknown) => {
		process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
		process.exit(1);
	},
);
