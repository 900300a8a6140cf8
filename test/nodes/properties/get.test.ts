import fc from 'fast-check';
import type { RunStatus } from '../../sandbox/records';
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
		parameters: { resource: 'run', operation: 'get', runId: RUN_OF_ITEM },
		items: ids.map((id) => ({ id })),
	});
	const unreadable = unreadableOf(seeded, dialect);
	const expected = runs.map((status, at): Expected => {
		const id = ids[at] ?? '';
		const shown = status === null ? null : shownStatus(status, dialect);
		const reason = reasonOf(shown, REASON);
		return {
			id,
			fails: failsIf(status === null || id === unreadable, mayFail(faults)),
			check: oneOutput(
				(json) => sameId(json.id, id) && json.status === shown && json.failureReason === reason,
			),
		};
	});
	const requests = await node.answered('details');
	return [
		...judgeItems(run, expected, mode, strikes(faults)),
		...judgeBudget(requests, TRIES * runs.length),
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
