import type { RunStatus } from '../records';
import type { SandboxState } from '../state';
import { createdRange } from './createdFilter';
import { matchesMetadata, type MetadataFilter } from './metadataFilter';
import { inOrder, pageOf, paginationOf, shownPage } from './page';
import { shownStatus } from './presentRun';
import { fileNameOf, type Run } from './run';

export interface QueryBody {
	page?: number;
	limit?: number;
	filters?: {
		startTime?: string;
		endTime?: string;
		status?: RunStatus;
		extraction_template_id?: string;
		filename?: string;
	};
	metadata_filters?: MetadataFilter[];
}

/** How old the totals are in the dialect `earlier`. */
const COUNT_BEHIND_MS = 5_000;

/** One page of the runs that match every filter. */
export function queryRuns(state: SandboxState, body: QueryBody) {
	const { dialect } = state;
	const passes = filterOf(body, state);
	const matching = createdInRange(state, body).filter(passes);
	const listed =
		dialect.totalCountOf === 'unlisted' ? matching.filter((run) => !state.isOdd(run)) : matching;
	const count = countOf(state, matching, passes);
	const ordered = inOrder([...listed], dialect.pageOrder, (run) =>
		shownStatus(run, state, state.listedAt()),
	);
	const asked = { page: body.page ?? 1, limit: body.limit ?? 50 };
	const shown = { ...asked, page: shownPage(ordered.length, asked, dialect) };
	return {
		runs: pageOf(ordered, shown, dialect),
		pagination: paginationOf(count, shown, dialect.totalCountForm),
	};
}

function createdInRange({ runs, dialect }: SandboxState, { filters = {} }: QueryBody): Run[] {
	return runs.createdBetween(...createdRange(filters, dialect));
}

function countOf(state: SandboxState, matching: Run[], passes: (run: Run) => boolean): number {
	switch (state.dialect.totalCountOf) {
		case 'listed':
		case 'unlisted':
			return matching.length;
		case 'earlier':
			return matching.filter((run) => run.acceptedAt + COUNT_BEHIND_MS <= state.listedAt()).length;
		case 'anyTime':
			return state.runs.all().filter(passes).length;
	}
}

function filterOf(body: QueryBody, state: SandboxState) {
	const { listedAfterMs, metadataEquality } = state.dialect;
	const { status, extraction_template_id: templateId, filename } = body.filters ?? {};
	const now = state.clock.now();
	const statusAt = state.listedAt();
	const sought = filename?.toLowerCase();
	const metadataFilters = body.metadata_filters ?? [];
	return (run: Run): boolean =>
		run.acceptedAt + listedAfterMs <= now &&
		(status === undefined || shownStatus(run, state, statusAt) === status) &&
		(templateId === undefined || run.templateId === templateId.toLowerCase()) &&
		(sought === undefined || isCalled(run, sought)) &&
		metadataFilters.every((filter) => matchesMetadata(run.metadata, filter, metadataEquality));
}

function isCalled(run: Run, sought: string): boolean {
	const names = [run.name, ...run.fileUrls.map(fileNameOf)];
	return names.some((name) => name.toLowerCase().includes(sought));
}
