export type Endpoint = 'submit' | 'query' | 'details' | 'template' | 'recording' | 'files';

export type RunStatus = 'pending' | 'processing' | 'completed' | 'failed';

export type Metadata = Record<string, string | number | boolean>;

export type OutputSchema = Record<string, { value: string | null; reasoning: string | null }>;

/** How a run ended. */
export type RunResult = { outputSchema: OutputSchema } | { failureReason: string };

/** What happens to runs that are submitted from now on. */
export interface RunPlan {
	pendingMs: number;
	/** Minimum time in processing. Reading the files may take longer. */
	processingMs: number;
	/** Runs stay in this status forever. */
	stuck: 'pending' | 'processing' | null;
	/** If set, no files are fetched and every run ends with this result. */
	fixedResult: RunResult | null;
}

/** Everything that is known about a run. */
export interface RunRecord {
	id: string;
	/** The number of runs that were submitted before. */
	number: number;
	filename: string;
	status: RunStatus;
	createdTime: string;
	/** When it finished, in ms of the sandbox's clock. Null if it is open or can never finish. */
	finishedAt: number | null;
	templateId: string;
	metadata: Metadata;
	fileUrls: string[];
	outputSchema: OutputSchema | null;
	failureReason: string | null;
}

/** Runs to add to the history without a submission. */
export interface SeedSpec {
	/** Default 1. */
	count?: number;
	/** Default: completed. Ignored if `durations` is set. */
	status?: RunStatus;
	/** How long ago the first of them was created. Default: 0. */
	createdAgoMs?: number;
	/** When the first of them was created, in ISO 8601 with up to microseconds. Overrides `createdAgoMs`. */
	createdTime?: string;
	/** Time between the creation of two runs. Default: 0. */
	spacingMs?: number;
	/** Name of the run. `{n}` becomes 1, 2, 3 and so on. Default: `Run {n}`. */
	filename?: string;
	/** Default: the invoice template. */
	templateId?: string;
	metadata?: Metadata;
	/** Names of the files of completed runs. Each file contains its own name. */
	files?: string[];
	/** Result of completed runs. Default: one field, `invoice_number`, with the number of the run. */
	outputSchema?: OutputSchema;
	/** Reason of failed runs. If `durations` is set, the runs fail. */
	failureReason?: string;
	/** If set, the runs advance with the clock, starting at their creation. */
	durations?: { pendingMs: number; processingMs: number };
}

export interface RunChange {
	status: RunStatus;
	outputSchema?: OutputSchema;
	failureReason?: string;
}

export interface RequestRecord {
	endpoint: Endpoint;
	/** Real time in ms, independent of the sandbox's clock. */
	at: number;
	/** Time of the sandbox's clock. */
	clockAt: number;
	/** Null while in progress, and forever if the connection was cut before the response. */
	status: number | null;
	/** With the sandbox's key and "-other" it is another account, without runs. */
	authorization: 'valid' | 'other' | 'wrong' | 'none';
	/** The parsed JSON body, if any. */
	body?: unknown;
}

export interface Counts {
	total: number;
	/** The maximum number of simultaneous requests. */
	maxConcurrent: number;
}

/** What the service stores of an accepted recording. */
export interface RecordingRecord {
	id: string;
	agentName: string | null;
	isInbound: boolean;
	metadata: Record<string, unknown> | null;
	languageCode: string;
	transcriptUrl: string | null;
	transcript: string | null;
	/** All text parts, in order. */
	parts: Array<{ name: string; value: string }>;
	fileName: string;
	contentType: string;
	format: 'mp3' | 'wav';
	size: number;
	sha256: string;
	/** The Content-Length header; null if the upload was chunked. */
	contentLength: number | null;
}
