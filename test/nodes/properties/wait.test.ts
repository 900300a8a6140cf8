import fc from 'fast-check';
import { RUN_OF_ITEM } from '../runs';
import {
	type Expected,
	failsIf,
	judgeBudget,
	judgeItems,
	oneOutput,
	reasonOf,
	sameId,
	shownStatus,
	UNKNOWN,
	unreadableOf,
} from './expected';
import { itHolds, type Mode, modes, type Situation, TimedNode } from './property';
import { heldUpMs, mayFail, pollsWithin, TRIES } from './struck';

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
const LONGEST_INTERVAL_MS = 3_000;

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
	const unreadable = unreadableOf(seeded, dialect);
	await node.addFaults(faults);
	const done = await node.runIn(mode, {
		parameters: {
			resource: 'run',
			operation: 'wait',
			runId: RUN_OF_ITEM,
			options: { maxWait, failedRun: 'output' },
		},
		items: ids.map((id) => ({ id })),
	});
	// No list shows runs with an undocumented status, so they are read one by one, at a falling rate.
	const isRateLimited = faults.some(({ fault }) => fault.startsWith('429'));
	const isSlow = dialect.oddStatus === 'passing' && isRateLimited;
	const isHeldUp = mayFail(faults) || dialect.requestsPerSecond !== undefined || isSlow;
	const expected = runs.map((each, at): Expected => {
		const id = ids[at] ?? '';
		const status = each === null ? '' : shownStatus(each.ends, dialect);
		const isLost = each === null || id === unreadable;
		const seconds = each?.seconds ?? 0;
		const pollMs = seconds === 0 ? 0 : LONGEST_INTERVAL_MS;
		const isSure = seconds * 1_000 < maxWait * 60_000 - pollMs - heldUpMs(faults, runs.length);
		return {
			id,
			fails: failsIf(isLost || seconds > maxWait * 60, isHeldUp || !isSure),
			check: oneOutput(
				(json) =>
					sameId(json.id, id) &&
					json.status === status &&
					json.failureReason === reasonOf(status, REASON),
			),
		};
	});
	const requests = await node.answered();
	const most =
		pollsWithin(maxWait) * (runs.length + 2) * (isHeldUp || faults.length > 0 ? TRIES : 1);
	return [...judgeItems(done, expected, mode), ...judgeBudget(requests, most)];
}

itHolds(node, 'Wait', {
	endpoints: ['details', 'query'],
	input,
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
		// After two 429, polls were so rare that the details of a finished run were read too late.
		{
			dialect: { firstPageEmpty: true },
			faults: [{ fault: '429', endpoint: 'query', after: 0, times: 2 }],
			input: { runs: Array(5).fill({ seconds: 3, ends: 'completed' }), maxWait: 0.4, mode: 'stop' },
		},
	],
});
