import type { MetadataFilter } from '../../../nodes/DocScore/service/types';
import { isObject } from '../../../nodes/DocScore/service/json';
import type { Dialect } from '../../sandbox/dialect';
import type { Account } from '../account';
import { cannotTell, CannotTell, differs, holds, notTried, type Probe } from '../finding';
import type { ShownRun } from '../lists';
import { SENT_METADATA } from '../observedRun';

const COST = 'Costs one submission, as no run shows metadata to try it on: --spend 1 --file URL';

export const metadataValues: Probe = {
	number: 22,
	point: 'Metadata values',
	async examine(account) {
		const story = await account.submission();
		if (story === null) return notTried('Costs one submission: --spend 1 --file URL');
		const [told] = story.sightings.flatMap(({ details }) => {
			const metadata = details?.raw.metadata;
			return isObject(metadata) && Object.keys(metadata).length > 0 ? [metadata] : [];
		});
		if (!told) return cannotTell('Details show no metadata');
		const kinds = Object.entries(SENT_METADATA).map(([name, value]) => told[name] === value);
		if (kinds.every(Boolean)) return holds('As they were sent', { metadataValues: 'asSent' });
		if (told.conformance_digits === 7) {
			return holds('Texts that are numbers come back as numbers', { metadataValues: 'numbers' });
		}
		const areTexts = Object.entries(SENT_METADATA).every(
			([name, value]) => told[name] === String(value),
		);
		if (areTexts) return holds('All come back as texts', { metadataValues: 'asSent' });
		return differs('Changed in another way', 'Metadata in the output are not what was submitted');
	},
};

/** A run to test metadata filters with, with one of its texts and numbers. */
interface Subject {
	run: ShownRun;
	text: [name: string, value: string] | undefined;
	number: [name: string, value: string] | undefined;
}

async function subjectOf(account: Account): Promise<Subject | null> {
	const story = await account.submission();
	const own = story?.sightings.findLast((seen) => seen.isListed && seen.details)?.details;
	if (own && story) {
		const sent = Object.entries(SENT_METADATA).map(
			([name, value]) => [name, String(value)] as const,
		);
		return subject({ ...own, name: story.name }, sent);
	}
	for (const run of account.readable()) {
		const { metadata } = run.raw;
		if (!isObject(metadata) || !isAlone(run, account)) continue;
		const plain = Object.entries(metadata).filter(([, value]) => typeof value !== 'object');
		const found = subject(
			run,
			plain.map(([name, value]) => [name, String(value)] as const),
		);
		if (found.text) return found;
	}
	return null;
}

const subject = (run: ShownRun, values: Array<readonly [string, string]>): Subject => {
	const first = (pattern: RegExp): [string, string] | undefined => {
		const found = values.find(([, value]) => pattern.test(value));
		return found && [...found];
	};
	return { run, text: first(/^(?!true$|false$).*[a-z]/i), number: first(/^(?:[2-9]|1[1-9])\d*$/) };
};

const isAlone = ({ id, name }: ShownRun, { runs }: Account): boolean =>
	name !== null &&
	runs.every((run) => run.id === id || !run.name?.toLowerCase().includes(name.toLowerCase()));

const filterOf = (operator: string, [name, value]: readonly [string, string]): MetadataFilter => ({
	metadata_name: name,
	operator,
	value,
});

async function passes(account: Account, { run }: Subject, ...filters: MetadataFilter[]) {
	return await account.lists.shows(run, { metadata_filters: filters });
}

export const equality: Probe = {
	number: 23,
	point: 'Operator `=`',
	async examine(account) {
		const tried = await subjectOf(account);
		if (!tried?.text) return notTried(COST);
		const [name, value] = tried.text;
		const equals = async (text: string, of = name) =>
			await passes(account, tried, filterOf('=', [of, text]));
		if (!(await equals(value))) {
			return differs(
				'It does not find a run by its own metadata',
				'Metadata filters and Deduplication Key find nothing: please send the report',
			);
		}
		if (await equals(`${value} and more`)) {
			return differs(
				'It finds runs whose metadata are different',
				'Metadata filters find too much. Deduplication reads the details of what it finds, so it stays right',
			);
		}
		const [number, digits] = tried.number ?? [name, ''];
		const isNumeric = digits !== '' && (await equals(`${digits}.0`, number));
		const isCaseless = await equals(caseSwapped(value));
		const metadataEquality = isCaseless ? 'caseless' : isNumeric ? 'numeric' : 'exact';
		return holds(EQUALITIES[metadataEquality], { metadataEquality });
	},
};

