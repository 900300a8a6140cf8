import type { RunPlan } from './records';

export interface Settings {
	/** A new run shows up in the query only so long after it was created. */
	visibleAfterMs: number;
	/** Order of the query's result; `random` differs from request to request. */
	pageOrder: 'newest' | 'oldest' | 'random' | 'id';
	/** Whether runs created at exactly startTime or endTime are in the result. */
	inclusiveBounds: boolean;
	/** How timestamps are written: milliseconds, microseconds, whole seconds, or without a zone. */
	timestampFormat: 'ms' | 'us' | 'seconds' | 'zoneless';
	/** How far the service's clock is ahead of real time. */
	skewMs: number;
	/** How long a presigned URL is good for. */
	presignedTtlMs: number;
	maxRecordingBytes: number;
	/** Names of the parts that are left open (docs/service.md, Recording). */
	recordingPartNames: { languageCode: string; transcriptUrl: string; transcript: string };
}

export function defaultSettings(): Settings {
	return {
		visibleAfterMs: 0,
		pageOrder: 'newest',
		inclusiveBounds: false,
		timestampFormat: 'ms',
		skewMs: 0,
		presignedTtlMs: 15 * 60 * 1000,
		maxRecordingBytes: 100 * 1024 * 1024,
		recordingPartNames: {
			languageCode: 'language_code',
			transcriptUrl: 'transcript_url',
			transcript: 'transcript',
		},
	};
}

export function defaultRunPlan(): RunPlan {
	return { pendingMs: 600, processingMs: 1000, stuck: null, fixedResult: null };
}
