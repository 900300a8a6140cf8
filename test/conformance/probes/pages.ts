import { isObject } from '../../../nodes/DocScore/service/json';
import { MAX_PAGE_SIZE } from '../../../nodes/DocScore/service/types';
import type { Dialect } from '../../sandbox/dialect';
import { type Account, RUNS_OF_A_STATUS } from '../account';
import { cannotTell, differs, errorOf, type Finding, holds, type Probe } from '../finding';
import type { Query, ShownPage, ShownRun } from '../lists';
import { UNKNOWN_ID } from './answers';
import { NOBODY_HAS } from './metadata';

/** Fewer may be in any order by chance. */
const RUNS_TO_TELL = 5;

export const pages: Probe[] = [
	{
		number: 6,
		point: 'Order',
		judge({ pages: [first, again] }) {
			const { runs } = first;
			if (runs.length < RUNS_TO_TELL)
				return cannotTell(`There are fewer than ${RUNS_TO_TELL} runs`);
			if (!sameOrder(first.runs, again.runs) || hasTwice(runs)) {
				return differs(
					'Another one for each request',
					'Get Many with a Limit gives any runs; Return All needs more requests, and is complete',
					{ pageOrder: 'random' },
				);
			}
			const found = orderOf(runs);
			if (found === null) return cannotTell('None that times, IDs or statuses tell');
			return holds(`${ORDERS[found]}, and stable`, { pageOrder: found });
		},
	},
	{
		number: 7,
		point: 'Pages past the end',
		async judge({ lists, pages: [{ total }], runs }) {
			if (runs.length === 0) return cannotTell('No run is listed');
			// Behind the end however small the pages are.
			const page = (total ?? 10_000) + 3;
			const { answer, runs: shown } = await lists.page({ page });
			if (errorOf(answer) !== null) {
				return holds(`An error (${answer.status}); the nodes stop at pages that are not full`);
			}
			if (shown.length === 0) return holds('Empty', { pagesPastEnd: 'empty' });
			const { runs: later } = await lists.page({ page: page + 7 });
			const isSame =
				later.length > 0 && later.every(({ id }) => shown.some((run) => run.id === id));
			if (isSame) return holds('They show what was shown', { pagesPastEnd: 'last' });
			return cannotTell('No end was found');
		},
	},
	{
		number: 8,
		point: 'Counted, not listed',
		judge({ lists, runs, pages: [first] }) {
			if (lists.firstPageEmpty) {
				return differs(
					'The first page is empty, although runs are counted',
					'Get Many reads on; Return All may end with an error, and the trigger misses runs. Please send the report',
					{ firstPageEmpty: true },
				);
			}
			if (runs.length === 0) return cannotTell('No run is listed');
			return holds(`The first page shows ${first.runs.length}`, { firstPageEmpty: false });
		},
	},
	{
		number: 9,
		point: 'Form of `totalCount`',
		judge({ pages: [{ pagination, total }] }) {
			const { totalCount } = pagination;
			if (total !== null) {
				const form = typeof totalCount === 'number' ? 'number' : 'text';
				return holds(`A ${form}`, { totalCountForm: form });
			}
			return differs(
				totalCount === undefined || totalCount === null ? 'Missing' : 'No number',
				'A page that is not full counts as the last. Return All and the trigger need more requests',
				{ totalCountForm: 'missing' },
			);
		},
	},
	{
		number: 11,
		point: 'Size of a page',
		async judge({ lists }) {
			const { answer, runs } = await lists.page({ limit: MAX_PAGE_SIZE + 1 });
			const above = errorOf(answer)
				? `more is rejected (${answer.status})`
				: `more is ${runs.length > MAX_PAGE_SIZE ? 'given, too' : 'no error'}`;
			if (lists.fullPage < MAX_PAGE_SIZE) {
				return differs(
					`${lists.fullPage} runs where ${MAX_PAGE_SIZE} were asked for, of more; ${above}`,
					'Get Many may take such a page for the last one: please send the report',
				);
			}
			return holds(`Up to ${MAX_PAGE_SIZE}; ${above}`);
		},
	},
];

