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
 * What must hold whatever the dialect:
 * - `complete`: all that was asked for, or an error
 * - `budget`: no more requests than are needed
 * - `once`: nothing is submitted or uploaded twice
 * - `told`: whatever was accepted is told of, by its ID or as unknown
 * - `apart`: a failed item leaves the others alone
 * - `named`: an error names the run, template or file
 * - `advice`: an error advises what can help
 */
export type Rule = 'complete' | 'budget' | 'once' | 'told' | 'apart' | 'named' | 'advice';

/** A rule that did not hold, and how. */
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
	/** Where things go wrong now and then. */
	endpoints: readonly Endpoint[];
	input: fc.Arbitrary<Input>;
	/** Runs the operation and tells what did not hold. */
	judge: (situation: Situation<Input>) => Promise<Broken[]>;
	/** How many runs, templates or files it is about at most. */
	size: (input: Input) => number;
	/** Situations that some node did not get through. */
	examples?: Array<Situation<Input>>;
}

const NUM_RUNS = 100;

/** A busy machine takes several times as long. */
const ENDS_WITHIN_MS = 180_000 * TIMES;

/** Defines the test that an operation keeps all rules, whatever is drawn. */
export function itHolds<Input>(
	node: TimedNode,
	operation: string,
	{ endpoints, input, judge, size, examples = [] }: Property<Input>,
): void {
	const situations = fc.record({ dialect: dialects(), faults: faultsAt(endpoints), input });
	let worst = 0;
	const property = fc.asyncProperty(situations, async (situation) => {
		await node.reset(situation.dialect);
		const broken = await judge(situation);
		const hundreds = Math.max(1, size(situation.input) / 100);
		worst = Math.max(worst, (await node.control.requests()).length / hundreds);
		expect(broken).toEqual([]);
	});
	const kept = examples.map((example): [Situation<Input>] => [example]);
	test(
		`${operation} keeps the rules with any dialect and any faults`,
		async () => {
			await holds(operation, property, { numRuns: NUM_RUNS, examples: kept }, () => [
				`at worst ${Math.ceil(worst)} requests for up to 100`,
			]);
		},
		ENDS_WITHIN_MS,
	);
}

/** Mostly nothing. */
export const seldom = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> =>
	fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: value });

/** What becomes of the execution when an item fails. */
export type Mode = 'stop' | 'continue';

export const modes: fc.Arbitrary<Mode> = fc.constantFrom('stop', 'continue');

const LINGER_MS = 120_000;

/** A node in driven time, which passes only while the node runs: what is set up takes none. */
export class TimedNode extends SandboxedNode {
	private readonly time = useDrivenTime(this);

	/** Prepares the node for the next case. */
	async reset(dialect: Temper): Promise<void> {
		this.time.stop();
		// Waits until the clock is no longer held, unlike the reset.
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
			// So that whatever it still asks for is counted, and strikes no other case.
			await this.time.pass(lingerMs);
		}
	}

	/** So that what is seeded or prepared before is not struck. */
	async addFaults(faults: DrawnFault[]): Promise<void> {
		for (const fault of faults) await this.control.addFault(asFault(fault));
	}

	/**
	 * How many requests the service answered, save that there were too many: how often that was is a matter
	 * of the rate. Default: all.
	 */
	async answered(...endpoints: Endpoint[]): Promise<number> {
		const requests = await this.control.requests();
		const isAsked = (endpoint: Endpoint) => endpoints.length === 0 || endpoints.includes(endpoint);
		return requests.filter(({ endpoint, status }) => isAsked(endpoint) && status !== 429).length;
	}
}
