import fc from 'fast-check';
import type { RunPlan } from '../../sandbox/records';
import {
	broken,
	type Expected,
	failsIf,
	judgeBudget,
	judgeItems,
	judgeTold,
	oneOutput,
	sameId,
	textOf,
} from './expected';
import { itHolds, type Mode, modes, type Situation, TimedNode } from './property';
import { heldUpMs, mayFail, pollsWithin, TRIES } from './struck';

const node = new TimedNode();

interface Input {
	items: number;
	plan: Pick<RunPlan, 'pendingMs' | 'processingMs'>;
	maxWait: number;
	mode: Mode;
}

const input: fc.Arbitrary<Input> = fc.record({
	items: fc.integer({ min: 2, max: 6 }),
	plan: fc.record({
		pendingMs: fc.constantFrom(1_000, 3_000),
		processingMs: fc.constantFrom(1_000, 10_000, 600_000),
	}),
	maxWait: fc.constantFrom(0.4, 0.1),
	mode: modes,
});

/** Maximum time between two polls, plus that of a late response. */
const SLACK_MS = 8_000;

async function judge({ dialect, faults, input: asked }: Situation<Input>) {
	const { plan, maxWait, mode } = asked;
	await node.control.setRunPlan({ ...plan, fixedResult: { outputSchema: {} } });
	await node.addFaults(faults);
	const names = Array.from({ length: asked.items }, (_, at) => `Item ${at}`);
	const done = await node.runIn(mode, {
		parameters: node.submission({
			operation: 'submitAndWait',
			additionalFields: { run_id: '={{ $json.name }}' },
			options: { maxWait },
		}),
		items: names.map((name) => ({ name })),
	});
	const runs = await node.control.runs();
	const hasOdd = dialect.oddDetailsStatus !== undefined;
	const lastsMs = plan.pendingMs + plan.processingMs;
	const writes = faults.filter(({ endpoint }) => endpoint === 'submit');
	const isHeldUp = mayFail(faults) || writes.length > 0 || dialect.requestsPerSecond !== undefined;
	const expected = names.map((name): Expected => {
		const run = runs.find(({ filename }) => filename === name);
		const isOdd = hasOdd && run?.number === dialect.oddRun;
		const isSure = lastsMs < maxWait * 60_000 - SLACK_MS - heldUpMs(faults, names.length);
		return {
			// Named runs are checked below, because the IDs of some never arrived.
			id: '',
			fails: failsIf(isOdd || lastsMs > maxWait * 60_000, isHeldUp || !isSure),
			check: oneOutput(
				({ id, status }) => run !== undefined && sameId(id, run.id) && status === 'completed',
			),
		};
	});
	const texts = [done.error, ...done.errorItems].map(textOf);
	const told = [...done.items.map(({ json }) => String(json.id)), ...texts]
		.join('\n')
		.toLowerCase();
	const unnamed = runs.filter(({ id }) => !told.includes(id));
	const twice = names.filter((each) => runs.filter(({ filename }) => filename === each).length > 1);
	const requests = await node.answered();
	const most =
		(1 + pollsWithin(maxWait)) * (names.length + 2) * (isHeldUp || faults.length > 0 ? TRIES : 1);
	return [
		...judgeItems(done, expected, mode),
		...judgeTold(unnamed.length, texts),
		...twice.map((name) => broken('once', `${name} was submitted twice`)),
		...judgeBudget(requests, most),
	];
}

itHolds(node, 'Submit and Wait', {
	endpoints: ['submit', 'details', 'query'],
	input,
	size: ({ items }) => items,
	judge,
	examples: [
		// After two 429, polls were so rare that the details of a finished run were read too late.
		{
			dialect: { firstPageEmpty: true },
			faults: [{ fault: '429', endpoint: 'query', after: 0, times: 2 }],
			input: {
				items: 5,
				plan: { pendingMs: 3_000, processingMs: 1_000 },
				maxWait: 0.4,
				mode: 'stop',
			},
		},
		// An accepted run was given up as unknown.
		{
			dialect: { detailsAfterMs: 10_000 },
			faults: [],
			input: {
				items: 2,
				plan: { pendingMs: 1_000, processingMs: 1_000 },
				maxWait: 5,
				mode: 'stop',
			},
		},
	],
});
