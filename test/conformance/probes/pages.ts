import { MAX_PAGE_SIZE } from '../../../nodes/DocScore/service/types';
import type { Dialect } from '../../sandbox/dialect';
import { cannotTell, differs, holds, type Probe } from '../finding';
import type { ShownRun } from '../lists';

export const order: Probe = {
	number: 6,
	point: 'Order',
	examine(account) {
		const [first, again] = account.pages;
		const runs = account.lists.firstPageEmpty ? account.oneByOne : first.runs;
		if (runs.length < 3) return cannotTell('There are fewer than 3 runs');
		if (!sameOrder(first.runs, again.runs) || hasTwice(runs)) {
			return differs(
				'Another one for each request',
				'Get Many with a Limit gives any runs; Return All needs more requests, and is complete',
				{ pageOrder: 'random' },
			);
		}
		const found = orderOf(runs);
		if (found === null) return cannotTell('None that times, IDs or statuses tell');
		return holds(NAMES[found], { pageOrder: found });
	},
};

type Order = Dialect['pageOrder'];

const NAMES: Record<Order, string> = {
	newest: 'Newest first, and stable',
	oldest: 'Oldest first, and stable',
	id: 'By ID, and stable',
	status: 'By status, and stable',
	random: '',
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
	return new Set(statuses).size > 1 && rises(statuses) ? 'status' : null;
}

const rises = <Value>(values: Value[]): boolean =>
	values.every((value, at) => at === 0 || !(value < (values[at - 1] ?? value)));

/** Compares only runs that are on both pages, because new runs may appear in between. */
function sameOrder(a: ShownRun[], b: ShownRun[]): boolean {
	const idsOf = (runs: ShownRun[], others: ShownRun[]) =>
		runs.map(({ id }) => id).filter((id) => others.some((other) => other.id === id));
	return idsOf(a, b).join() === idsOf(b, a).join();
}

const hasTwice = (runs: ShownRun[]): boolean =>
	new Set(runs.map(({ id }) => id)).size < runs.length;

export const pastEnd: Probe = {
	number: 7,
	point: 'Pages past the end',
	async examine({ lists, pages: [first], runs }) {
		if (runs.length === 0) return cannotTell('The account has no runs');
		const last = Math.ceil((first.total ?? 10_000) / MAX_PAGE_SIZE);
		const { answer, runs: shown } = await lists.page({ page: last + 3 });
		if (answer.status >= 400) {
			return holds(`An error (${answer.status}); the nodes stop at pages that are not full`);
		}
		if (shown.length === 0) return holds('Empty', { pagesPastEnd: 'empty' });
		return holds('They show what was shown', { pagesPastEnd: 'last' });
	},
};

export const firstPage: Probe = {
	number: 8,
	point: 'Counted, not listed',
	examine({ lists, runs, pages: [first] }) {
		if (lists.firstPageEmpty) {
			return differs(
				'The first page is empty, although there are runs',
				'Get Many reads on; Return All may end with an error, and the trigger misses runs. Please send the report',
				{ firstPageEmpty: true },
			);
		}
		if (runs.length === 0) return cannotTell('The account has no runs');
		return holds(`The first page shows ${first.runs.length}`, { firstPageEmpty: false });
	},
};

export const formOfTotal: Probe = {
	number: 9,
	point: 'Form of `totalCount`',
	examine({ pages: [{ pagination }] }) {
		const { totalCount } = pagination;
		if (typeof totalCount === 'number') return holds('A number', { totalCountForm: 'number' });
		if (typeof totalCount === 'string') return holds('A text', { totalCountForm: 'text' });
		return differs(
			'Missing',
			'A page that is not full counts as the last. Return All and the trigger need more requests',
			{ totalCountForm: 'missing' },
		);
	},
};

export const pageSize: Probe = {
	number: 11,
	point: 'Size of a page',
	async examine(account) {
		const {
			lists,
			pages: [first],
		} = account;
		const tooMany = await lists.page({ limit: MAX_PAGE_SIZE + 1 });
		const above =
			tooMany.answer.status >= 400
				? `more is rejected (${tooMany.answer.status})`
				: tooMany.runs.length > MAX_PAGE_SIZE
					? 'more is given, too'
					: 'more is no error';
		if (await account.hasSmallPages()) {
			return differs(
				`${first.runs.length} runs where ${MAX_PAGE_SIZE} were asked for, of more; ${above}`,
				'Get Many may take such a page for the last one: please send the report',
			);
		}
		return holds(`Up to ${MAX_PAGE_SIZE}; ${above}`);
	},
};
