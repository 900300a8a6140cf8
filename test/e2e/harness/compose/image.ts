import { execFile, process, promisify } from '../../../node';
import type { Install } from '../userFolder';

const run = promisify(execFile);

/** The home of whom n8n's image runs it as. */
const HOME = '/home/node';

/** The package as npm would get it, of any version. */
const PUBLISHED = / n8n-nodes-docscore(@\S+)?$/;

/**
 * Does in another home what a Dockerfile does in that of n8n's image. In place of the published
 * package it installs the packed one, which needs no network.
 */
export const imageOf =
	(dockerfile: string): Install =>
	async (home, tarball) => {
		const commands = [...dockerfile.matchAll(/^RUN (.*)$/gm)].map(([, command = '']) => command);
		if (!commands.some((command) => PUBLISHED.test(command)))
			throw new Error('The image does not install the package');
		for (const command of commands) {
			const here = command.replaceAll(HOME, home).replace(PUBLISHED, ` ${tarball}`);
			const env = { ...process.env, HOME: home, npm_config_offline: 'true' };
			await run('sh', ['-c', here], { env });
		}
	};
