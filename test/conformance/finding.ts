import type { Dialect } from '../sandbox/dialect';
import type { Account } from './account';

export type Result = 'holds' | 'differs' | 'cannot be told' | 'not tried';

/** What a probe found. All its texts are the probe's own: none quotes what the service sent. */
export interface Finding {
	result: Result;
	/** How the service is; why it cannot be told; what trying it would cost. */
	found: string;
	/** What a difference means for users, and which setting helps. */
	means?: string;
	/** The same for the sandbox. */
	dialect?: Partial<Dialect>;
}

/** Examines one assumption of docs/service.md, What is left open. */
export interface Probe {
	/** Its number there. */
	number: number;
	/** Its name there. */
	point: string;
	examine(account: Account): Promise<Finding> | Finding;
}

/** A probe and what it found. */
export interface Row extends Finding {
	number: number;
	point: string;
}

export function holds(found: string, dialect?: Partial<Dialect>): Finding {
	return { result: 'holds', found, dialect };
}

export function differs(found: string, means: string, dialect?: Partial<Dialect>): Finding {
	return { result: 'differs', found, means, dialect };
}

export function cannotTell(found: string, dialect?: Partial<Dialect>): Finding {
	return { result: 'cannot be told', found, dialect };
}

export function notTried(cost: string): Finding {
	return { result: 'not tried', found: cost };
}

/** Thrown where a probe finds that it can go no further; its message is the finding. */
export class CannotTell extends Error {}
