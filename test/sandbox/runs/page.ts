import type { Dialect } from '../dialect';
import type { Run } from './run';

interface PageOfList {
	page: number;
	limit: number;
}

/** The number of the page that is shown, in a list of so many runs. */
export function shownPage(
	count: number,
	{ page, limit }: PageOfList,
	{ pagesPastEnd }: Dialect,
): number {
	const last = Math.max(1, Math.ceil(count / limit));
	return pagesPastEnd === 'last' ? Math.min(page, last) : page;
}

/** The runs of one page of this sorted list. */
export function pageOf(
	runs: Run[],
	{ page, limit }: PageOfList,
	{ firstPageEmpty }: Dialect,
): Run[] {
	if (firstPageEmpty && page === 1) return [];
	return runs.slice((page - 1) * limit, page * limit);
}

export function paginationOf(
	count: number,
	{ page, limit }: PageOfList,
	form: Dialect['totalCountForm'],
) {
	const pages = { currentPage: page, totalPages: Math.ceil(count / limit), limit };
	if (form === 'missing') return pages;
	return { ...pages, totalCount: form === 'text' ? String(count) : count };
}

export function inOrder(
	oldestFirst: Run[],
	order: Dialect['pageOrder'],
	statusOf: (run: Run) => string,
): Run[] {
	switch (order) {
		case 'oldest':
			return oldestFirst;
		case 'newest':
			return oldestFirst.reverse();
		case 'id':
			return oldestFirst.sort((a, b) => (a.id < b.id ? -1 : 1));
		case 'status':
			return ranked(oldestFirst, statusOf);
		case 'random':
			return ranked(oldestFirst, Math.random);
	}
}

function ranked(runs: Run[], rankOf: (run: Run) => string | number): Run[] {
	return runs
		.map((run) => ({ run, rank: rankOf(run) }))
		.sort((a, b) => (a.rank < b.rank ? -1 : Number(a.rank > b.rank)))
		.map(({ run }) => run);
}
