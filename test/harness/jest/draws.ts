import fc from 'fast-check';
import { process } from '../../node';

/**
 * The default draws the same cases every time, so that a failure comes from a change. Another seed draws
 * others.
 */
const SEED = Number(process.env.SEED ?? 1);

/** How many times as many cases to draw as in `npm test`. */
export const TIMES = Number(process.env.TIMES ?? 1);

/** The first of some long cases; all of them if TIMES is above 1. */
export const few = <Case>(cases: Case[], count = 1): Case[] =>
	TIMES === 1 ? cases.slice(0, count) : cases;

/** Asserts a property. If TIMES is above 1, prints what was drawn. */
export async function holds<Drawn>(
	name: string,
	property: fc.IAsyncProperty<Drawn>,
	cases: { numRuns: number; examples?: Drawn[]; endOnFailure?: boolean },
	/** More figures to print, after all cases were drawn. */
	figures: () => string[] = () => [],
): Promise<void> {
	const numRuns = cases.numRuns * TIMES;
	await fc.assert(property, { ...cases, numRuns, seed: SEED });
	if (TIMES === 1) return;
	const told = [`seed ${SEED}`, ...figures(), 'violations: 0'].join(', ');
	process.stdout.write(`${name}: ${numRuns.toLocaleString('en')} drawn, ${told}\n`);
}
