import type { IDataObject } from 'n8n-workflow';
import type { DocScoreClient } from '../../../service/client';
import { RunError } from '../../../service/errors';
import { parseJson } from '../../../service/json';
import { toResult } from '../../../service/result';
import { MAX_PAGE_SIZE, type Run, type RunSummary } from '../../../service/types';
import { counted } from '../../../service/messages';

/** The metadata name of the deduplication key. */
export const DEDUPLICATION_METADATA = 'n8n_dedup_key';

/** The prefix that keeps a service from storing a key as a number, true, false or null. */
const AS_TEXT = 'key:';

/**
 * The key as it is sent. A service that stores 00118 as the number 118 would return another key. So
 * a key that can be read as anything but a text gets the prefix, and so does a key that begins with
 * it.
 */
function writtenKey(key: string): string {
	const isText = Number.isNaN(Number(key)) && parseJson(key.toLowerCase()) === undefined;
	return isText && !key.startsWith(AS_TEXT) ? key : AS_TEXT + key;
}

export const keyMetadata = (key: string): IDataObject => ({
	[DEDUPLICATION_METADATA]: writtenKey(key),
});

/** The most pages, and the most runs with their details, that are read for one key. */
const MAX_PAGES = 10;
const MAX_CANDIDATES = 20;

/**
 * The run with this template and key that has not failed; a completed run is preferred
 * (docs/service.md, Submit).
 * @throws RunError if it is uncertain whether there is one
 */
export async function findByKey(
	client: Pick<DocScoreClient, 'query' | 'details'>,
	key: string,
	templateId: string,
): Promise<Run | null> {
	const listed = await listByKey(client, key, templateId);
	const usable = listed.filter((run) => run.status !== 'failed');
	const isDone = (run: RunSummary) => run.status === 'completed';
	const candidates = [...usable.filter(isDone), ...usable.filter((run) => !isDone(run))];
	let uncertainty: unknown;
	for (const { id } of candidates.slice(0, MAX_CANDIDATES)) {
		const details = await toResult(client.details(id));
		if (!details.ok) uncertainty ??= details.error;
		else if (carries(details.value, key)) return details.value;
		else if (Object.keys(details.value.metadata).length === 0)
			uncertainty ??= withoutMetadata(id, key);
	}
	if (uncertainty !== undefined) throw uncertainty;
	if (candidates.length > MAX_CANDIDATES) throw notFiltered(candidates.length, key);
	return null;
}

async function listByKey(
	client: Pick<DocScoreClient, 'query'>,
	key: string,
	templateId: string,
): Promise<RunSummary[]> {
	const criteria = {
		limit: MAX_PAGE_SIZE,
		filters: { extraction_template_id: templateId },
		metadata_filters: [
			{ metadata_name: DEDUPLICATION_METADATA, operator: '=', value: writtenKey(key) },
		],
	};
	const found = new Map<string, RunSummary>();
	for (let page = 1; page <= MAX_PAGES; page++) {
		const before = found.size;
		const { runs, totalCount } = await client.query({ page, ...criteria });
		const total = totalCount ?? 0;
		for (const run of runs) found.set(run.id, run);
		const isLast = runs.length < MAX_PAGE_SIZE || found.size === before;
		if (isLast && found.size < total) throw notListed(total, found.size, key);
		if (isLast) return [...found.values()];
	}
	throw notFiltered(found.size, key);
}

/** Whether the run has this key, and has not failed since it was listed. */
const carries = ({ status, metadata }: Run, key: string): boolean =>
	status !== 'failed' && metadata[DEDUPLICATION_METADATA] === writtenKey(key);

const uncertain = (message: string, key: string, why: string): RunError =>
	new RunError(message, undefined, {
		description: `Nothing was submitted: ${why} for the deduplication key '${key}'. Try again in a few minutes, or remove the option`,
	});

const withoutMetadata = (id: string, key: string): RunError =>
	uncertain(`The service does not show the metadata of run ${id}`, key, 'this may be the run');

const notFiltered = (count: number, key: string): RunError =>
	uncertain(
		'The service did not apply the metadata filter',
		key,
		`the service listed ${count} or more runs`,
	);

const notListed = (total: number, count: number, key: string): RunError =>
	uncertain(
		'The service did not list all runs it counted',
		key,
		`the service counted ${counted(total, 'run')} and listed ${count}`,
	);
