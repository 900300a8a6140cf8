import type { FaultName, Temper } from '../../harness/sandbox/dialects';

/**
 * What must hold whatever the dialect:
 * - `complete`: all that was asked for, or an error
 * - `budget`: no more requests than are needed
 * - `once`: nothing is submitted or uploaded twice, and each that was accepted is named
 * - `apart`: the trouble of one item stays its own
 * - `named`: an error names the run, template or file
 * - `advice`: an error advises what can help
 */
export type Rule = 'complete' | 'budget' | 'once' | 'apart' | 'named' | 'advice';

/** Where an operation does not hold yet: left out of what is drawn, or of what is judged. */
export interface Gaps {
	tempers?: Temper[];
	faults?: FaultName[];
	/** Faults that go on for good. */
	lastingFaults?: boolean;
	rules?: Rule[];
}

export type OperationName =
	| 'Get'
	| 'Get Many'
	| 'Template: Get'
	| 'Download Files'
	| 'Submit'
	| 'Upload'
	| 'Wait'
	| 'Submit and Wait';

const ZERO: Temper = { requestsPerSecond: 2, retryAfter: 'zero' };
const PAST: Temper = { requestsPerSecond: 2, retryAfter: 'past' };

/** To be struck off as they are mended; a property itself is never weakened. */
export const KNOWN_GAPS: Record<OperationName, Gaps> = {
	Get: { rules: ['named', 'advice'], tempers: [ZERO, PAST] },
	'Get Many': {
		rules: ['budget'],
		// When one request has failed, hundreds of others still go out.
		lastingFaults: true,
		tempers: [
			{ boundSharpness: 'seconds' },
			{ pageOrder: 'random' },
			{ firstPageEmpty: true },
			{ totalCountOf: 'unlisted' },
		],
	},
	'Template: Get': { rules: ['named', 'advice'], tempers: [ZERO, PAST] },
	'Download Files': { rules: ['named', 'advice'], tempers: [ZERO, PAST] },
	Submit: {
		rules: ['named', 'advice'],
		tempers: [
			ZERO,
			PAST,
			{ firstPageEmpty: true },
			{ totalCountOf: 'unlisted' },
			{ listedAfterMs: 3_000 },
			{ listedAfterMs: 10_000 },
			{ metadataEquality: 'caseless' },
			{ metadataEquality: 'numeric' },
			{ writeStatusCode: 'number' },
		],
	},
	Upload: {},
	Wait: {},
	'Submit and Wait': {},
};
