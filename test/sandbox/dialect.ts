/**
 * How the service settles what its interface leaves open (docs/service.md, The sandbox). Each point
 * can be set by itself. Where a point speaks of the odd run, it concerns that one only.
 */
export interface Dialect {
	/** Which run is the odd one, in the order in which they came: 0 for the first. */
	oddRun: number;

	/** The precision of `created_time`. */
	timeDigits: 'ms' | 'us' | 'seconds';
	/** Its zone: UTC, two hours ahead of it, or none, in UTC or in local time with summer time. */
	timeZone: 'Z' | '+02:00' | 'none' | 'local';
	/** Which runs have no `created_time`. */
	timeMissing: 'never' | 'odd' | 'always';

	/** Whether runs created at exactly startTime or endTime are in the result. */
	bounds: 'exclusive' | 'inclusive';
	/** To what both sides are cut before they are compared. */
	boundPrecision: 'us' | 'ms' | 'seconds' | 'days';

	/** Order of a list; `random` differs from request to request. */
	pageOrder: 'newest' | 'oldest' | 'id' | 'status' | 'random';
	pagesPastEnd: 'empty' | 'last';
	/** Whether the first page is empty although runs are counted. */
	firstPageEmpty: boolean;
	totalCountForm: 'number' | 'text' | 'missing';
	/**
	 * What is counted: what is listed; the same some seconds ago; whatever its time; or also the odd
	 * run, which no page shows.
	 */
	totalCountOf: 'listed' | 'earlier' | 'anyTime' | 'unlisted';

	/** The answer for a run or a template that is not known. */
	unknownId: '404' | '404 with id' | '404 HTML' | '400' | '403' | '410' | 'FAILURE';
	/** The `statusCode` of an accepted submission or upload. */
	writeStatusCode: 'absent' | 'SUCCESS' | 'number';

	/** A new run shows up in lists only so long after it was accepted. */
	listedAfterMs: number;
	/** Its details are known only so long after it was accepted. */
	detailsAfterMs: number;
	/** Lists tell the statuses of so long ago. */
	listLagMs: number;

	/** How the keys of a run that could be missing are told; of a template, its name. */
	nameForm: FieldForm;
	metadataForm: FieldForm;
	outputForm: FieldForm;
	filesForm: FieldForm;
	/** Where a failure reason stands: in the run, by either name, in its result, or beside it; and its form. */
	reasonForm: 'text' | 'object' | 'camelCase' | 'inResult' | 'beside';
	/** Whether texts that are numbers come back as numbers. */
	metadataValues: 'asSent' | 'numbers';
	/** Where ids are written in capitals. */
	capitalIds: 'nowhere' | 'lists' | 'details' | 'everywhere';
	/** How the operator `=` compares. */
	metadataEquality: 'exact' | 'caseless' | 'numeric';
	/** A status that is not specified: of runs that are under way, or instead of `failed`. */
	oddStatus: 'never' | 'passing' | 'final';

	/** How far the service's clock is ahead of real time. */
	skewMs: number;
	/** So long after it was set, the service's clock is set back by an hour. */
	setBackAfterMs: number | null;
	/** The odd run is dated so far ahead when it comes. */
	oddAheadMs: number;

	/** How many requests with a key are let through in a second; null for any number. */
	requestsPerSecond: number | null;
	/** The Retry-After of those that are not. */
	retryAfter: 'seconds' | 'date' | 'zero' | 'past' | 'absent';
	/** Details of the odd run always give this status; null for the run. */
	oddDetailsStatus: number | null;

	/** How long a presigned URL is good for. */
	presignedTtlMs: number;
	/** Other links to files of these names, such as to another host; null for none. */
	fileLinks: Record<string, string | null>;
	maxRecordingBytes: number;
	/** Names of the parts that are left open (docs/service.md, Recording); those left out are as the nodes have them. */
	recordingPartNames: Partial<PartNames>;
}

export type PartNames = typeof PART_NAMES;

export type FieldForm = 'full' | 'absent' | 'null' | 'empty';

/** As the nodes call them. */
export const PART_NAMES = {
	languageCode: 'language_code',
	transcriptUrl: 'transcript_url',
	transcript: 'transcript',
};

/** As little out of the ordinary as can be; what a sandbox speaks until it is told otherwise. */
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
		setBackAfterMs: null,
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
