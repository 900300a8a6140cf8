import {
	type FaultKind,
	type History,
	judgeEmissions,
	type RecordedExecution,
	type RecordedRun,
} from '../../e2e/harness/judgeEmissions';

const run = (id: string, change: Partial<RecordedRun> = {}): RecordedRun => ({
	id,
	created: 1_000,
	finished: 5_000,
	status: 'completed',
	deleted: null,
	reads: [6_000],
	...change,
});

const A = run('a');
const B = run('b', { created: 2_000, finished: 5_500 });
const OLD = run('old', { created: 0, finished: 50, reads: [] });
const OPEN = run('open', { finished: null, status: 'processing', reads: [] });
const FAILED = run('failed', { status: 'failed' });

const execution = (emitted: string[], at = 7_000, id = `${at}`): RecordedExecution => ({
	id,
	at,
	emitted,
});

/** A trial without faults, unless `change` adds one. */
const history = (change: Partial<History> = {}): History => ({
	owedFrom: 100,
	events: ['completed'],
	runs: [OLD, A, B, OPEN, FAILED],
	executions: [execution(['a', 'b'])],
	unsaved: [],
	...change,
});

test('accepts each owed run once, in any number of emissions', () => {
	const apart = [execution(['b'], 7_000), execution(['a'], 9_000)];
	const right = { faults: [], owed: 2, emitted: 2, excused: 0 };
	expect(judgeEmissions(history())).toEqual(right);
	expect(judgeEmissions(history({ executions: apart }))).toEqual(right);
});

test('assumes that an execution without saved data emitted the runs read just before it', () => {
	const killed = [execution(['a'], 7_000), execution([], 9_000)];
	const readAt = (...reads: number[]) => ({ executions: killed, runs: [A, { ...B, reads }] });
	expect(judgeEmissions(history(readAt(6_000, 8_900))).faults).toEqual([]);
	for (const reads of [[], [5_999], [9_100]]) {
		expect(judgeEmissions(history(readAt(...reads))).faults).toMatchObject([{ kind: 'lost' }]);
	}
});

const BROKEN: Array<[why: string, kind: FaultKind, run: string, broken: Partial<History>]> = [
	['an owed run that is missing', 'lost', 'b', { executions: [execution(['a'])] }],
	[
		'a run in two executions',
		'repeated',
		'a',
		{ executions: [execution(['a', 'b']), execution(['a'], 9_000)] },
	],
	['a run twice in an execution', 'repeated', 'b', { executions: [execution(['a', 'b', 'b'])] }],
	[
		'a run before its end',
		'early',
		'a',
		{ executions: [execution(['a'], 4_999), execution(['b'])] },
	],
	['a run that is still open', 'early', 'open', { executions: [execution(['open', 'a', 'b'])] }],
	[
		'a run that the service never had',
		'unknown',
		'?',
		{ executions: [execution(['a', 'b', '?'])] },
	],
	[
		'a run that had finished before the trigger started',
		'unwanted',
		'old',
		{ executions: [execution(['old', 'a', 'b'])] },
	],
	[
		'a run with an unwanted status',
		'unwanted',
		'failed',
		{ executions: [execution(['failed', 'a', 'b'])] },
	],
	[
		'a run that was read only after its deletion',
		'deleted',
		'a',
		{ runs: [run('a', { deleted: 5_900 }), B] },
	],
	[
		'runs that are not in order of creation',
		'disordered',
		'a',
		{ executions: [execution(['b', 'a'])] },
	],
	[
		'a run that is missing although n8n lost another one',
		'lost',
		'b',
		{ executions: [], unsaved: [{ from: 6_000, to: 6_000 }], runs: [A, { ...B, reads: [6_001] }] },
	],
];

test.each(BROKEN)('rejects %s as %s', (_, kind, id, broken) => {
	const { faults } = judgeEmissions(history(broken));
	expect(faults.map((fault) => `${fault.kind} ${fault.run}`)).toEqual([`${kind} ${id}`]);
});

test('names the executions that emitted a run twice', () => {
	const executions = [execution(['a', 'b'], 7_000, '1'), execution(['a'], 9_000, '2')];
	const { faults } = judgeEmissions(history({ executions }));
	expect(faults).toEqual([{ kind: 'repeated', run: 'a', executions: ['1', '2'] }]);
});

test('accepts a run that was read before its deletion and emitted after it', () => {
	const runs = [run('a', { deleted: 6_500 }), B];
	expect(judgeEmissions(history({ runs })).faults).toEqual([]);
});

test('does not require deleted runs', () => {
	const runs = [run('a', { deleted: 5_900, reads: [] }), B];
	const judged = judgeEmissions(history({ runs, executions: [execution(['b'])] }));
	expect(judged).toEqual({ faults: [], owed: 1, emitted: 1, excused: 0 });
});

describe('A run that was read while n8n saved nothing', () => {
	const unsaved = [{ from: 5_900, to: 6_000 }];
	const later = { ...B, reads: [6_001] };

	test.each([
		['none', 1, [execution(['b'])]],
		['two', 2, [execution(['a', 'b']), execution(['a'], 9_000)]],
	])('may be emitted in %s of the executions', (_, emitted, executions) => {
		const judged = judgeEmissions(history({ runs: [A, later], executions, unsaved }));
		expect(judged).toEqual({ faults: [], owed: 1, emitted, excused: 1 });
	});

	test('must not be emitted before its end', () => {
		const executions = [execution(['a'], 4_000), execution(['a', 'b'])];
		const { faults } = judgeEmissions(history({ runs: [A, later], executions, unsaved }));
		expect(faults).toEqual([{ kind: 'early', run: 'a', executions: ['4000'] }]);
	});
});
