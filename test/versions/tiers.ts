import { RELEASES } from '../e2e/harness/release';
import { ENGINES } from '../compat/engines';

/** A part of the tests that runs on several releases of n8n. */
export interface Tier {
	/** As docs/compatibility.md calls what of n8n is used. */
	what: string;
	/** Of jest. */
	config: string;
	/** The releases of n8n; the first is the one to take where none is asked for. */
	releases: string[];
}

const newestFirst = RELEASES.map(({ version }) => version);

/** By their npm scripts. */
export const TIERS: Record<string, Tier> = {
	compat: {
		what: 'Its engine',
		config: 'test/compat/jest.config.js',
		releases: ENGINES.map(({ release }) => release),
	},
	e2e: { what: 'n8n itself', config: 'test/e2e/jest.config.js', releases: newestFirst },
	'e2e:queue': {
		what: 'Queue mode',
		config: 'test/e2e/queue/jest.config.js',
		releases: newestFirst,
	},
};

/** The release that is meant by its version or the start of that, such as 1.123. @throws Error */
export function releaseOf({ releases }: Tier, asked: string | undefined): string {
	const found = releases.find(
		(release) => asked === undefined || release === asked || release.startsWith(`${asked}.`),
	);
	if (found !== undefined) return found;
	throw new Error(`--n8n is one of ${releases.join(', ')}, or the start of one, not ${asked}`);
}
