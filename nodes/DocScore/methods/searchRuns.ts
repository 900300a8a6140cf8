import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { timeIn } from '../engine/input/time';
import { readServiceTime } from '../runs/serviceTime';
import { countOrNull } from '../service/json';
import type { RunFilters, RunSummary } from '../service/types';
import { lookUp } from './lookUp';

const PAGE_SIZE = 50;

type SearchMethod = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

/** A list of runs for a run locator: searched by name, one page at a time. */
const searchOf = (only: RunFilters): SearchMethod =>
	async function (this: ILoadOptionsFunctions, filter, paginationToken) {
		const page = countOrNull(paginationToken) ?? 1;
		const filters = { ...only, ...(filter?.trim() && { filename: filter.trim() }) };
		const query = {
			page,
			limit: PAGE_SIZE,
			...(Object.keys(filters).length > 0 && { filters }),
		};
		const { runs, totalCount } = await lookUp(this, async (client) => await client.query(query));
		// An empty page is the end, whatever the total, because the list would scroll forever.
		const counted = totalCount === null ? runs.length === PAGE_SIZE : page * PAGE_SIZE < totalCount;
		const more = counted && runs.length > 0;
		const zone = this.getTimezone().trim();
		return {
			results: runs.map((run) => ({ name: label(run, zone), value: run.id })),
			...(more ? { paginationToken: String(page + 1) } : {}),
		};
	};

export const searchRuns = searchOf({});

/** Completed runs have files. */
export const searchCompletedRuns = searchOf({ status: 'completed' });

/** Short, because the editor truncates labels at the width of the field. */
function label({ name, status, createdTime, id }: RunSummary, zone: string): string {
	const parts = [name ?? id, status, shortTime(createdTime, zone)];
	return parts.filter((part) => part !== null).join(' · ');
}

/** A time such as 14 Mar, 10:30; in another year with the year instead of the time of day. */
function shortTime(text: string | null, zone: string): string | null {
	const time = readServiceTime(text);
	const at = time && (timeIn(zone, new Date(time.ms)) ?? timeIn('UTC', new Date(time.ms)));
	if (!at) return text;
	const isThisYear = at.year === new Date().getFullYear();
	const rest = isThisYear
		? ({ hour: '2-digit', minute: '2-digit' } as const)
		: ({ year: 'numeric' } as const);
	return at.setLocale('en-GB').toLocaleString({ day: 'numeric', month: 'short', ...rest });
}
