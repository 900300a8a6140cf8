/**
 * How the service behaves in the points that its interface leaves open (docs/service.md, The sandbox). Each
 * point can be set separately. Points about the odd run apply only to that run.
 */
export interface Dialect {
	/** Number of the odd run in the order of submission; 0 is the first. */
	oddRun: number;

	/** The precision of `created_time`. */
	timeDigits: 'ms' | 'us' | 'seconds';
	/** Its zone: UTC, UTC+2, or none, which means UTC or local time with daylight saving. */
	timeZone: 'Z' | '+02:00' | 'none' | 'local';
	/** Which runs have no `created_time`. */
	timeMissing: 'never' | 'odd' | 'always';

	/** Whether the result contains runs created exactly at startTime or endTime. */
	bounds: 'exclusive' | 'inclusive';
	/** The unit to which both times are rounded down before they are compared. */
	boundPrecision: 'us' | 'ms' | 'seconds' | 'days';

	/** Order of a list. `random` changes with each request. */
	pageOrder: 'newest' | 'oldest' | 'id' | 'status' | 'random';
	pagesPastEnd: 'empty' | 'last';
	/** Whether the first page is empty although the total is not 0. */
	firstPageEmpty: boolean;
	totalCountForm: 'number' | 'text' | 'missing';
	/**
	 * What the total counts: the listed runs; those of some seconds ago; all runs regardless of their time;
	 * or also the odd run, which no page shows.
	 */
	totalCountOf: 'listed' | 'earlier' | 'anyTime' | 'unlisted';

	/** The response for an unknown run or template. */
	unknownId: '404' | '404 with id' | '404 HTML' | '400' | '403' | '410' | 'FAILURE';
	/** The `statusCode` of an accepted submission or upload. */
	writeStatusCode: 'absent' | 'SUCCESS' | 'number';

	/** A new run is in no list for this long after it was accepted. */
	listedAfterMs: number;
	/** The details of a new run are unknown for this long after it was accepted. */
	detailsAfterMs: number;
	/** How old the statuses in lists are. */
	listLagMs: number;

	/** How the optional keys of a run appear; for a template, its name. */
	nameForm: FieldForm;
	metadataForm: FieldForm;
	outputForm: FieldForm;
	filesForm: FieldForm;
	/**
	 * Where the failure reason is and its form: in the run under either name, in its result, or beside the
	 * run.
	 */
	reasonForm: 'text' | 'object' | 'camelCase' | 'inResult' | 'beside';
	/** Whether numeric texts come back as numbers. */
	metadataValues: 'asSent' | 'numbers';
	/** Where IDs are in upper case. */
	capitalIds: 'nowhere' | 'lists' | 'details' | 'everywhere';
	/** How the operator `=` compares. */
	metadataEquality: 'exact' | 'caseless' | 'numeric';
	/** An undocumented status: for runs in progress, or instead of `failed`. */
	oddStatus: 'never' | 'passing' | 'final';

	/** How far the service's clock is ahead of the real time. */
	skewMs: number;
	/** How far the creation time of the odd run is in the future. */
	oddAheadMs: number;

	/** The rate limit in requests a second for each key; null for none. */
	requestsPerSecond: number | null;
	/** The Retry-After of a 429. */
	retryAfter: 'seconds' | 'date' | 'zero' | 'past' | 'absent';
	/** The status of all Details responses about the odd run; null for a normal response. */
	oddDetailsStatus: number | null;

	/** Lifetime of a presigned URL. */
	presignedTtlMs: number;
	/**
	 * Replaces the links to files with these names, for example with links to another host; null for no
	 * link.
	 */
	fileLinks: Record<string, string | null>;
	maxRecordingBytes: number;
	/**
	 * Names of the parts that are left open (docs/service.md, Recording). Default: the names that the nodes
	 * use.
	 */
	recordingPartNames: Partial<PartNames>;
}

export type PartNames = typeof PART_NAMES;

export type FieldForm = 'full' | 'absent' | 'null' | 'empty';

/** The names that the nodes use. */
export const PART_NAMES = {
	languageCode: 'language_code',
	transcriptUrl: 'transcript_url',
	transcript: 'transcript',
};

/** The dialect with nothing unusual. Every sandbox starts with it. */
export function plainDialect(): Dialect {
	return {
		oddRun: 0,
		timeDigits: 'ms',
		timeZone: 'Z',
		timeMissing: 'never',
		bounds: 'exclusive',
		boundPrecision: 'ms',
		pageOrder: 'newest',
		pagesPastEnd: 'empty',
		firstPageEmpty: false,
		totalCountForm: 'number',
		totalCountOf: 'listed',
		unknownId: '404',
		writeStatusCode: 'absent',
		listedAfterMs: 0,
		detailsAfterMs: 0,
		listLagMs: 0,
		nameForm: 'full',
		metadataForm: 'full',
		outputForm: 'full',
		filesForm: 'full',
		reasonForm: 'text',
		metadataValues: 'asSent',
		capitalIds: 'nowhere',
		metadataEquality: 'exact',
		oddStatus: 'never',
		skewMs: 0,
		oddAheadMs: 0,
		requestsPerSecond: null,
		retryAfter: 'seconds',
		oddDetailsStatus: null,
		presignedTtlMs: 15 * 60 * 1000,
		fileLinks: {},
		maxRecordingBytes: 100 * 1024 * 1024,
		recordingPartNames: PART_NAMES,
	};
}
