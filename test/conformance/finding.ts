import { readReply } from '../../nodes/DocScore/service/reply';
import { ServiceError } from '../../nodes/DocScore/service/errors';
import type { Dialect } from '../sandbox/dialect';
import type { Account } from './account';
import type { Answer, Asked } from './conversation';
import type { Incoming } from './sender';

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
	/** Requests that are always sent, one after another. */
	requests?: readonly Asked[];
	/**
	 * Judges the sample of the account and the answers to the requests; may ask more.
	 * @throws CannotTell
	 */
	judge(account: Account, answers: Answer[]): Finding | Promise<Finding>;
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

export function cannotTell(found: string): Finding {
	return { result: 'cannot be told', found };
}

/** @param submission the number of the submission that it would be */
export function notTried(submission: number): Finding {
	const found = `Costs ${submission} in all: --spend ${submission} --file URL`;
	return { result: 'not tried', found: found.replace('1 in all', 'one submission') };
}

/** Thrown if a probe cannot continue. Its message becomes the finding. */
export class CannotTell extends Error {}

/** The error that the nodes make of a response; null if they read it. */
export function errorOf({ status, headers, text }: Incoming): ServiceError | null {
	try {
		readReply({ status, headers, text });
		return null;
	} catch (error) {
		if (error instanceof ServiceError) return error;
	}
	throw new RangeError('readReply throws only errors of the service');
}
