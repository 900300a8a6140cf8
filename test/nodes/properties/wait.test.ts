import fc from 'fast-check';
import {
	broken,
	type Expected,
	judgeItems,
	reasonOf,
	sameId,
	shownStatus,
	UNKNOWN,
} from './expected';
import { itHolds, type Mode, modes, type Situation, TimedNode } from './property';
import { heldUpMs, looksWithin, mayFail, TRIES } from './struck';

const node = new TimedNode();

/** How a run proceeds; null for an unknown run. */
type Course = { seconds: number; ends: 'completed' | 'failed' } | null;

interface Input {
	runs: Course[];
	maxWait: number;
	mode: Mode;
}

const course = fc.record({
	seconds: fc.constantFrom(0, 3, 9, 15, 1_000),
	ends: fc.constantFrom<'completed' | 'failed'>('completed', 'failed'),
});

const input: fc.Arbitrary<Input> = fc.record({
	runs: fc.array(fc.oneof({ weight: 4, arbitrary: course }, fc.constant(null)), {
		minLength: 2,
		maxLength: 7,
	}),
	maxWait: fc.constantFrom(0.3, 0.1),
	mode: modes,
});

const REASON = 'page 2 is blank';
const AGO_MS = 20_000;

/** Maximum time in ms between two polls. */
const LOOK_MS = 3_000;

async function seed(course: Course): Promise<string> {
	if (course === null) return UNKNOWN;
	const processingMs = AGO_MS + course.seconds * 1_000 - 1_000;
	const failureReason = course.ends === 'failed' ? REASON : undefined;
	const durations = { pendingMs: 1_000, processingMs };
	const [id = ''] = await node.control.seedRuns([
		{ createdAgoMs: AGO_MS, durations, failureReason },
	]);
	return id;
}

async function judge({ dialect, faults, input: { runs, maxWait, mode } }: Situation<Input>) {
	const ids: string[] = [];
	for (const each of runs) ids.push(await seed(each));
	const seeded = ids.filter((id) => id !== UNKNOWN);
	const unreadable = dialect.oddDetailsStatus ? seeded[dialect.oddRun ?? 0] : undefined;
	await node.addFaults(faults);
	const done = await node.runIn(mode, {
		parameters: {
			resource: 'run',
			operation: 'wait',
			runId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
			options: { maxWait, failedRun: 'output' },
		},
		items: ids.map((id) => ({ id })),
	});
	// No list shows runs with an undocumented status, so they are read one by one, at a falling rate.
	const isRefused = faults.some(({ fault }) => fault.startsWith('429'));
	const isSlow = dialect.oddStatus === 'passing' && isRefused;
	const isHeldUp = mayFail(faults) || dialect.requestsPerSecond !== undefined || isSlow;
	const expected = runs.map((each, at): Expected => {
		const id = ids[at] ?? '';
		const status = each === null ? '' : shownStatus(each.ends, dialect);
		const isLost = each === null || id === unreadable;
		const fails = () => {
			if (isLost || each.seconds > maxWait * 60) return 'always';
			const lookMs = each.seconds === 0 ? 0 : LOOK_MS;
			const isSure =
				each.seconds * 1_000 < maxWait * 60_000 - lookMs - heldUpMs(faults, runs.length);
			return isSure && !isHeldUp ? 'never' : 'perhaps';
		};
		return {
			id,
			fails: fails(),
			check: ([output, ...others]) => {
				const json = output?.json;
				const isRight = sameId(json?.id, id) && json?.status === status && others.length === 0;
				const hasReason = json?.failureReason === reasonOf(status, REASON);
				return isRight && hasReason ? undefined : JSON.stringify(output);
			},
		};
	});
	const requests = await node.answered();
	const due =
		looksWithin(maxWait) * (runs.length + 2) * (isHeldUp || faults.length > 0 ? TRIES : 1);
	return [
		...judgeItems(done, expected, mode),
		...(requests > due ? [broken('budget', `${requests} requests`)] : []),
	];
}

itHolds(node, 'Wait', {
	endpoints: ['details', 'query'],
	input,
	size: ({ runs }) => runs.length,
	judge,
	examples: [
		// All other runs failed with the error of an unreadable run, or it was requested 85 times.
		{
			dialect: { oddDetailsStatus: 500, oddRun: 0 },
			faults: [],
			input: {
				runs: [
					{ seconds: 0, ends: 'completed' },
					{ seconds: 240, ends: 'completed' },
				],
				maxWait: 5,
				mode: 'continue',
			},
		},
	],
});
