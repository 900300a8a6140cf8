import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { toNodeError } from '../engine/errors';
import { withConnection } from '../engine/http';
import { countOrNull } from '../service/json';
import { Stop } from '../service/stop';
import { settle } from '../service/settle';
import type { RunPage, RunSummary } from '../service/types';

const PAGE_SIZE = 50;

/** Runs for the list of the run locator, searched by name, page by page. */
export async function searchRuns(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const page = countOrNull(paginationToken) ?? 1;
	const found = await settle(findPage(this, page, filter));
	if (!found.ok) throw toNodeError(this.getNode(), found.error);
	const { runs, totalCount } = found.value;
	// An empty page is the end, whatever is counted: else one would scroll for ever.
	const counted = totalCount === null ? runs.length === PAGE_SIZE : page * PAGE_SIZE < totalCount;
	const more = counted && runs.length > 0;
	return {
		results: runs.map((run) => ({ name: label(run), value: run.id })),
		...(more ? { paginationToken: String(page + 1) } : {}),
	};
}

async function findPage(
	context: ILoadOptionsFunctions,
	page: number,
	filename?: string,
): Promise<RunPage> {
	const query = { page, limit: PAGE_SIZE, ...(filename ? { filters: { filename } } : {}) };
	const caller = { stop: new Stop(), limit: 1 };
	return await withConnection(context, caller, async ({ client }) => await client.query(query));
}

const label = ({ name, status, createdTime, id }: RunSummary): string =>
	`${name ?? id} (${[status, createdTime].filter((part) => part !== null).join(', ')})`;
