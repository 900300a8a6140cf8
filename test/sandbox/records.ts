export type Endpoint = 'submit' | 'query' | 'details' | 'template' | 'recording' | 'files';

export const endpoints: Endpoint[] = [
	'submit',
	'query',
	'details',
	'template',
	'recording',
	'files',
];

export type RunStatus = 'pending' | 'processing' | 'completed' | 'failed';

export type Metadata = Record<string, string | number | boolean>;

export type OutputSchema = Record<string, { value: string | null; reasoning: string | null }>;

/** How a run ended. */
export type RunResult = { outputSchema: OutputSchema } | { failureReason: string };

/** How runs submitted from now on go. */
export interface RunPlan {
	pendingMs: number;
	/** At least so long in processing; longer when reading the files takes longer. */
	processingMs: number;
	/** Such runs never leave this status. */
	stuck: 'pending' | 'processing' | null;
	/** When set, no file is fetched and every run ends like this. */
	fixedResult: RunResult | null;
}

/** Everything known about one run. */
export interface RunRecord {
	id: string;
	/** How many came before it. */
	number: number;
	filename: string;
	status: RunStatus;
	createdTime: string;
	/** When it finished, in ms of the sandbox's clock; null while it is open, or if it never was. */
	finishedAt: number | null;
	templateId: string;
	agentName: string | null;
	metadata: Metadata;
	fileUrls: string[];
	outputSchema: OutputSchema | null;
	failureReason: string | null;
}

/** Runs to put into the history without submitting them. */
export interface SeedSpec {
	/** Default 1. */
	count?: number;
	/** Default completed. Left out when `durations` are given. */
	status?: RunStatus;
	/** When the first of them was created, before now. Default 0. */
	createdAgoMs?: number;
	/** When the first of them was created, ISO 8601, microseconds kept. Wins over `createdAgoMs`. */
	createdTime?: string;
	/** How much later each further run was created. Default 0. */
	spacingMs?: number;
	/** Name of the run; `{n}` becomes 1, 2, 3 … Default `Run {n}`. */
	filename?: string;
	/** Default: the invoice template. */
	templateId?: string;
	agentName?: string;
	metadata?: Metadata;
	fileUrls?: string[];
	/** Names of the files that completed runs have; each holds its own name. */
	files?: string[];
	/** Result of completed runs. Default: one field, `invoice_number`, with the run's `n`. */
	outputSchema?: OutputSchema;
	/** Reason of failed runs; with `durations`, makes them fail. */
	failureReason?: string;
	/** The runs advance on the clock, counted from their creation. */
	durations?: { pendingMs: number; processingMs: number };
}

export interface RunChange {
	status: RunStatus;
	outputSchema?: OutputSchema;
	failureReason?: string;
}

export interface RequestRecord {
	endpoint: Endpoint;
	/** Real time in milliseconds, whatever the sandbox's clock says. */
	at: number;
	/** What the sandbox's clock said. */
	clockAt: number;
	/** null while in flight, and for good when the connection was cut before an answer was out. */
	status: number | null;
	authorization: 'valid' | 'wrong' | 'none';
	/** The parsed JSON body, where there was one. */
	body?: unknown;
}

export interface Counts {
	total: number;
	/** The most requests that were in flight at once. */
	maxConcurrent: number;
}

/** What the service keeps of an accepted recording. */
export interface RecordingRecord {
	id: string;
	agentName: string | null;
	isInbound: boolean;
	metadata: Record<string, unknown> | null;
	languageCode: string;
	transcriptUrl: string | null;
	transcript: string | null;
	/** Every text part as it came, in order. */
	parts: Array<{ name: string; value: string }>;
	fileName: string;
	contentType: string;
	format: 'mp3' | 'wav';
	size: number;
	sha256: string;
	sampleRate: number | null;
	/** The request's Content-Length header; null when it was sent chunked. */
	contentLength: number | null;
}
