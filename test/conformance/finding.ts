import type { Dialect } from '../sandbox/dialect';
import type { Account } from './account';

export type Result = 'holds' | 'differs' | 'cannot be told' | 'not tried';

/** The result of a probe. Its texts are the probe's own and never quote the service. */
export interface Finding {
	result: Result;
	/** How the service behaves, why this cannot be told, or what it would cost to try. */
	found: string;
	/** What a difference means for users, and which setting helps. */
	means?: string;
	/** The same, as a dialect of the sandbox. */
	dialect?: Partial<Dialect>;
}

/** Tests one assumption in docs/service.md, What is left open. */
export interface Probe {
	/** Its number in that section. */
	number: number;
	/** Its name in that section. */
	point: string;
	examine(account: Account): Promise<Finding> | Finding;
}

/** A probe and its finding. */
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

/** Thrown if a probe cannot continue. Its message becomes the finding. */
export class CannotTell extends Error {}
