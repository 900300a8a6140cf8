import { join, process } from '../../node';
import { dependencies as ofN8n1 } from '../install/n8n1/package.json';
import { dependencies as ofN8n2 } from '../install/n8n2/package.json';

/** An n8n release that the tests can use. */
export interface Release {
	/** Version of n8n. */
	version: string;
	/** The folder of its installation. */
	root: string;
}

const INSTALLS = join(process.cwd(), 'test', 'e2e', 'install');

/** Newest first. The first one is the default. */
export const RELEASES: Release[] = [
	{ version: ofN8n2.n8n, root: join(INSTALLS, 'n8n2') },
	{ version: ofN8n1.n8n, root: join(INSTALLS, 'n8n1') },
];

/** The release that `npm run e2e -- --n8n` selects. @throws Error if it is not available */
export function releaseInUse(): Release {
	const asked = process.env.DOCSCORE_N8N;
	const found = RELEASES.find(({ version }) => asked === undefined || asked === version);
	if (found) return found;
	const known = RELEASES.map(({ version }) => version).join(', ');
	throw new Error(`n8n ${asked} is not available, only ${known}`);
}

export const isN8n1 = (): boolean => releaseInUse().version.startsWith('1.');
