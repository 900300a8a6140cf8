import { RELEASES } from '../e2e/harness/release';
import { ENGINES } from '../compat/engines';

/** A part of the tests that can run on several releases of n8n. */
export interface Tier {
	/** Name of the tested part of n8n in docs/compatibility.md. */
	what: string;
	/** The jest configuration. */
	config: string;
	/** The releases of n8n. The first one is the default. */
	releases: string[];
}

const newestFirst = RELEASES.map(({ version }) => version);

/** By npm script, or the option of e2e. */
export const TIERS: Record<string, Tier> = {
	compat: {
		what: 'Its engine',
		config: 'test/compat/jest.config.js',
		releases: ENGINES.map(({ release }) => release),
	},
	e2e: { what: 'n8n itself', config: 'test/e2e/jest.config.js', releases: newestFirst },
	queue: {
		what: 'Queue mode',
		config: 'test/e2e/queue/jest.config.js',
		releases: newestFirst,
	},
};

/** Finds a release by its version or the beginning of it, such as 1.123. @throws Error if there is none */
export function releaseOf({ releases }: Tier, asked: string | undefined): string {
	const found = releases.find(
		(release) => asked === undefined || release === asked || release.startsWith(`${asked}.`),
	);
	if (found !== undefined) return found;
	throw new Error(
		`--n8n must be one of ${releases.join(', ')} or the beginning of one, not ${asked}`,
	);
}
