import { join, process } from '../node';
import engines from './releases.json';

/** The engine of a release of n8n, as it is installed. */
export interface Engine {
	/** Of n8n. */
	release: string;
	/** Where its package.json is. */
	folder: string;
}

/** The oldest first, which is the one to take where none is asked for. */
export const ENGINES: Engine[] = engines;

/** The one that `npm run compat -- --n8n` asks for. @throws Error where there is no such engine */
export function engineInUse(): Engine {
	const asked = process.env.DOCSCORE_N8N;
	const found = ENGINES.find(({ release }) => asked === undefined || asked === release);
	if (!found) throw new Error(`No engine of n8n ${asked} is installed here`);
	return { ...found, folder: join(process.cwd(), found.folder) };
}
