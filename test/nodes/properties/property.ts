import fc from 'fast-check';
import {
	asFault,
	dialects,
	type DrawnFault,
	faultsAt,
	type Temper,
} from '../../harness/sandbox/dialects';
import { holds, TIMES } from '../../harness/jest/draws';
import { useDrivenTime } from '../../harness/jest/drivenTime';
import type { NodeRun } from '../../harness/n8n/runNode';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';
import type { Endpoint } from '../../sandbox/records';

/**
 * The rules that every operation follows with every dialect:
 * - `complete`: the output has everything that was asked for, or there is an error
 * - `budget`: no more requests than necessary
 * - `once`: nothing is submitted or uploaded twice
 * - `told`: everything that was accepted is named, by its ID or as unknown
 * - `apart`: the problem of one item does not affect others
 * - `named`: an error names the run, template or file
 * - `advice`: an error gives advice that can help
 */
export type Rule = 'complete' | 'budget' | 'once' | 'told' | 'apart' | 'named' | 'advice';

/** A violated rule, with a description. */
export interface Broken {
	rule: Rule;
	what: string;
}

export interface Situation<Input> {
	dialect: Temper;
	faults: DrawnFault[];
	input: Input;
}

export interface Property<Input> {
	/** The endpoints with faults. */
	endpoints: readonly Endpoint[];
	input: fc.Arbitrary<Input>;
	/** Runs the operation and returns the violations. */
	judge: (situation: Situation<Input>) => Promise<Broken[]>;
	/** Situations in which an earlier version failed. */
	examples?: Array<Situation<Input>>;
}

const NUM_RUNS = 30;

/** A busy machine takes several times as long. */
const ENDS_WITHIN_MS = 180_000 * TIMES;

/** Defines the test that an operation follows all rules in all drawn situations. */
export function itHolds<Input>(
	node: TimedNode,
	operation: string,
	{ endpoints, input, judge, examples = [] }: Property<Input>,
): void {
	const situations = fc.record({ dialect: dialects(), faults: faultsAt(endpoints), input });
	const property = fc.asyncProperty(situations, async (situation) => {
		await node.reset(situation.dialect);
		expect(await judge(situation)).toEqual([]);
	});
	const kept = examples.map((example): [Situation<Input>] => [example]);
	test(
		`${operation} keeps the rules with any dialect and any faults`,
		async () => {
			await holds(operation, property, { numRuns: NUM_RUNS, examples: kept });
		},
		ENDS_WITHIN_MS,
	);
}

/** Draws null in most cases. */
export const seldom = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> =>
	fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: value });

/** What the execution does if an item fails. */
export type Mode = 'stop' | 'continue';

export const modes: fc.Arbitrary<Mode> = fc.constantFrom('stop', 'continue');

const LINGER_MS = 120_000;

/** A node in driven time, which passes only while the node runs. Setting up takes no time. */
export class TimedNode extends SandboxedNode {
	private readonly time = useDrivenTime(this);

	/** Restores the initial state before a case. */
	async reset(dialect: Temper): Promise<void> {
		this.time.stop();
		// This waits until the clock is not held; the reset does not.
		await this.control.clearFaults();
		await this.control.reset();
		await this.control.setDialect(dialect);
	}

	async runIn(
		mode: Mode,
		run: Parameters<SandboxedNode['run']>[0],
		lingerMs = LINGER_MS,
	): Promise<NodeRun> {
		const onError = mode === 'continue' ? 'continueErrorOutput' : run.onError;
		this.time.flow();
		try {
			return await this.run({ ...run, onError });
		} finally {
			// Later requests still count, and cannot affect the next case.
			await this.time.pass(lingerMs);
		}
	}

	/** Called after seeding and preparing, so that faults do not affect these. */
	async addFaults(faults: DrawnFault[]): Promise<void> {
		for (const fault of faults) await this.control.addFault(asFault(fault));
	}

	/**
	 * The number of requests with a response other than 429. How many 429 there are depends on the rate.
	 * Default: all endpoints.
	 */
	async answered(...endpoints: Endpoint[]): Promise<number> {
		const requests = await this.control.requests();
		const isAsked = (endpoint: Endpoint) => endpoints.length === 0 || endpoints.includes(endpoint);
		return requests.filter(({ endpoint, status }) => isAsked(endpoint) && status !== 429).length;
	}
}
