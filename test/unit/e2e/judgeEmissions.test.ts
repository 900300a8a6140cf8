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

const execution = (emitted: string[], at = 7_000): RecordedExecution => ({
	id: `${at}`,
	at,
	emitted,
});

/** What the judge says of a trial without faults, unless `change` adds one. */
const faultsOf = (change: Partial<History>): string[] =>
	judgeEmissions({
		owedFrom: 100,
		events: ['completed'],
		runs: [OLD, A, B, OPEN, FAILED],
		executions: [execution(['a', 'b'])],
		unsaved: [],
		...change,
	}).faults.map((fault) => `${fault.kind} ${fault.run}`);

/** The executions emitted these runs, one execution after the other. */
const emitting = (...emitted: string[][]): Partial<History> => ({
	executions: emitted.map((ids, at) => execution(ids, 7_000 + 2_000 * at)),
});

const unsaved = [{ from: 5_900, to: 6_000 }];
const later = { ...B, reads: [6_001] };

test.each<[why: string, trial: Partial<History>]>([
	['no fault', {}],
	['owed runs in two executions', emitting(['b'], ['a'])],
	[
		'a run that was read just before an execution without saved data',
		{ ...emitting(['a'], []), runs: [A, { ...B, reads: [6_000, 8_900] }] },
	],
	[
		'a run that was read before its deletion and emitted after it',
		{ runs: [run('a', { deleted: 6_500 }), B] },
	],
	[
		'a deleted run that nobody has read',
		{ runs: [run('a', { deleted: 5_900, reads: [] }), B], ...emitting(['b']) },
	],
	[
		'a run that was read while n8n saved nothing, and is not emitted',
		{ runs: [A, later], unsaved, ...emitting(['b']) },
	],
	[
		'a run that was read while n8n saved nothing, and is emitted twice',
		{ runs: [A, later], unsaved, ...emitting(['a', 'b'], ['a']) },
	],
])('accepts %s', (_, trial) => {
	expect(faultsOf(trial)).toEqual([]);
});

test.each<[why: string, kind: FaultKind, run: string, broken: Partial<History>]>([
	['an owed run that is missing', 'lost', 'b', emitting(['a'])],
	['a run in two executions', 'repeated', 'a', emitting(['a', 'b'], ['a'])],
	['a run twice in an execution', 'repeated', 'b', emitting(['a', 'b', 'b'])],
	[
		'a run before its end',
		'early',
		'a',
		{ executions: [execution(['a'], 4_999), execution(['b'])] },
	],
	['a run that is still open', 'early', 'open', emitting(['open', 'a', 'b'])],
	['a run that the service never had', 'unknown', '?', emitting(['a', 'b', '?'])],
	['a run that had finished before the start', 'unwanted', 'old', emitting(['old', 'a', 'b'])],
	['a run with an unwanted status', 'unwanted', 'failed', emitting(['failed', 'a', 'b'])],
	[
		'a run that was read only after its deletion',
		'deleted',
		'a',
		{ runs: [run('a', { deleted: 5_900 }), B] },
	],
	['runs that are not in order of creation', 'disordered', 'a', emitting(['b', 'a'])],
	[
		'a run that was read long before an execution without saved data',
		'lost',
		'b',
		{ ...emitting(['a'], []), runs: [A, { ...B, reads: [5_999] }] },
	],
	[
		'a run that is missing although n8n lost another one',
		'lost',
		'b',
		{ executions: [], unsaved, runs: [A, later] },
	],
])('rejects %s as %s', (_, kind, id, broken) => {
	expect(faultsOf(broken)).toEqual([`${kind} ${id}`]);
});
