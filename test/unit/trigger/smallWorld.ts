import { type Fault, LONG_OPEN_END, SmallHost, type SmallRun } from './smallHost';

/** Runs are created, show up and finish before these polls. */
const POLLS = 4;

/** Polls after those, in which all that is owed comes out. */
const QUIET_POLLS = 7;

/** The polls in which something goes wrong: also the next one, in which the cursor passes the runs. */
export const STRUCK_POLLS = upTo(POLLS + 1);

function upTo(count: number, from = 0): number[] {
	return Array.from({ length: count - from }, (_, index) => from + index);
}

const RUNS: SmallRun[] = upTo(POLLS - 1).flatMap((created) =>
	upTo(POLLS, created).map((finished) => ({ created, shown: created, finished })),
);

const LATE_RUNS = RUNS.map((run) => ({ ...run, shown: run.created + 1 }));

/** With two more of these runs, each pair once. */
const withPairs = (first: SmallRun, runs: SmallRun[]): SmallRun[][] =>
	runs.flatMap((second, index) => runs.slice(index).map((third) => [first, second, third]));

/** Every world of three runs, one of which may show up late. */
export const WORLDS: SmallRun[][] = [
	...RUNS.flatMap((first, index) => withPairs(first, RUNS.slice(index))),
	...LATE_RUNS.flatMap((late) => withPairs(late, RUNS)),
];

/** Everything that can go wrong in one poll, which sends so many requests if nothing does. */
export const faultsOf = (poll: number, requests: number): Fault[] => [
	...(['restart', 'discard', 'overlap'] as const).map((kind) => ({ poll, kind, request: 0 })),
	...upTo(requests + 1, 1).flatMap((request) =>
		(['cut', 'fail'] as const).map((kind) => ({ poll, kind, request })),
	),
];

/** What a simple tracker emits that reads everything in each poll, and begins in this one. */
function emittedByOracle(world: SmallRun[], first: number): string[] {
	const known = new Set<string>();
	const emitted = LONG_OPEN_END > first ? ['long open'] : [];
	for (let poll = first; poll < POLLS + QUIET_POLLS; poll++) {
		for (const [index, { shown, finished }] of world.entries()) {
			const id = `run ${index}`;
			if (shown > poll || finished > poll || known.has(id)) continue;
			known.add(id);
			if (poll > first) emitted.push(id);
		}
	}
	return emitted;
}

/** Lives through that world. @returns how many requests each poll sends, and what the trigger did wrong */
export async function live(
	world: SmallRun[],
	fault: Fault | null = null,
): Promise<{ requests: number[]; wrong: string[] }> {
	const host = new SmallHost(world);
	const requests: number[] = [];
	for (let poll = 0; poll < POLLS + QUIET_POLLS; poll++) {
		requests.push(await host.poll(poll, fault?.poll === poll ? fault : null));
	}
	const { emitted, begunIn } = host;
	// What finishes after a first poll that failed is not owed, but may have been seen before.
	const [owed, allowed] = [emittedByOracle(world, begunIn), emittedByOracle(world, 0)];
	const isRight =
		new Set(emitted).size === emitted.length &&
		owed.every((id) => emitted.includes(id)) &&
		emitted.every((id) => allowed.includes(id));
	const told = () => JSON.stringify({ world, fault, owed, allowed, emitted });
	return { requests, wrong: isRight ? [] : [told()] };
}
