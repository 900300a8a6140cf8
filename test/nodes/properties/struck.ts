import { type DrawnFault, type FaultName, FAULTS } from '../../harness/sandbox/dialects';

/** What drawn faults may do to an operation that repeats its requests. */

/** How many polls a wait of so many minutes takes at most: each second, then after a tenth of the time. */
export const pollsWithin = (minutes: number): number =>
	Math.ceil(11 + Math.log(Math.max(1, 6 * minutes)) / Math.log(1.1));

/** How often a read is tried, each item's being the only one. */
export const TRIES = 5;

/** Faults after which a read is repeated (docs/service.md, Errors). */
const PASSING: FaultName[] = [
	'500',
	'503',
	'502 HTML',
	'429',
	'429, 3 s',
	'429, 3 s by date',
	'429, 0 s',
	'429, past',
	'cut before',
	'cut after',
	'late',
];

/** Faults after which also a write is repeated. */
const NOT_ACTED_ON: FaultName[] = ['429', '429, 3 s', '429, 3 s by date', 'late'];

/** How many requests are struck at most. */
export const strikes = (faults: DrawnFault[]): number =>
	faults.reduce((sum, { times }) => sum + (times ?? Infinity), 0);

/** Whether a read may fail. */
export function mayFail(faults: DrawnFault[]): boolean {
	return isTooMuch(faults) || faults.some(({ fault }) => !PASSING.includes(fault));
}

/** Whether a submission or an upload may fail: it is repeated only where nothing was done. */
export function writeMayFail(faults: DrawnFault[]): boolean {
	return isTooMuch(faults) || faults.some(({ fault }) => !NOT_ACTED_ON.includes(fault));
}

/** Whether one request may be struck as often as it is tried, or rejected for good. */
function isTooMuch(faults: DrawnFault[]): boolean {
	const isRateLimit = ({ fault, endpoint, times }: DrawnFault) =>
		fault.startsWith('429') && endpoint !== 'files' && times !== null;
	return strikes(faults.filter((each) => each.fault !== 'late' && !isRateLimit(each))) >= TRIES;
}

/** Pauses in ms that the service asks for. */
const ASKED_MS: Partial<Record<FaultName, number>> = {
	'429, 3 s': 3_000,
	'429, 3 s by date': 3_000,
};

/** Most requests of one poll, one after the other: two lists, and the details. */
const ROUNDS = 3;

/** After a 429 so many requests go in a second, and after each further one so much less. */
const AFTER_429 = { perSecond: 4, part: 0.4, least: 0.5 };

/** Most ms that it takes to ask for each run again after so many 429s in a row. */
function slowedMs(rateLimits: number, runs: number): number {
	if (rateLimits === 0) return 0;
	const { perSecond, part, least } = AFTER_429;
	return ((runs + 1) * 1_000) / Math.max(least, perSecond * part ** (rateLimits - 1));
}

/**
 * Most ms that faults hold up a wait for so many runs, since all may strike one of them: pauses that
 * grow, late answers, and the lower rate after a 429.
 */
export function heldUpMs(faults: DrawnFault[], runs: number): number {
	const isLate = faults.some(({ fault }) => fault === 'late');
	const struck = faults
		.filter(({ fault }) => fault !== 'late')
		.flatMap(({ fault, times }) => new Array<FaultName>(times ?? TRIES).fill(fault));
	const pauses = struck.map((fault, tried) => Math.max(1_000 * 2 ** tried, ASKED_MS[fault] ?? 0));
	const lateMs = isLate ? FAULTS.late.ms * (ROUNDS + struck.length) : 0;
	const rateLimits = struck.filter((fault) => fault.startsWith('429')).length;
	return pauses.reduce((sum, ms) => sum + ms, lateMs + slowedMs(rateLimits, runs));
}
