/** The section of CHANGELOG.md about a version. */
export interface Section {
	version: string;
	date: string;
	/** The text without the heading. */
	text: string;
}

/** The headings in a section, each with a list of what changed. */
export const KINDS = ['Added', 'Changed', 'Fixed', 'Saved workflows'];

/** The sections, the newest first. */
function sectionsOf(changelog: string): Section[] {
	const found = changelog.matchAll(/^## (\S+) \((.*)\)$\n([^]*?)(?=^## |$(?![^]))/gm);
	return [...found].map(([, version = '', date = '', text = '']) => {
		return { version, date, text: text.trim() };
	});
}

export const newestSection = (changelog: string): Section | undefined => sectionsOf(changelog)[0];

/** A version such as 1.2.3-beta.1, which promises nothing about its form. */
export const isPrerelease = (version: string): boolean => version.includes('-');

/** Whether there was a release. From then on, workflows are saved with its form. */
export const hasRelease = (changelog: string): boolean =>
	sectionsOf(changelog).some(({ version, date }) => !isPrerelease(version) && isDate(date));

/** Whether the date exists in the calendar. */
export function isDate(text: string): boolean {
	const time = Date.parse(`${text}T00:00:00Z`);
	return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text;
}

/** What is wrong with the headings of a section, and with what is below them. */
export function faultsOfKinds(text: string): string[] {
	const [before = '', ...parts] = text.split(/^### /m);
	const known = KINDS.join(', ');
	const faults = before.trim() === '' ? [] : [`it begins without a heading of ${known}`];
	const headings = parts.map((part) => {
		const [heading = '', ...lines] = part.trim().split('\n');
		if (!KINDS.includes(heading)) faults.push(`"${heading}" is none of ${known}`);
		if (!lines.some((line) => line.startsWith('- '))) faults.push(`"${heading}" lists nothing`);
		return heading;
	});
	const inOrder = KINDS.filter((kind) => headings.includes(kind));
	const isInOrder = headings.filter((heading) => KINDS.includes(heading)).join() === inOrder.join();
	return isInOrder ? faults : [...faults, `the order is ${inOrder.join(', ')}, each once`];
}