const EQUALITIES: Record<Dialect['metadataEquality'], string> = {
	exact: 'The same text',
	caseless: 'Without regard to case',
	numeric: 'The same number, too',
};

const caseSwapped = (text: string): string => {
	const upper = text.toUpperCase();
	return upper === text ? text.toLowerCase() : upper;
};

const NOBODY_HAS = 'conformance-nobody-has-this';

export const severalFilters: Probe = {
	number: 24,
	point: 'Metadata filters',
	async examine(account) {
		const tried = await subjectOf(account);
		if (!tried?.text) return notTried(COST);
		const right = filterOf('=', tried.text);
		const wrong = filterOf('=', [tried.text[0], NOBODY_HAS]);
		if (!(await passes(account, tried, right))) throw new CannotTell('`=` finds nothing');
		if (!(await passes(account, tried, right, right))) {
			return differs('Two that hold find nothing', 'Use a single metadata filter');
		}
		const withWrongLast = await passes(account, tried, right, wrong);
		const withWrongFirst = await passes(account, tried, wrong, right);
		const ordered = await howNumbersAreOrdered(account, tried);
		if (!withWrongLast && !withWrongFirst) return holds(`All must hold${ordered}`);
		const found = withWrongLast && withWrongFirst ? 'One must hold' : 'Only one of several counts';
		return differs(
			found + ordered,
			'Several metadata filters find more than all that hold. Use one, and a Filter node after it',
		);
	},
};

/** As a number, 12 is less than 100; as a text, it is greater. */
async function howNumbersAreOrdered(account: Account, tried: Subject): Promise<string> {
	if (!tried.number) return '';
	const [name, digits] = tried.number;
	const isLess = filterOf('<', [name, `1${'0'.repeat(digits.length)}`]);
	const areNumbers = await passes(account, tried, isLess);
	return areNumbers ? '; numbers are compared as numbers' : '; numbers are compared as texts';
}

export const nameFilter: Probe = {
	number: 25,
	point: '`filename` filter',
	async examine(account) {
		const pivot = await account.pivot();
		const { name } = pivot;
		if (name === null) return cannotTell('No run is found by its name');
		const finds = async (text: string) => await account.lists.shows({ ...pivot, name: text }, {});
		if (await finds(NOBODY_HAS)) {
			return differs(
				'A name that no run has finds runs',
				'Name Contains has no effect: put a Filter node after Get Many',
			);
		}
		const part = name.slice(1, Math.max(2, name.length - 1));
		if (!(await finds(part))) {
			return differs('Part of a name finds nothing', 'Name Contains needs the whole name');
		}
		const swapped = caseSwapped(name);
		if (swapped === name) return holds('Part of a name is enough');
		const heeds = (await finds(swapped)) ? 'does not count' : 'counts';
		return holds(`Part of a name is enough; case ${heeds}`);
	},
};

const CAPITALS: Record<Dialect['capitalIds'], string> = {
	nowhere: 'None',
	lists: 'In lists, not in details',
	details: 'In details, not in lists',
	everywhere: 'In lists and details',
};

export const capitals: Probe = {
	number: 26,
	point: 'Capitals in IDs',
	async examine(account) {
		const inLists = account.runs.map(({ raw }) => String(raw.id));
		const inDetails = account.readable().map(({ raw }) => String(raw.id));
		if (inDetails.length === 0) return cannotTell('No details could be read');
		const has = (ids: string[]) => ids.some((id) => id !== id.toLowerCase());
		const [lists, details] = [has(inLists), has(inDetails)];
		const capitalIds = lists ? (details ? 'everywhere' : 'lists') : details ? 'details' : 'nowhere';
		const [id = ''] = inDetails;
		const swapped = id === id.toLowerCase() ? id.toUpperCase() : id.toLowerCase();
		const { status, body } = await account.conversation.post('details', { id: swapped });
		const isFound = status < 300 && isObject(body) && isObject(body.doc);
		const found = `${CAPITALS[capitalIds]}; the other way of writing ${isFound ? 'is known, too' : 'is not known'}`;
		if (isFound || lists === details) return holds(found, { capitalIds });
		return differs(
			found,
			'A run that was chosen from a list may be unknown to Get: please send the report',
			{ capitalIds },
		);
	},
};
