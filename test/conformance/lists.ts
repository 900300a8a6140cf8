import type { IDataObject } from 'n8n-workflow';
import { countOrNull, isObject, textOrNull } from '../../nodes/DocScore/service/json';
import {
	MAX_PAGE_SIZE,
	type MetadataFilter,
	type RunFilters,
} from '../../nodes/DocScore/service/types';
import type { Answer, Conversation } from './conversation';
import { CannotTell } from './finding';
import { type Instant, parseInstant } from './instants';

/** A run as a list or its details show it. */
export interface ShownRun {
	/** In lower case, even if the service writes capitals. */
	id: string;
	raw: IDataObject;
	status: string | null;
	name: string | null;
	created: Instant | null;
	/** The service's clock when it showed the run, in ms; null if its response has no Date header. */
	shownAt: number | null;
}

export interface ShownPage {
	answer: Answer;
	runs: ShownRun[];
	total: number | null;
	pagination: IDataObject;
}

export interface Query {
	page?: number;
	limit?: number;
	filters?: RunFilters;
	metadata_filters?: MetadataFilter[];
}

/** Null if the value is not a run. */
function readRun(raw: unknown, shownAt: number | null): ShownRun | null {
	if (!isObject(raw) || typeof raw.id !== 'string') return null;
	return {
		id: raw.id.toLowerCase(),
		raw,
		status: textOrNull(raw.status),
		name: textOrNull(raw.filename),
		created: parseInstant(raw.created_time),
		shownAt,
	};
}

/** The run in a response to Details; null if there is none. */
export const readDetails = (answer: Answer): ShownRun | null =>
	answer.status >= 200 && answer.status < 300 && isObject(answer.body)
		? readRun(answer.body.doc, dateOf(answer))
		: null;

/** The service's clock in ms, from the Date header; null without one. */
export function dateOf({ headers }: Answer): number | null {
	const date = Date.parse(headers.date ?? '');
	return Number.isNaN(date) ? null : date;
}

/** The runs and the total in a response to Query. */
function readPage(answer: Answer): ShownPage {
	const body = isObject(answer.body) ? answer.body : {};
	const pagination = isObject(body.pagination) ? body.pagination : {};
	const docs: unknown[] = Array.isArray(body.docs) ? body.docs : [];
	const runs = docs.map((each) => readRun(each, dateOf(answer))).filter((run) => run !== null);
	return { answer, runs, total: countOrNull(pagination.totalCount), pagination };
}

const MOST_PAGES = 5;

/** Reads pages of runs. */
export class Lists {
	/** Whether the service counts runs but shows none on the first page. */
	firstPageEmpty = false;
	/** The size of a page that is not the last. */
	fullPage = MAX_PAGE_SIZE;

	constructor(private readonly conversation: Conversation) {}

	async page(query: Query): Promise<ShownPage> {
		const asked = { page: 1, limit: MAX_PAGE_SIZE, ...query };
		return readPage(await this.conversation.post('query', asked));
	}

	/** Whether a list shows this run. @throws CannotTell if pages do not reveal it */
	async shows({ id, name }: Pick<ShownRun, 'id' | 'name'>, query: Query): Promise<boolean> {
		this.mustShow();
		const filters = { ...query.filters, ...(name === null ? {} : { filename: name }) };
		for (let page = 1; page <= MOST_PAGES; page++) {
			const { answer, runs } = await this.page({ ...query, filters, page });
			if (answer.status >= 400) throw new CannotTell(`Query answers ${answer.status}`);
			if (runs.some((run) => run.id === id)) return true;
			if (runs.length < this.fullPage) return false;
		}
		throw new CannotTell('Too many runs at once');
	}

	/** How many runs of this name the first page shows. @throws CannotTell if it is always empty */
	async count(filename: string): Promise<number> {
		this.mustShow();
		return (await this.page({ filters: { filename } })).runs.length;
	}

	/** @throws CannotTell */
	mustShow(): void {
		if (this.firstPageEmpty) throw new CannotTell('First pages are empty');
	}
}
