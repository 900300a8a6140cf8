import { faultsOfKinds, isDate, isPrerelease, newestSection } from './changelog';

/** Writes the present form as that of the version in package.json. */
export const WRITE_FORM = 'npx tsx test/package/baseline/write.ts';

/** Everything that decides whether a release is possible. */
export interface ReleaseState {
	manifest: Manifest;
	/** The version in package-lock.json. */
	lockedVersion: string;
	changelog: string;
	/** The version whose form is the baseline. */
	baseline: string;
	/** The pushed tag, if any. */
	tag?: string;
	/** Existing tags. */
	tags: string[];
	/** Uncommitted files. */
	uncommitted: string[];
	/** URL of the repository that the release workflow runs in, if known. */
	repository?: string;
	/** Paths in the tarball. */
	packed: string[];
	today: string;
}

export interface Manifest {
	name: string;
	version: string;
	author: { email: string };
	repository: { url: string };
	n8n: { credentials: string[]; nodes: string[] };
}

/** What to do before the package can be released, one line each. */
export function missingFor(state: ReleaseState): string[] {
	return [
		...versionFaults(state),
		...changelogFaults(state),
		...formFaults(state),
		...tagFaults(state),
		...ownerFaults(state),
		...tarballFaults(state),
	];
}

function versionFaults({ manifest: { version }, lockedVersion }: ReleaseState): string[] {
	const faults: string[] = [];
	if (!/^\d+\.\d+\.\d+(-beta\.\d+)?$/.test(version))
		faults.push(`package.json: version ${version} is not of the form 1.2.3 or 1.2.3-beta.1`);
	if (lockedVersion !== version)
		faults.push(
			`package-lock.json has version ${lockedVersion}, package.json ${version}: npm version sets both`,
		);
	return faults;
}

function changelogFaults({ manifest: { version }, changelog, today }: ReleaseState): string[] {
	const section = newestSection(changelog);
	const wanted = `## ${version} (${today})`;
	if (section?.version !== version)
		return [
			`CHANGELOG.md begins with ${section?.version ?? 'no version'}: add a section ${wanted}`,
		];
	const faults: string[] = [];
	if (!isDate(section.date))
		faults.push(`CHANGELOG.md: "${section.date}" is not a date, write ${wanted}`);
	else if (section.date > today)
		faults.push(`CHANGELOG.md: ${section.date}, the date of ${version}, is in the future`);
	if (section.text === '') faults.push(`CHANGELOG.md has no text about ${version}`);
	const ofKinds = faultsOfKinds(section.text).map((fault) => `CHANGELOG.md, ${version}: ${fault}`);
	return [...faults, ...ofKinds];
}

/** With a release, its form becomes the one that later versions are compared with. */
function formFaults({ manifest: { version }, baseline }: ReleaseState): string[] {
	if (isPrerelease(version) || baseline === version) return [];
	return [`The saved form is that of ${baseline}: run ${WRITE_FORM}`];
}

function tagFaults({ manifest, tag, tags, uncommitted }: ReleaseState): string[] {
	const wanted = `v${manifest.version}`;
	const faults: string[] = [];
	if (tag === undefined && tags.includes(wanted))
		faults.push(`The tag ${wanted} already exists: increase the version`);
	if (tag !== undefined && tag !== wanted)
		faults.push(`The tag is ${tag}, but package.json says ${manifest.version}`);
	const [first] = uncommitted;
	if (first !== undefined)
		faults.push(`Not committed: ${first.trim()}, ${uncommitted.length} files in all`);
	return faults;
}

/** People must be able to contact the author, and npm must find the source that it attests. */
function ownerFaults({ manifest: { author, repository }, repository: here }: ReleaseState) {
	const faults: string[] = [];
	if (/@example\.\w+$/.test(author.email))
		faults.push(`package.json: nobody reads the author's address ${author.email}`);
	if (here !== undefined && addressOf(repository.url) !== addressOf(here))
		faults.push(
			`package.json: the repository is ${addressOf(repository.url)}, but this is ${addressOf(here)}; npm rejects provenance of another`,
		);
	return faults;
}

const addressOf = (url: string): string =>
	url
		.replace(/^git\+/, '')
		.replace(/^git@([^:]+):/, 'https://$1/')
		.replace(/\.git$/, '');

/** Without these files, n8n finds nothing in the package. */
function tarballFaults({ manifest: { n8n }, packed }: ReleaseState): string[] {
	const lacking = [...n8n.credentials, ...n8n.nodes].filter((path) => !packed.includes(path));
	return lacking.length === 0 ? [] : [`Not built: ${lacking.join(', ')} (npm run build)`];
}
