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
export function readPage(answer: Answer): ShownPage {
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
	/** Whether totals respect the time filters; null until it is determined. */
	private countsHeedTime: boolean | null = null;

	constructor(private readonly conversation: Conversation) {}

	async page(query: Query): Promise<ShownPage> {
		const asked = { page: 1, limit: MAX_PAGE_SIZE, ...query };
		return readPage(await this.conversation.post('query', asked));
	}

	/** Whether a list shows this run. @throws CannotTell if neither pages nor totals reveal it */
	async shows({ id, name }: Pick<ShownRun, 'id' | 'name'>, query: Query): Promise<boolean> {
		const filters = { ...query.filters, ...(name === null ? {} : { filename: name }) };
		for (let page = 1; page <= MOST_PAGES; page++) {
			const { answer, runs, total } = await this.page({ ...query, filters, page });
			if (answer.status >= 400) throw new CannotTell(`Query answers ${answer.status}`);
			if (runs.some((run) => run.id === id)) return true;
			if (this.firstPageEmpty && runs.length === 0) return await this.counted(total, filters);
			if (runs.length < this.fullPage) return false;
		}
		throw new CannotTell('Too many runs at once');
	}

	/** Uses the total, because pages are empty. The name of a pivot matches only one run. */
	private async counted(total: number | null, filters: RunFilters): Promise<boolean> {
		const hasTime = filters.startTime !== undefined || filters.endTime !== undefined;
		const knows = total !== null && filters.filename !== undefined;
		if (knows && (!hasTime || (await this.heedTime()))) return total > 0;
		throw new CannotTell('First pages are empty, and totals do not tell');
	}

	/** Whether totals respect the time filters if pages do. */
	async heedTime(): Promise<boolean> {
		if (this.countsHeedTime === null) {
			const { runs, total } = await this.page({ filters: LONG_AGO });
			this.countsHeedTime = runs.length > 0 || !total;
		}
		return this.countsHeedTime;
	}
}

const LONG_AGO: RunFilters = { endTime: '2001-01-01T00:00:00.000Z' };
