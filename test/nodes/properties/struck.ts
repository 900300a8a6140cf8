import { type DrawnFault, type FaultName, FAULTS } from '../../harness/sandbox/dialects';

/** What drawn faults can do to an operation that repeats its requests. */

/**
 * Maximum number of polls in this many minutes: first each second, then after each further tenth of the
 * time.
 */
export const pollsWithin = (minutes: number): number =>
	Math.ceil(11 + Math.log(Math.max(1, 6 * minutes)) / Math.log(1.1));

/** Maximum number of tries for a read. */
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

/** Faults after which a write is repeated, too. */
const NOT_ACTED_ON: FaultName[] = ['429', '429, 3 s', '429, 3 s by date', 'late'];

/** Maximum number of affected requests. */
export const strikes = (faults: DrawnFault[]): number =>
	faults.reduce((sum, { times }) => sum + (times ?? Infinity), 0);

/** Whether a read may fail. */
export function mayFail(faults: DrawnFault[]): boolean {
	return isTooMuch(faults) || faults.some(({ fault }) => !PASSING.includes(fault));
}

/** Whether a submission or an upload may fail. It is repeated only if the service did not act. */
export function writeMayFail(faults: DrawnFault[]): boolean {
	return isTooMuch(faults) || faults.some(({ fault }) => !NOT_ACTED_ON.includes(fault));
}

/** Whether faults can affect all tries of one request, or reject it permanently. */
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

/** Maximum number of successive requests in one poll: two lists and the details. */
const ROUNDS = 3;

/** The rate after a 429 in requests a second, the factor for each further 429, and the minimum. */
const AFTER_429 = { perSecond: 4, part: 0.4, least: 0.5 };

/** Maximum time in ms to read each run once more after this many 429 in a row. */
function slowedMs(rateLimits: number, runs: number): number {
	if (rateLimits === 0) return 0;
	const { perSecond, part, least } = AFTER_429;
	return ((runs + 1) * 1_000) / Math.max(least, perSecond * part ** (rateLimits - 1));
}

/**
 * Maximum time in ms by which faults can delay a wait for this many runs. All of them can affect the same
 * run. Counts growing pauses, late responses and the lower rate after a 429.
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
