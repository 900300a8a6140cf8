import type { Change } from './changes';
import type { Test } from './firstFailure';

/** What the tests reached: for each place, the tests that did, '' for code that runs at loading. */
export type Reached = Map<number, Set<string>>;

/** Names the file that the probes write to. */
export const REACHED = 'DOCSCORE_REACHED';

/** Below the code, so that its lines stay where they are. */
const PROBE = `
function $reached(place) {
	const test = globalThis.expect?.getState().currentTestName ?? '';
	const line = JSON.stringify([place, test]);
	const known = (globalThis.$known ??= new Set());
	if (known.has(line)) return;
	known.add(line);
	// Kept, as jest loads nothing for what still runs once its file of tests has ended.
	const fs = (globalThis.$fs ??= require('node:fs'));
	fs.appendFileSync(process.env.${REACHED}, line + '\\n');
}
`;

type Mark = { at: number; text: string; opens: boolean; length: number };

/** The code of a file, which does the same but tells of the places that it reaches. */
export function withProbes(text: string, places: Array<[number, Change]>): string {
	const marks = places.flatMap(([number, { place }]): Mark[] => {
		const { start, end, isStatement } = place;
		const length = end - start;
		const call = `$reached(${number})`;
		const [opening, closing] = isStatement ? [`{ ${call}; `, ' }'] : [`(${call}, `, ')'];
		return [
			{ at: start, text: opening, opens: true, length },
			{ at: end, text: closing, opens: false, length },
		];
	});
	let probed = '';
	let written = 0;
	for (const mark of marks.sort(inOrder)) {
		probed += text.slice(written, mark.at) + mark.text;
		written = mark.at;
	}
	return probed + text.slice(written) + PROBE;
}

/** What ends at a place comes before what begins there, and what holds another one is around it. */
function inOrder(a: Mark, b: Mark): number {
	if (a.at !== b.at) return a.at - b.at;
	if (a.opens !== b.opens) return a.opens ? 1 : -1;
	return a.opens ? b.length - a.length : a.length - b.length;
}

export function readReached(lines: string): Reached {
	const reached: Reached = new Map();
	for (const line of lines.split('\n').filter(Boolean)) {
		const [place, test]: [number, string] = JSON.parse(line);
		reached.set(place, (reached.get(place) ?? new Set()).add(test));
	}
	return reached;
}

/** A test file, as it was when nothing was changed. */
export interface KnownTest extends Test {
	tookMs: number;
	reached: Reached;
}

/** How likely a test passes, though what it reaches was changed: a guess that only orders them. */
const PASSES = 0.8;

/** The test files that reach a place, first those that promise most in the least time. */
export function testsThatReach(place: number, tests: KnownTest[]): KnownTest[] {
	const cost = ({ tookMs, reached }: KnownTest) =>
		tookMs / (1 - PASSES ** (reached.get(place)?.size ?? 0));
	return tests.filter(({ reached }) => reached.has(place)).sort((a, b) => cost(a) - cost(b));
}
