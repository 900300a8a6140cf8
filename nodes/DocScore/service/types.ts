import type { IDataObject } from 'n8n-workflow';

/** Statuses of a run, in their order (docs/service.md, Statuses). */
export const RUN_STATUSES = ['pending', 'processing', 'completed', 'failed'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/**
 * A run moves from the first to the second, so a reader of both lists in this order sees it at
 * least once.
 */
export const OPEN_STATUSES = ['pending', 'processing'] as const;

/** Final statuses. */
export const FINISHED_STATUSES = ['completed', 'failed'] as const;

/** The most runs on a page (docs/service.md, Limits). */
export const MAX_PAGE_SIZE = 100;

/** The files of a document. */
export interface SubmittedFiles {
	/** Each with its name or its URL. */
	parts: ReadonlyArray<{ name: string }>;
	/** Makes URLs that the service can open from now on. */
	urls(): Promise<string[]>;
}

/** A submission (docs/service.md, Submit). */
export interface SubmitRequest {
	files: SubmittedFiles;
	extraction_template_id: string;
	run_id?: string;
	agent_name?: string;
	metadata?: IDataObject;
}

/** An accepted submission. */
export interface Submission {
	id: string;
	message: string | null;
}

/** The filters of a query, under the service's names (docs/service.md, Query). */
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
 * A run in a list (docs/service.md, Runs). `status` is any text, because an undocumented status
 * must not break the list. Null means that the service left the value out.
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

/** One entry of the output schema (docs/service.md, Fields), with its value unchanged. */
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
	/** Presigned and short-lived: read the run again before a download. */
	url: string | null;
}

export interface RunPage {
	runs: RunSummary[];
	totalCount: number | null;
}

/** An undocumented status, such as "reviewing" or "cancelled", counts as unfinished. */
export const isFinished = (run: { status: string | null }): boolean =>
	FINISHED_STATUSES.some((status) => status === run.status);

/** An extraction template (docs/service.md, Template). */
export interface Template {
	id: string;
	name: string | null;
	orgId: string | null;
	/** The instruction for each field, by the field's name. */
	instructions: IDataObject;
	/** The template exactly as the service sent it. */
	raw: IDataObject;
}

/** A recording and the other parts of its upload (docs/service.md, Recording). */
export interface RecordingUpload {
	file: File;
	/** The other parts of the form, by name, in order. */
	parts: Array<[name: string, value: string]>;
}

/** The largest recording, in bytes (docs/service.md, Limits). */
export const MAX_RECORDING_BYTES = 100 * 1024 * 1024;
