import { isObject, parseJson } from '../service/json';
import type { MetadataFilter, RunQuery } from '../service/types';

/** The filters of a query, without paging. */
export type RunCriteria = Pick<RunQuery, 'filters' | 'metadata_filters'>;

/** Reads criteria from JSON. */
export function parseCriteria(text: string): RunCriteria {
	const criteria = parseJson(text);
	if (!isObject(criteria)) return {};
	const { filters, metadata_filters } = criteria;
	return {
		...(isObject(filters) && { filters: textsOf(filters) }),
		...(Array.isArray(metadata_filters) && { metadata_filters: metadata_filters.map(readFilter) }),
	};
}

function readFilter(row: unknown): MetadataFilter {
	const { metadata_name = '', operator = '', value = '' } = isObject(row) ? textsOf(row) : {};
	return { metadata_name, operator, value };
}

const textsOf = (object: object): Record<string, string> =>
	Object.fromEntries(Object.entries(object).filter(([, value]) => typeof value === 'string'));
