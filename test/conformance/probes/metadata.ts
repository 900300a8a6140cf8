import { isObject } from '../../../nodes/DocScore/service/json';
import type { MetadataFilter } from '../../../nodes/DocScore/service/types';
import type { Dialect } from '../../sandbox/dialect';
import type { Account } from '../account';
import { cannotTell, CannotTell, differs, holds, notTried, type Probe } from '../finding';
import type { ShownRun } from '../lists';
import { SENT_METADATA } from '../observedRun';

export const NOBODY_HAS = 'conformance-nobody-has-this';

const FINDS_TOO_MUCH =
	'Metadata filters find too much. Deduplication reads the details of what it finds, so it stays right';

/** Probes of metadata, and of what filters match. */
export const metadata: Probe[] = [
	{
		number: 22,
		point: 'Metadata values',
		async judge(account) {
			const story = await account.submission();
			if (story === null) return notTried(1);
			const [told] = story.sightings.flatMap(({ details }) => {
				const shown = details?.raw.metadata;
				return isObject(shown) && Object.keys(shown).length > 0 ? [shown] : [];
			});
			if (!told) return cannotTell('Details show no metadata');
			const sent = Object.entries(SENT_METADATA);
			if (sent.every(([name, value]) => told[name] === value)) {
				return holds('As they were sent', { metadataValues: 'asSent' });
			}
			if (told.conformance_digits === 7) {
				return holds('Texts that are numbers come back as numbers', { metadataValues: 'numbers' });
			}
			if (sent.every(([name, value]) => told[name] === String(value))) {
				return holds('All come back as texts', { metadataValues: 'asSent' });
			}
			return differs('Changed in another way', 'Metadata in the output are not what was submitted');
		},
	},
	{
		number: 23,
		point: 'Operator `=`',
		async judge(account) {
			const { text, number, finds, isNew } = await subjectOf(account);
			if (!text) return notTried(1);
			const [name, value] = text;
			const equals = async (told: string, of = name) => await finds(['=', of, told]);
			let isFound = await equals(value);
			if (!isFound && isNew) {
				await account.conversation.wait(FOUND_WITHIN_MS);
				isFound = await equals(value);
			}
			if (!isFound) {
				return differs(
					'It does not find a run by its own metadata',
					'Metadata filters and Deduplication Key find nothing: please send the report',
				);
			}
			if (await equals(`${value} and more`)) {
				return differs('It finds runs whose metadata are different', FINDS_TOO_MUCH);
			}
			if (value.length > 2 && (await equals(value.slice(0, -1)))) {
				return differs('It finds runs by a part of the text', FINDS_TOO_MUCH);
			}
			const isCaseless = await equals(caseSwapped(value));
			const isNumeric = number && (await equals(`${number[1]}.0`, number[0]));
			const metadataEquality = isCaseless ? 'caseless' : isNumeric ? 'numeric' : 'exact';
			return holds(EQUALITIES[metadataEquality], { metadataEquality });
		},
	},
	{
		number: 24,
		point: 'Metadata filters',
		async judge(account) {
			const { text, finds } = await subjectOf(account);
			if (!text) return notTried(1);
			const right: Filter = ['=', ...text];
			const wrong: Filter = ['=', text[0], NOBODY_HAS];
			if (!(await finds(right))) return cannotTell('`=` finds nothing');
			if (await finds(wrong)) {
				return differs(
					'Metadata filters have no effect',
					'Get Many with metadata filters gives any runs: put a Filter node after it',
				);
			}
			if (!(await finds(right, right))) {
				return differs('Two that hold find nothing', 'Use a single metadata filter');
			}
			const [afterIt, beforeIt] = [await finds(right, wrong), await finds(wrong, right)];
			if (!afterIt && !beforeIt) return holds('All must hold');
			const one = afterIt ? 'first' : 'last';
			const found = afterIt && beforeIt ? 'One must hold' : `Only the ${one} of several counts`;
			return differs(
				found,
				'Several metadata filters find more than all that hold. Use one, and a Filter node after it',
			);
		},
	},
	{
		number: 25,
		point: '`filename` filter',
		async judge(account) {
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
			if (name.length < 3) return cannotTell('No run has a name of three letters or more');
			if (!(await finds(name.slice(1, -1)))) {
				return differs(
					'A part from the middle of a name does not find it',
					'Name Contains needs its beginning, or all of it',
				);
			}
			const swapped = caseSwapped(name);
			if (swapped === name) return holds('Part of a name is enough');
			const heeds = (await finds(swapped)) ? 'does not count' : 'counts';
			return holds(`Part of a name is enough; case ${heeds}`);
		},
	},
];

const FOUND_WITHIN_MS = 20_000;

const EQUALITIES: Record<Dialect['metadataEquality'], string> = {
	exact: 'The same text',
	caseless: 'Without regard to case',
	numeric: 'The same number, too',
};

const caseSwapped = (text: string): string => {
	const upper = text.toUpperCase();
	return upper === text ? text.toLowerCase() : upper;
};

type Filter = [operator: string, name: string, value: string];

/** A run to test metadata filters with, with one of its texts and numbers. */
interface Subject {
	/** Whether it was just submitted. */
	isNew: boolean;
	text?: [name: string, value: string];
	number?: [name: string, value: string];
	/** Whether these filters find the run. @throws CannotTell */
	finds(...filters: Filter[]): Promise<boolean>;
}

async function subjectOf(account: Account): Promise<Subject> {
	account.lists.mustShow();
	const story = await account.submission();
	const own = story?.sightings.findLast((seen) => seen.listed && seen.details)?.details;
	const runs = own ? [{ ...own, name: story?.name ?? null }] : account.readable();
	for (const run of runs) {
		const metadata = own ? SENT_METADATA : run.raw.metadata;
		if (!own && (!isObject(metadata) || !isAlone(run, account))) continue;
		const values = Object.entries({ ...(typeof metadata === 'object' && metadata) })
			.filter(([, value]) => typeof value !== 'object')
			.map(([name, value]): [string, string] => [name, String(value)]);
		const first = (pattern: RegExp) => values.find(([, value]) => pattern.test(value));
		const text = first(/^(?!true$|false$).*[a-z]/i);
		if (!text) continue;
		const finds = async (...filters: Filter[]) =>
			await account.lists.shows(run, { metadata_filters: filters.map(asked) });
		return { isNew: Boolean(own), text, number: first(/^(?:[2-9]|1[1-9])\d*$/), finds };
	}
	return {
		isNew: false,
		finds: async () => {
			throw new CannotTell('There is no run with metadata');
		},
	};
}

const asked = ([operator, metadata_name, value]: Filter): MetadataFilter => ({
	metadata_name,
	operator,
	value,
});

const isAlone = ({ id, name }: ShownRun, { runs }: Account): boolean =>
	name !== null &&
	runs.every((run) => run.id === id || !run.name?.toLowerCase().includes(name.toLowerCase()));