type Order = Exclude<Dialect['pageOrder'], 'random'>;

const ORDERS: Record<Order, string> = {
	newest: 'Newest first',
	oldest: 'Oldest first',
	id: 'By ID',
	status: 'By status',
};

function orderOf(runs: ShownRun[]): Order | null {
	const times = runs.flatMap(({ created }) => created?.us ?? []);
	const ids = runs.map(({ id }) => id);
	const statuses = runs.map(({ status }) => status ?? '');
	if (new Set(times).size > 2) {
		if (rises(times)) return 'oldest';
		if (rises([...times].reverse())) return 'newest';
	}
	if (rises(ids)) return 'id';
	return new Set(statuses).size > 2 && rises(statuses) ? 'status' : null;
}

const rises = <Value>(values: Value[]): boolean =>
	values.every((value, at) => at === 0 || !(value < (values[at - 1] ?? value)));

/** Compares only runs that both pages show alike: others may have changed their places in between. */
function sameOrder(a: ShownRun[], b: ShownRun[]): boolean {
	const idsOf = (runs: ShownRun[], others: ShownRun[]) =>
		runs
			.filter(({ id, status }) => others.some((run) => run.id === id && run.status === status))
			.map(({ id }) => id);
	return idsOf(a, b).join() === idsOf(b, a).join();
}

const hasTwice = (runs: ShownRun[]): boolean =>
	new Set(runs.map(({ id }) => id)).size < runs.length;

/** Probes of lists that need the answers to others. */
export const totals: Probe[] = [
	{
		number: 43,
		point: 'Template',
		async judge(account) {
			const { body, status } = account.template;
			const doc = isObject(body) && isObject(body.doc) ? body.doc : null;
			if (doc === null) return cannotTell(`Template answers ${status}`);
			if (String(doc.id).toLowerCase() !== account.options.templateId.toLowerCase()) {
				return differs(
					'The template has another ID, or none',
					'Template: Get ends with an error, and so do checks of a template. Please send the report',
				);
			}
			return badSchema(doc.evaluation_schema) ?? (await ofTemplate(account));
		},
	},
	{
		number: 10,
		point: 'What `totalCount` counts',
		async judge(account) {
			const { lists, pages: all } = account;
			const [{ total }] = all;
			if (total === null) return cannotTell('There is none');
			if (total === 0) return cannotTell('No run is listed');
			lists.mustShow();
			const unheeded = await unheededFilters(account, total);
			if (unheeded.length > 0) {
				return differs(
					`More than is listed: it heeds no ${unheeded.join(', ')}`,
					'Get Many with Return All and such filters ends with an error; a Limit works. If it heeds no metadata, a Deduplication Key submits nothing',
					unheeded.includes('time') ? { totalCountOf: 'anyTime' } : undefined,
				);
			}
			const hidden = await hiddenRuns(account);
			if (hidden > 0) {
				return differs(
					`${hidden} more than any page shows`,
					'Get Many with Return All ends with an error instead of an incomplete list; a Limit works',
					{ totalCountOf: 'unlisted' },
				);
			}
			const { sightings = [] } = (await account.submission()) ?? {};
			const listed = sightings.filter((seen) => seen.listed !== null);
			if (listed.some((seen) => seen.total === 0)) {
				return differs(
					'New runs are counted later than they are listed',
					'Get Many with Return All may need a second try while runs come in. The trigger finds them a poll later',
					{ totalCountOf: 'earlier' },
				);
			}
			if (listed.length > 0) return holds('What is listed', { totalCountOf: 'listed' });
			return cannotTell(
				'Of old runs, what is listed. A submission tells whether new ones are counted at once',
			);
		},
	},
];

