import type { RunStatus } from '../records';
import type { Settings } from '../settings';
import type { SandboxState } from '../state';
import { parseTimestamp } from '../timestamps';
import { matchesMetadata, type MetadataFilter } from './metadataFilter';
import { fileNameOf, type Run, statusOf } from './run';

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

/** One page of the runs that pass every filter. */
export function queryRuns(state: SandboxState, body: QueryBody) {
	const { page = 1, limit = 50 } = body;
	const passes = filterOf(body, state.clock.now(), state.settings.visibleAfterMs);
	const matching = inOrder(createdInRange(state, body).filter(passes), state.settings.pageOrder);
	return {
		runs: matching.slice((page - 1) * limit, page * limit),
		pagination: {
			currentPage: page,
			totalPages: Math.ceil(matching.length / limit),
			totalCount: matching.length,
			limit,
		},
	};
}

function createdInRange(state: SandboxState, { filters }: QueryBody): Run[] {
	const margin = state.settings.inclusiveBounds ? 0 : 1;
	const { startTime, endTime } = filters ?? {};
	const fromUs = startTime === undefined ? -Infinity : parseTimestamp(startTime) + margin;
	const toUs = endTime === undefined ? Infinity : parseTimestamp(endTime) - margin;
	return state.runs.createdBetween(fromUs, toUs);
}

function filterOf(body: QueryBody, now: number, visibleAfterMs: number) {
	const { status, extraction_template_id: templateId, filename } = body.filters ?? {};
	const sought = filename?.toLowerCase();
	const metadataFilters = body.metadata_filters ?? [];
	return (run: Run): boolean =>
		run.acceptedAt + visibleAfterMs <= now &&
		(status === undefined || statusOf(run, now) === status) &&
		(templateId === undefined || run.templateId === templateId.toLowerCase()) &&
		(sought === undefined || isCalled(run, sought)) &&
		metadataFilters.every((filter) => matchesMetadata(run.metadata, filter));
}

function isCalled(run: Run, sought: string): boolean {
	const names = [run.name, ...run.fileUrls.map(fileNameOf)];
	return names.some((name) => name.toLowerCase().includes(sought));
}

function inOrder(oldestFirst: Run[], order: Settings['pageOrder']): Run[] {
	switch (order) {
		case 'oldest':
			return oldestFirst;
		case 'newest':
			return oldestFirst.reverse();
		case 'id':
			return oldestFirst.sort((a, b) => (a.id < b.id ? -1 : 1));
		case 'random':
			return shuffled(oldestFirst);
	}
}

function shuffled(runs: Run[]): Run[] {
	return runs
		.map((run) => ({ run, rank: Math.random() }))
		.sort((a, b) => a.rank - b.rank)
		.map(({ run }) => run);
}
