import { hasRelease, isPrerelease } from '../../release/changelog';
import { breaks } from './breaks';
import type { Baseline } from './file';
import type { Part } from './form';

interface Wanted {
	former: Baseline;
	parts: Part[];
	changelog: string;
	/** The version that gets the form. */
	version: string;
}

/**
 * Why the form must not be written. Before the first release, it may change freely. After that, it may
 * only grow, and not by what a prerelease tries.
 */
export function reasonsToRefuse({ former, parts, changelog, version }: Wanted): string[] {
	if (!hasRelease(changelog)) return [];
	const told = breaks(former.parts, parts).map(
		(each) => `Workflows of ${former.version} would break: ${each}`,
	);
	return isPrerelease(version) ? ['The form of a prerelease is not kept', ...told] : told;
}
