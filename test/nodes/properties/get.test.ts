import fc from 'fast-check';
import type { RunStatus } from '../../sandbox/records';
import {
	broken,
	type Expected,
	judgeItems,
	sameId,
	reasonOf,
	shownStatus,
	UNKNOWN,
} from './expected';
import { itHolds, type Mode, modes, type Situation, TimedNode } from './property';
import { mayFail, strikes, TRIES } from './struck';

const node = new TimedNode();

const REASON = 'page 2 is blank';

interface Input {
	/** The status of each run; null for an unknown run. */
	runs: Array<RunStatus | null>;
	mode: Mode;
}

const input: fc.Arbitrary<Input> = fc.record({
	runs: fc.array(fc.constantFrom('completed', 'failed', 'pending', 'processing', null), {
		minLength: 2,
		maxLength: 4,
	}),
	mode: modes,
});

async function judge({ dialect, faults, input: { runs, mode } }: Situation<Input>) {
	const known = runs.filter((status) => status !== null);
	const seeded = await node.control.seedRuns(
		known.map((status) => ({
			status,
			createdAgoMs: 60_000,
			...(status === 'failed' && { failureReason: REASON }),
		})),
	);
	await node.addFaults(faults);
	const left = [...seeded];
	const ids = runs.map((status) => (status === null ? UNKNOWN : (left.shift() ?? '')));
	const run = await node.runIn(mode, {
		parameters: {
			resource: 'run',
			operation: 'get',
			runId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
		},
		items: ids.map((id) => ({ id })),
	});
	const unreadable = dialect.oddDetailsStatus ? seeded[dialect.oddRun ?? 0] : undefined;
	const expected = runs.map((status, at): Expected => {
		const id = ids[at] ?? '';
		const isLost = status === null || id === unreadable;
		return {
			id,
			fails: isLost ? 'always' : mayFail(faults) ? 'perhaps' : 'never',
			check: ([output, ...others]) => {
				if (output === undefined || others.length > 0) return 'not one output';
				const { json } = output;
				const shown = status === null ? null : shownStatus(status, dialect);
				const isRight = json.status === shown && json.failureReason === reasonOf(shown, REASON);
				return sameId(json.id, id) && isRight ? undefined : JSON.stringify(json);
			},
		};
	});
	const requests = await node.answered('details');
	return [
		...judgeItems(run, expected, mode, strikes(faults)),
		...(requests > TRIES * runs.length ? [broken('budget', `${requests} requests`)] : []),
	];
}

itHolds(node, 'Get', {
	endpoints: ['details'],
	input,
	size: ({ runs }) => runs.length,
	judge,
	examples: [
		// The request was sent five times without a pause.
		{
			dialect: { requestsPerSecond: 2, retryAfter: 'past' },
			faults: [],
			input: { runs: ['completed', 'failed', 'pending'], mode: 'stop' },
		},
		// The error did not name the run and blamed the Base URL.
		{ dialect: {}, faults: [], input: { runs: ['completed', null], mode: 'stop' } },
	],
});
