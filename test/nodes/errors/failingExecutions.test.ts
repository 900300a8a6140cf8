import fc from 'fast-check';
import { sleep } from 'n8n-workflow';
import { holds, TIMES } from '../../harness/jest/draws';
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';

const node = new SandboxedNode();
useDrivenTime(node);

/** How an execution fails that shares an account with others. */
const FAILURES = ['hangs', 'credential deleted', 'other key', 'cancelled', 'timed out'] as const;

interface Execution {
	documents: number;
	/** When it starts, in ms. */
	at: number;
}

interface Drawn {
	/** If it hangs, this many of its submissions get a response before. */
	failing: Execution & { failure: (typeof FAILURES)[number]; failsAt: number; answered: number };
	/** Max Concurrent Requests of all. */
	atOnce: number;
	others: Execution[];
	output: 'simplified' | 'fieldsOnly';
}

const execution = {
	documents: fc.integer({ min: 1, max: 12 }),
	at: fc.integer({ min: 0, max: 3_000 }),
};

const drawn: fc.Arbitrary<Drawn> = fc.record({
	failing: fc.record({
		documents: fc.integer({ min: 1, max: 70 }),
		at: fc.integer({ min: 0, max: 3_000 }),
		failure: fc.constantFrom(...FAILURES),
		failsAt: fc.integer({ min: 500, max: 9_000 }),
		answered: fc.integer({ min: 0, max: 5 }),
	}),
	atOnce: fc.constantFrom(5, 20, 64),
	others: fc.array(fc.record(execution), { minLength: 1, maxLength: 3 }),
	output: fc.constantFrom('simplified', 'fieldsOnly'),
});

/** Starts an execution. Resolves to its duration in ms. */
async function start(
	{ documents, at }: Execution,
	{ output, atOnce }: Drawn,
	failing?: Drawn['failing'],
) {
	const startedAt = performance.now() + at;
	const hasFailed = () => performance.now() >= startedAt + (failing?.failsAt ?? Infinity);
	await sleepUntil(startedAt);
	const maxWait = failing?.failure === 'timed out' ? failing.failsAt / 60_000 : 15;
	const options = { maxWait, maxConcurrentRequests: atOnce };
	const hangsFrom = failing?.failure === 'hangs' ? failing.answered : documents;
	const { finished, cancel } = node.start({
		parameters: node.submission({
			operation: 'submitAndWait',
			output,
			options,
			additionalFields: { run_id: '={{ $json.name }}' },
		}),
		items: Array.from({ length: documents }, (_, index) => ({
			name: index < hangsFrom ? 'Is answered' : 'Hangs',
		})),
		credential: () => {
			if (failing?.failure === 'credential deleted' && hasFailed()) throw new Error('Deleted');
			const isOther = failing?.failure === 'other key' && hasFailed();
			return { ...node.credential, ...(isOther && { apiKey: 'key-of-another-account' }) };
		},
		onError: 'continueErrorOutput',
	});
	if (failing?.failure === 'cancelled') void sleepUntil(startedAt + failing.failsAt).then(cancel);
	const { items, error } = await finished;
	return { ms: performance.now() - startedAt, items: items.length, error };
}

async function sleepUntil(at: number): Promise<void> {
	await sleep(Math.max(0, at - performance.now()));
}

/** The durations of the other executions. */
async function play(history: Drawn, isAlone: boolean) {
	await node.control.reset();
	const fixedResult = { outputSchema: { total: { value: '1', reasoning: null } } };
	await node.control.setRunPlan({ pendingMs: 1_000, processingMs: 6_000, fixedResult });
	const hangs = { endpoint: 'submit', kind: 'latency', by: 'clock', ms: 55_000 } as const;
	await node.control.addFault({ ...hangs, runName: 'Hangs' });
	const { failing, others } = history;
	const first = isAlone ? undefined : start(failing, history, failing);
	const ended = await Promise.all(others.map(async (other) => await start(other, history)));
	await first;
	return ended;
}

test(
	'an execution or poll never delays others of its account by more than 3 s',
	async () => {
		let most = 0;
		const property = fc.asyncProperty(drawn, async (history) => {
			const alone = await play(history, true);
			const together = await play(history, false);
			for (const [index, { ms, items, error }] of together.entries()) {
				expect([error, items]).toEqual([undefined, history.others[index]?.documents]);
				const delay = ms - (alone[index]?.ms ?? 0);
				most = Math.max(most, delay);
				expect(delay).toBeLessThanOrEqual(3_000);
			}
		});
		await holds('Failing executions', property, { numRuns: 4 }, () => [
			`${Math.round(most)} ms at most`,
		]);
	},
	240_000 * TIMES,
);
