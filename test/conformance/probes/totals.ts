import { isObject } from '../../../nodes/DocScore/service/json';
import { MAX_PAGE_SIZE } from '../../../nodes/DocScore/service/types';
import { type Account, DETAILS } from '../account';
import type { Exchange } from '../conversation';
import { cannotTell, differs, holds, type Probe } from '../finding';
import { readPage } from '../lists';

export const whatTotalCounts: Probe = {
	number: 10,
	point: 'What `totalCount` counts',
	async examine(account) {
		const [{ total, runs }] = account.pages;
		if (total === null) return cannotTell('There is none');
		if (total === 0) return cannotTell('The account has no runs');
		const hidden = await hiddenRuns(account);
		const heedsTime = await account.lists.heedTime();
		const unheeded = [...(heedsTime ? [] : ['time']), ...unheededFilters(account, hidden)];
		if (unheeded.length > 0) {
			return differs(
				`More than is listed: it heeds no ${unheeded.join(', ')}`,
				'Get Many with Return All and such filters ends with an error; a Limit works. If it heeds no metadata, a Deduplication Key submits nothing',
				heedsTime ? undefined : { totalCountOf: 'anyTime' },
			);
		}
		if (hidden > 0) {
			return differs(
				`${hidden} more than any page shows`,
				'Get Many with Return All ends with an error instead of an incomplete list; a Limit works',
				{ totalCountOf: 'unlisted' },
			);
		}
		const story = await account.submission();
		const isLate = story?.sightings.some((seen) => seen.listed !== null && seen.total === 0);
		if (isLate) {
			return differs(
				'New runs are counted later than they are listed',
				'Get Many with Return All may need a second try while runs come in. The trigger finds them a poll later',
				{ totalCountOf: 'earlier' },
			);
		}
		const isSeen = story !== null && runs.length > 0;
		return holds(isSeen ? 'What is listed' : 'What is listed, as far as old runs tell', {
			totalCountOf: 'listed',
		});
	},
};

const FILTERS = ['status', 'name', 'template', 'metadata'] as const;

type Filter = (typeof FILTERS)[number];

/** A first page of a list without time filters. */
interface FirstPage {
	filters: Filter[];
	limit: number;
	shown: number;
	total: number;
	/** Number of submitted runs that may be counted before they are listed. */
	unsettled: number;
}

/** The filters with which any response so far counted more runs than it listed. */
function unheededFilters({ conversation, lists }: Account, hidden: number): Filter[] {
	// An empty first page leaves nothing to compare.
	if (lists.firstPageEmpty) return [];
	const pages = firstPagesOf(conversation.exchanges);
	const most = Math.max(...pages.map(({ shown }) => shown));
	// If pages are smaller than requested, a full page may not be everything.
	const over = pages.filter(
		({ limit, shown, total, unsettled }) =>
			shown < Math.min(limit, most) && total - shown > hidden + unsettled,
	);
	const unheeded: Filter[] = [];
	for (const filter of FILTERS) {
		const tells = ({ filters }: FirstPage) =>
			filters.includes(filter) && !filters.some((each) => unheeded.includes(each));
		// The earlier filters are already known to be respected.
		const others = FILTERS.slice(FILTERS.indexOf(filter) + 1);
		const isOver = over.some(
			(page) => tells(page) && !page.filters.some((each) => others.includes(each)),
		);
		if (isOver) unheeded.push(filter);
	}
	return unheeded;
}

function firstPagesOf(exchanges: readonly Exchange[]): FirstPage[] {
	let submitted = 0;
	return exchanges.flatMap(({ operation, request, answer, wrongKey }) => {
		if (operation === 'submit') submitted++;
		if (operation !== 'query' || answer === null || wrongKey || !isObject(request)) return [];
		const { filters, limit, page, metadata_filters: metadata } = request;
		const {
			startTime,
			endTime,
			status,
			filename,
			extraction_template_id: template,
		} = isObject(filters) ? filters : {};
		const { runs, total } = readPage(answer);
		if (page !== 1 || startTime || endTime || total === null) return [];
		const asked = { status, name: filename, template, metadata };
		return [
			{
				filters: FILTERS.filter((filter) => asked[filter] !== undefined),
				limit: Number(limit),
				shown: runs.length,
				total,
				// Metadata filters are tested only after a list has shown the run.
				unsettled: metadata === undefined ? submitted : 0,
			},
		];
	});
}

/** How many runs are counted but not shown, on a page that has space for all of them. */
async function hiddenRuns(account: Account): Promise<number> {
	const { pages, lists, oneByOne } = account;
	const [whole] = pages;
	if (lists.firstPageEmpty) {
		const total = whole.total ?? 0;
		return total > DETAILS ? 0 : Math.max(0, total - oneByOne.length - 1);
	}
	if (await account.hasSmallPages()) return 0;
	if (whole.total !== null && whole.total <= MAX_PAGE_SIZE) return whole.total - whole.runs.length;
	// In a large account, uses a status whose list fits on a page.
	for (const status of ['failed', 'processing', 'pending'] as const) {
		const { total, runs } = await lists.page({ filters: { status } });
		if (total !== null && total > 0 && total <= MAX_PAGE_SIZE) return total - runs.length;
	}
	return 0;
}
