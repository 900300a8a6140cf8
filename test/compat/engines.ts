import { join, process } from '../node';
import engines from './releases.json';

/** An installed engine of an n8n release. */
export interface Engine {
	/** Version of n8n. */
	release: string;
	/** The folder of its package.json. */
	folder: string;
}

/** Oldest first. The first one is the default. */
export const ENGINES: Engine[] = engines;

/** The engine that `npm run compat -- --n8n` selects. @throws Error if it is not installed */
export function engineInUse(): Engine {
	const asked = process.env.DOCSCORE_N8N;
	const found = ENGINES.find(({ release }) => asked === undefined || asked === release);
	if (!found) throw new Error(`No engine of n8n ${asked} is installed here`);
	return { ...found, folder: join(process.cwd(), found.folder) };
}
