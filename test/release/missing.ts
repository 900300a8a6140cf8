/** All that a release is judged by. */
export interface ReleaseState {
	manifest: Manifest;
	/** As package-lock.json has it. */
	lockedVersion: string;
	changelog: string;
	/** The tag that was pushed; none where it is yet to be. */
	tag?: string;
	/** Tags that are there already. */
	tags: string[];
	/** Files that differ from what was committed. */
	uncommitted: string[];
	/** Address of the repository that the release is made in, where that is known. */
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

interface Section {
	version: string;
	date: string;
	/** What it says, without its heading. */
	text: string;
}

/** The section of the changelog about the newest version. */
export function newestSection(changelog: string): Section | undefined {
	const found = /^## (\S+) \((.*)\)$\n([^]*?)(?=^## |$(?![^]))/m.exec(changelog);
	if (found === null) return undefined;
	const [, version = '', date = '', text = ''] = found;
	return { version, date, text: text.trim() };
}

/** What is to be done before the package can be released, a line each. */
export function missingFor(state: ReleaseState): string[] {
	return [
		...versionFaults(state),
		...changelogFaults(state),
		...tagFaults(state),
		...ownerFaults(state),
		...tarballFaults(state),
	];
}

function versionFaults({ manifest: { version }, lockedVersion }: ReleaseState): string[] {
	const faults: string[] = [];
	if (!/^\d+\.\d+\.\d+$/.test(version))
		faults.push(`package.json: version ${version} is not of the form 1.2.3`);
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
			`CHANGELOG.md begins with ${section?.version ?? 'no version'}: it lacks a section ${wanted}`,
		];
	const faults: string[] = [];
	if (!isDate(section.date))
		faults.push(
			`CHANGELOG.md has no date for ${version}, but "${section.date}": make it ${wanted}`,
		);
	else if (section.date > today)
		faults.push(`CHANGELOG.md: ${section.date}, the date of ${version}, is yet to come`);
	if (section.text === '') faults.push(`CHANGELOG.md says nothing of ${version}`);
	return faults;
}

/** A day that the calendar has. */
function isDate(text: string): boolean {
	const time = Date.parse(`${text}T00:00:00Z`);
	return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text;
}

function tagFaults({ manifest, tag, tags, uncommitted }: ReleaseState): string[] {
	const wanted = `v${manifest.version}`;
	const faults: string[] = [];
	if (tag === undefined && tags.includes(wanted))
		faults.push(`There is a tag ${wanted} already: raise the version`);
	if (tag !== undefined && tag !== wanted)
		faults.push(`The tag is ${tag}, but package.json says ${manifest.version}`);
	const [first] = uncommitted;
	if (first !== undefined)
		faults.push(`Not committed: ${first.trim()}, ${uncommitted.length} files in all`);
	return faults;
}

/** Whoever looks for the package's people, or npm for the source of what it attests, must find them. */
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

/** Without these, n8n finds nothing in the package. */
function tarballFaults({ manifest: { n8n }, packed }: ReleaseState): string[] {
	const lacking = [...n8n.credentials, ...n8n.nodes].filter((path) => !packed.includes(path));
	return lacking.length === 0 ? [] : [`Not built: ${lacking.join(', ')} (npm run build)`];
}
