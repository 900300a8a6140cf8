import type { Sample } from './measure';
import type { Stage } from './stage';

/** A measurement of the report. */
export interface Figure {
	/** Its name on the command line. */
	name: string;
	/** What is measured, what it is compared with, and how to read the result. */
	about: string;
	measure(stage: Stage): Promise<Line[]>;
}

export type Unit = 'ms' | 's' | 'MB' | 'KB' | '%' | 'requests' | 'at once' | 'executions' | 'files';

/** The measurement of one kind of work. Lower is always better. */
export interface Line {
	size: number;
	/** What the size counts, and how the work is done, such as "submissions, 64 at once". */
	work: string;
	unit: Unit;
	ours: Sample;
	peer?: { name: string; sample: Sample };
	goal?: Judgement;
}

export interface Judgement {
	text: string;
	met: boolean;
}

export type Goal = (line: Line) => Judgement;

/** Measures each size after the one before, and knows the lines of those. */
export async function measureEach(
	sizes: number[],
	measure: (size: number, before: Line[]) => Promise<Line[]>,
): Promise<Line[]> {
	const lines: Line[] = [];
	for (const size of sizes) lines.push(...(await measure(size, lines)));
	return lines;
}

/** The peer's median as a multiple of ours. */
export const ratioOf = ({ ours, peer }: Line): number =>
	(peer?.sample.median ?? Number.NaN) / ours.median;

/** The goal that the peer takes at least this many times as much. */
export const ratioAtLeast =
	(times: number): Goal =>
	(line) => ({ text: `ratio of at least ${times}`, met: ratioOf(line) >= times });

/** The goal that no round exceeds this limit. */
export const atMost =
	(limit: number): Goal =>
	({ ours }) => ({ text: `at most ${limit.toLocaleString('en-US')}`, met: ours.max <= limit });

/**
 * The goal that the value is at most this many times the value of the previous size, which is the last such
 * line.
 */
export const growthAtMost =
	(times: number, lines: Line[]): Goal =>
	({ work, unit, ours }) => {
		const before = lines.findLast((line) => line.work === work && line.unit === unit);
		const most = times * (before?.ours.median ?? Number.NaN);
		return { text: `growth of at most ${times}`, met: ours.median <= most };
	};

/** The line, with its goal judged. */
export function judge({ goal, ...line }: Omit<Line, 'goal'> & { goal?: Goal }): Line {
	return { ...line, goal: goal?.(line) };
}
