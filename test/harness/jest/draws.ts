import fc from 'fast-check';
import { process } from '../../node';

/** The same cases each time, so that what fails is due to a change; another seed draws others. */
const SEED = Number(process.env.SEED ?? 1);

/** How many times as many cases are drawn as whenever the tests run. */
export const TIMES = Number(process.env.TIMES ?? 1);

/** Of cases that take long, the first; whenever more is drawn, all. */
export const few = <Case>(cases: Case[], count = 1): Case[] =>
	TIMES === 1 ? cases.slice(0, count) : cases;

/** Asserts a property, and tells what was drawn where that is more than usual. */
export async function holds<Drawn>(
	name: string,
	property: fc.IAsyncProperty<Drawn>,
	cases: { numRuns: number; examples?: Drawn[]; endOnFailure?: boolean },
	/** What else there is to tell, once all cases were drawn. */
	figures: () => string[] = () => [],
): Promise<void> {
	const numRuns = cases.numRuns * TIMES;
	await fc.assert(property, { ...cases, numRuns, seed: SEED });
	if (TIMES === 1) return;
	const told = [`seed ${SEED}`, ...figures(), 'violations: 0'].join(', ');
	process.stdout.write(`${name}: ${numRuns.toLocaleString('en')} drawn, ${told}\n`);
}
