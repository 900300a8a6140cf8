import type { Change } from './changes';
import type { Test } from './firstFailure';

/**
 * The reached places, each with the tests that reached it. The name '' means code that runs when its file
 * is loaded.
 */
export type Reached = Map<number, Set<string>>;

/** Name of the variable with the path of the file that probes write to. */
export const REACHED = 'DOCSCORE_REACHED';

/**
 * Added at the end of the code, so that line numbers stay the same. Loops over long texts call it millions
 * of times, so most calls must cost next to nothing: in a test, each global variable is slow to read.
 */
const PROBE = `
var $state, $last;
function $reached(place) {
	$state ??= globalThis.expect?.getState();
	const test = $state?.currentTestName ?? '';
	$last ??= [];
	if ($last[place] === test) return;
	$last[place] = test;
	const line = JSON.stringify([place, test]);
	const known = (globalThis.$known ??= new Set());
	if (known.has(line)) return;
	known.add(line);
	// Cached, because jest loads no modules for code that still runs after its test file has ended.
	const fs = (globalThis.$fs ??= require('node:fs'));
	fs.appendFileSync(process.env.${REACHED}, line + '\\n');
}
`;

type Mark = { at: number; text: string; opens: boolean; length: number };

/** The same code with probes that report which places it reaches. */
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

/** At the same position, closing marks come first, and outer marks enclose inner ones. */
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

/** A test file and what it reached in the run without changes. */
export interface KnownTest extends Test {
	tookMs: number;
	reached: Reached;
}

/**
 * Estimated probability that a test passes although code that it reaches was changed. Affects only the
 * order.
 */
const PASSES = 0.8;

/** The test files that reach a place, ordered by how likely and how fast they notice a change. */
export function testsThatReach(place: number, tests: KnownTest[]): KnownTest[] {
	const cost = ({ tookMs, reached }: KnownTest) =>
		tookMs / (1 - PASSES ** (reached.get(place)?.size ?? 0));
	return tests.filter(({ reached }) => reached.has(place)).sort((a, b) => cost(a) - cost(b));
}
