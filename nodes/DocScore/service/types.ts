import type { IDataObject } from 'n8n-workflow';

/** Statuses of a run, in the order in which a run passes through them (docs/service.md, Statuses). */
export const RUN_STATUSES = ['pending', 'processing', 'completed', 'failed'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** A run moves from the first to the second, so that a run on the move is listed at least once. */
export const OPEN_STATUSES = ['pending', 'processing'] as const;

/** They are final. */
export const FINISHED_STATUSES = ['completed', 'failed'] as const;

/** Most runs that the service gives on one page (docs/service.md, Limits). */
export const MAX_PAGE_SIZE = 100;

/** Body of a submission (docs/service.md, Submit). */
export interface SubmitRequest {
	file_urls: string[];
	extraction_template_id: string;
	run_id?: string;
	agent_name?: string;
	metadata?: IDataObject;
}

/** What an accepted submission is known by. */
export interface Submission {
	id: string;
	message: string | null;
}

/** The filters of a query under the service's own names (docs/service.md, Query). */
export interface RunFilters {
	startTime?: string;
	endTime?: string;
	status?: string;
	extraction_template_id?: string;
	filename?: string;
}

export interface MetadataFilter {
	metadata_name: string;
	operator: string;
	value: string;
}

/** Body of a query (docs/service.md, Query). */
export interface RunQuery {
	page: number;
	limit: number;
	filters?: RunFilters;
	metadata_filters?: MetadataFilter[];
}

/**
 * A run as a list shows it (docs/service.md, Runs). `status` stays a text, because a status that is
 * not documented must reach the user rather than break the list. Null stands for what the
 * service left out.
 */
export interface RunSummary {
	id: string;
	name: string | null;
	status: string | null;
	createdTime: string | null;
	fields: ExtractedField[];
	/** The run exactly as the service sent it. */
	raw: IDataObject;
}

/** One entry of the output schema (docs/service.md, Fields), its value as sent. */
export interface ExtractedField {
	name: string;
	value: IDataObject[string];
	reasoning: string | null;
}

/** A run in detail (docs/service.md, Runs). */
export interface Run extends RunSummary {
	metadata: IDataObject;
	files: SupportingDocument[];
	failureReason: string | null;
}

export interface SupportingDocument {
	id: string | null;
	name: string | null;
	/** Presigned and short-lived: read the run afresh before downloading. */
	url: string | null;
}

export interface RunPage {
	runs: RunSummary[];
	totalCount: number | null;
}

/** Names of statuses that are not documented, but can only mean that a run ended without a result. */
const ENDED =
	/^(aborted|cancell?ed|deleted|error(ed)?|expired|rejected|terminated|timed[ _-]?out)$/i;

/**
 * Whether somebody ended the run. Any other status that is not documented may be one on the way, such
 * as "reviewing", and is waited for.
 */
export const hasEnded = ({ status }: { status: string | null }): boolean =>
	ENDED.test(status ?? '');

export const isFinished = (run: { status: string | null }): boolean =>
	run.status === 'completed' || run.status === 'failed';

/** An extraction template (docs/service.md, Template). */
export interface Template {
	id: string;
	name: string | null;
	orgId: string | null;
	/** The instruction for each field to be found, by the field's name. */
	instructions: IDataObject;
	/** The template exactly as the service sent it. */
	raw: IDataObject;
}

/** A recording and what is told of it (docs/service.md, Recording). */
export interface RecordingUpload {
	file: File;
	/** The other parts under their names on the wire, in order. */
	parts: Array<[name: string, value: string]>;
}

/** Largest recording that the service takes, in bytes (docs/service.md, Limits). */
export const MAX_RECORDING_BYTES = 100 * 1024 * 1024;
