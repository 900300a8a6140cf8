import type { FaultName, Temper } from '../../harness/sandbox/dialects';

/**
 * What must hold whatever the dialect:
 * - `complete`: all that was asked for, or an error
 * - `budget`: no more requests than are needed
 * - `once`: nothing is submitted or uploaded twice
 * - `told`: whatever was accepted is told of, by its ID or as unknown
 * - `apart`: the trouble of one item stays its own
 * - `named`: an error names the run, template or file
 * - `advice`: an error advises what can help
 */
export type Rule = 'complete' | 'budget' | 'once' | 'told' | 'apart' | 'named' | 'advice';

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

/** To be struck off as they are mended; a property itself is never weakened. */
export const KNOWN_GAPS: Record<OperationName, Gaps> = {
	Get: {},
	'Get Many': {},
	'Template: Get': {},
	'Download Files': {},
	Submit: {},
	Upload: {},
	Wait: {},
	'Submit and Wait': {},
};
