import { byKey } from '../../harness/deduplication';
import fc from 'fast-check';
import type { INode } from 'n8n-workflow';
import type { NodeRun } from '../../harness/n8n/runNode';
import type { RunResult, RequestRecord } from '../../sandbox/records';
import { wavOf } from '../../sandbox/samples/audio';
import { upload, withFile } from '../recording/uploads';
import { broken, textOf } from './expected';
import { type Broken, itHolds, type Situation, TimedNode } from './property';

const node = new TimedNode();

interface Input {
	operation: 'submit' | 'submitAndWait' | 'upload';
	items: number;
	hasKeys: boolean;
	/** How the service ends each run. */
	end: 'completed' | 'error field' | 'failed' | 'never';
	tries: number;
	onError: INode['onError'];
	maxConcurrentRequests: number;
}

const input: fc.Arbitrary<Input> = fc.record({
	operation: fc.constantFrom('submit', 'submitAndWait', 'upload'),
	items: fc.integer({ min: 2, max: 4 }),
	hasKeys: fc.boolean(),
	end: fc.constantFrom('completed', 'error field', 'failed', 'never'),
	tries: fc.integer({ min: 1, max: 3 }),
	onError: fc.constantFrom(undefined, 'continueRegularOutput', 'continueErrorOutput'),
	maxConcurrentRequests: fc.constantFrom(5, 1),
});

const ENDS: Record<Input['end'], RunResult> = {
	completed: { outputSchema: { total: { value: '7', reasoning: null } } },
	'error field': { outputSchema: { error: { value: '7', reasoning: null } } },
	failed: { failureReason: 'Not readable' },
	never: { outputSchema: {} },
};

const nameOf = (at: number): string => `Item ${at}.wav`;

/** Makes the keys of each case unique, because the process remembers them. */
let cases = 0;

async function execute({ operation, items, hasKeys, end, ...asked }: Input): Promise<NodeRun> {
	const { tries, onError, maxConcurrentRequests } = asked;
	cases++;
	await node.control.setRunPlan({
		pendingMs: 1_000,
		processingMs: 1_000,
		fixedResult: ENDS[end],
		stuck: end === 'never' ? 'processing' : null,
	});
	const options = {
		maxConcurrentRequests,
		...(operation === 'submitAndWait' && { maxWait: 0.2 }),
		...(hasKeys && byKey(`=Case ${cases}, item {{ $itemIndex }}`)),
	};
	const submission = {
		operation,
		additionalFields: { run_id: '=Item {{ $itemIndex }}.wav' },
		output: 'fieldsOnly',
	};
	return await node.runIn('stop', {
		parameters:
			operation === 'upload'
				? upload({ options: { maxConcurrentRequests } })
				: node.submission({ ...submission, options }),
		items: Array.from({ length: items }, (_, at) => withFile(wavOf(400), nameOf(at))),
		maxTries: tries > 1 ? tries : undefined,
		onError,
	});
}

/** Whether the response is certain proof that the service did not act. */
const isCertainlyNot = ({ status }: RequestRecord): boolean =>
	status !== null && status >= 300 && status < 500;

const nameIn = (body: unknown): unknown =>
	typeof body === 'object' && body !== null && 'run_id' in body ? body.run_id : undefined;

/** Expects one submission of each document, and one more for each of its runs that failed in the service. */
async function judgeRuns({ items, operation }: Input): Promise<Broken[]> {
	const runs = await node.control.runs();
	const requests = (await node.control.requests()).filter(({ endpoint }) => endpoint === 'submit');
	return Array.from({ length: items }, (_, at) => nameOf(at)).flatMap((name) => {
		const made = runs.filter(({ filename }) => filename === name);
		const failed = made.filter(({ status }) => status === 'failed');
		const most = 1 + (operation === 'submitAndWait' ? failed.length : 0);
		const asked = requests.filter((each) => nameIn(each.body) === name && !isCertainlyNot(each));
		return [
			...(made.length > most ? [broken('once', `${name}: ${made.length} runs`)] : []),
			...(asked.length > most ? [broken('once', `${name}: ${asked.length} submissions`)] : []),
		];
	});
}

async function judgeRecordings({ items }: Input): Promise<Broken[]> {
	const names = (await node.control.recordings()).map(({ fileName }) => fileName);
	const requests = (await node.control.requests()).filter(
		(each) => each.endpoint === 'recording' && !isCertainlyNot(each),
	);
	return [
		...(new Set(names).size < names.length ? [broken('once', names.join(', '))] : []),
		...(requests.length > items ? [broken('once', `${requests.length} uploads`)] : []),
	];
}

/** Expects that every created run is named at the end, whichever try created it, or reported as unknown. */
async function judgeTold(done: NodeRun): Promise<Broken[]> {
	const shown = done.outputs.flat().map(({ json }) => JSON.stringify(json));
	const told = [textOf(done.error), ...shown].join('\n').toLowerCase();
	const unknown = told.match(/unknown whether/g)?.length ?? 0;
	const runs = (await node.control.runs()).map(({ id }) => id);
	const recordings = (await node.control.recordings()).map(({ fileName }) => fileName);
	const isNamed = (name: string) => told.includes(name.toLowerCase());
	const unnamed = [...runs, ...recordings].filter((name) => !isNamed(name));
	return unnamed.length > unknown
		? [broken('told', `${unnamed.join(', ')} not named in ${told}`)]
		: [];
}

async function judge({ faults, input: asked }: Situation<Input>): Promise<Broken[]> {
	await node.addFaults(faults);
	const done = await execute(asked);
	// A row of fields is identified by its item, and the runs of a failed try are named in errors.
	const isTable = asked.operation === 'submitAndWait' && done.error === undefined;
	return [
		...(await judgeRuns(asked)),
		...(await judgeRecordings(asked)),
		...(isTable ? [] : await judgeTold(done)),
	];
}

itHolds(node, 'Retry On Fail', {
	endpoints: ['submit', 'details', 'query', 'recording'],
	input,
	judge,
});
