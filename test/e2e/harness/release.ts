import { join, process } from '../../node';
import { dependencies as ofN8n1 } from '../install/n8n1/package.json';
import { dependencies as ofN8n2 } from '../install/n8n2/package.json';

/** A release of n8n that the package is tried in. */
export interface Release {
	/** Of n8n. */
	version: string;
	/** The folder that it is installed in. */
	root: string;
}

const INSTALLS = join(process.cwd(), 'test', 'e2e', 'install');

/** The newest first, which is the one to take where none is asked for. */
export const RELEASES: Release[] = [
	{ version: ofN8n2.n8n, root: join(INSTALLS, 'n8n2') },
	{ version: ofN8n1.n8n, root: join(INSTALLS, 'n8n1') },
];

/** The release that `npm run e2e -- --n8n` asks for. @throws Error where there is no such release */
export function releaseInUse(): Release {
	const asked = process.env.DOCSCORE_N8N;
	const found = RELEASES.find(({ version }) => asked === undefined || asked === version);
	if (found) return found;
	const known = RELEASES.map(({ version }) => version).join(', ');
	throw new Error(`The package is not tried in n8n ${asked}, but in ${known}`);
}

export const isN8n1 = (): boolean => releaseInUse().version.startsWith('1.');
