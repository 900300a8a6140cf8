import type { JestEnvironment } from '@jest/environment';
import { process } from '../../../node';
import WorkerEnvironment from '../workerEnvironment';

/** Tests that take seconds. They would run for most changes of their folder. */
const LONG = /^finds and keeps the limit of/;

/** The number of a change that a test has noticed. */
let noticed: string | undefined;

/** Skips what remains once a test has noticed a change: jest's option for it has no effect under Stryker. */
export default class BailEnvironment extends WorkerEnvironment {
	readonly handleTestEvent: JestEnvironment['handleTestEvent'] = (event) => {
		const change = process.env.__STRYKER_ACTIVE_MUTANT__;
		const isNoticed = change !== undefined && change === noticed;
		if (event.name === 'test_start' && (isNoticed || LONG.test(event.test.name)))
			event.test.mode = 'skip';
		if (event.name === 'test_fn_failure' || event.name === 'hook_failure') noticed = change;
	};
}
