import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { countOrNull } from '../service/json';
import type { RunSummary } from '../service/types';
import { lookUp } from './lookUp';

const PAGE_SIZE = 50;

/** Runs for the list of the run locator, searched by name, page by page. */
export async function searchRuns(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const page = countOrNull(paginationToken) ?? 1;
	const query = {
		page,
		limit: PAGE_SIZE,
		...(filter ? { filters: { filename: filter } } : {}),
	};
	const { runs, totalCount } = await lookUp(this, async (client) => await client.query(query));
	// An empty page is the end, whatever is counted: else one would scroll for ever.
	const counted = totalCount === null ? runs.length === PAGE_SIZE : page * PAGE_SIZE < totalCount;
	const more = counted && runs.length > 0;
	return {
		results: runs.map((run) => ({ name: label(run), value: run.id })),
		...(more ? { paginationToken: String(page + 1) } : {}),
	};
}

const label = ({ name, status, createdTime, id }: RunSummary): string =>
	`${name ?? id} (${[status, createdTime].filter((part) => part !== null).join(', ')})`;