/** Null if it is an object that contains texts. */
function badSchema(schema: unknown): Finding | null {
	if (!isObject(schema)) {
		return differs(
			'`evaluation_schema` is no object',
			'The fields of a template cannot be listed: enter them as an expression. Please send the report',
		);
	}
	const values = Object.values(schema);
	const odd = values.filter((value) => typeof value !== 'string').length;
	if (odd === 0) return null;
	return differs(
		`${odd} of ${values.length} instructions are no text`,
		'Template: Get outputs them as they are; nothing else depends on it',
	);
}

/** Whether lists heed the template: compares the list of its runs with that of a template that nobody has. */
async function ofTemplate(account: Account): Promise<Finding> {
	const { lists, options, pages: all } = account;
	lists.mustShow();
	const listOf = async (id: string) =>
		await lists.page({ filters: { extraction_template_id: id } });
	const [own, none] = [await listOf(options.templateId), await listOf(UNKNOWN_ID)];
	if (errorOf(own.answer)) return cannotTell(`It is read; its filter gives ${own.answer.status}`);
	if (none.runs.length > 0) {
		return differs(
			'It is read; its filter finds runs of a template that is not known',
			'Get Many and the trigger with a Template give runs of any: put a Filter node after them',
		);
	}
	const shown = (await account.submission())?.sightings.flatMap(({ listed }) => listed ?? []) ?? [];
	const isWhole = own.runs.length < lists.fullPage;
	if (isWhole && shown[0] && !own.runs.some(({ id }) => id === shown[0]?.id)) {
		return differs(
			'It is read; its filter does not find a run of it',
			'Get Many and the trigger with a Template lack runs; deduplication finds none. Please send the report',
		);
	}
	if (own.runs.length === 0) return cannotTell('It is read; no run of it is listed');
	return holds(
		`It is read; its filter finds ${own.runs.length} runs, where the whole list shows ${all[0].runs.length}`,
	);
}

/** Queries that find nothing. */
const OF_NOTHING: Record<string, Query> = {
	time: { filters: { endTime: '2001-01-01T00:00:00.000Z' } },
	name: { filters: { filename: NOBODY_HAS } },
	template: { filters: { extraction_template_id: UNKNOWN_ID } },
	metadata: {
		metadata_filters: [{ metadata_name: NOBODY_HAS, operator: '=', value: NOBODY_HAS }],
	},
};

/** The filters with which an answer lists nothing, or not all, but counts as much as without them. */
async function unheededFilters({ lists, byStatus }: Account, all: number): Promise<string[]> {
	const unheeded: string[] = [];
	for (const [filter, query] of Object.entries(OF_NOTHING)) {
		const { runs, total } = await lists.page(query);
		if (runs.length === 0 && (total ?? 0) > 0) unheeded.push(filter);
	}
	// A list of a status that a run has just left may also count it for some seconds.
	const countsAll = ({ runs, total }: ShownPage) =>
		runs.length < RUNS_OF_A_STATUS && runs.length + 2 < all && (total ?? 0) >= all - 2;
	return [...byStatus.values()].some(countsAll) ? [...unheeded, 'status'] : unheeded;
}

const SETTLES_MS = 15_000;

/** How many runs are counted but not shown, on a page that has space for all of them. */
async function hiddenRuns({ pages: all, lists, conversation }: Account): Promise<number> {
	// In a large account, uses a status whose list fits on a page.
	const statuses = ['failed', 'processing', 'pending'] as const;
	const isSmall = (all[0].total ?? 0) <= lists.fullPage;
	for (const filters of isSmall ? [{}] : statuses.map((status) => ({ status }))) {
		const hidden = async () => {
			const { runs, total } = await lists.page({ filters });
			return total === null || total > lists.fullPage ? 0 : Math.max(0, total - runs.length);
		};
		if ((await hidden()) === 0) continue;
		// A new run may be counted before it is listed.
		await conversation.wait(SETTLES_MS);
		const still = await hidden();
		if (still > 0) return still;
	}
	return 0;
}
