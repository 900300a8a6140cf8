import { execFile, process, promisify } from '../../../node';
import type { Install } from '../userFolder';

const run = promisify(execFile);

/** The home folder of the user in n8n's image. */
const HOME = '/home/node';

/** The published package, with or without a version. */
const PUBLISHED = / n8n-nodes-docscore(@\S+)?$/;

/**
 * Runs the commands of a Dockerfile in another home folder. Installs the packed package instead of the
 * published one, so that no network is needed.
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
