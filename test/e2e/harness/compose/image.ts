import { execFile, process, promisify } from '../../../node';
import type { Install } from '../userFolder';

const run = promisify(execFile);

/** The home of whom n8n's image runs it as. */
const HOME = '/home/node';

/**
 * Does in another home what a Dockerfile does in that of n8n's image. In place of the published
 * package it installs the packed one, which needs no network.
 */
export const imageOf =
	(dockerfile: string): Install =>
	async (home, tarball) => {
		for (const [, command = ''] of dockerfile.matchAll(/^RUN (.*)$/gm)) {
			const here = command.replaceAll(HOME, home).replace(/ n8n-nodes-docscore$/, ` ${tarball}`);
			const env = { ...process.env, HOME: home, npm_config_offline: 'true' };
			await run('sh', ['-c', here], { env });
		}
	};
