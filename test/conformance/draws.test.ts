import fc from 'fast-check';
import { holds, TIMES } from '../harness/jest/draws';
import { dialects } from '../harness/sandbox/dialects';
import type { Sandbox } from '../harness/sandbox/sandbox';
import { useSandbox } from '../harness/sandbox/useSandbox';
import { dialectOf } from './check';
import { checkSandbox } from './checked';
import { wrongPoints } from './expectedFindings';

let sandbox: Sandbox;
useSandbox((opened) => (sandbox = opened));

test(
	'the check finds any combined dialect',
	async () => {
		const property = fc.asyncProperty(dialects(), async (dialect) => {
			await sandbox.control.reset();
			const { rows, ended } = await checkSandbox(sandbox, dialect);
			expect(ended).toBeNull();
			expect(wrongPoints(dialect, dialectOf(rows))).toEqual([]);
			expect(rows.filter(({ found }) => found.includes('broke down'))).toEqual([]);
		});
		await holds('Conformance', property, { numRuns: 5 });
	},
	180_000 * TIMES,
);
