import { useDrivenTime } from '../harness/jest/drivenTime';
import { SandboxedNode } from '../harness/sandbox/sandboxedNode';
import { UNKNOWN_ID } from './gets';

const node = new SandboxedNode();
const time = useDrivenTime(node);

describe('While items are prepared', () => {
	it.each([
		[64, 0],
		[65, 1],
		[200, 3],
	])('n8n gets a turn after each 64: of %d items, %d ms', async (count, ms) => {
		const { error } = await node.run({
			parameters: {
				resource: 'run',
				operation: 'get',
				runId: UNKNOWN_ID,
				fieldRules: { rules: [{ field: `={{ $itemIndex === ${count - 1} ? " " : "a" }}` }] },
			},
			items: Array.from({ length: count }, () => ({})),
		});
		expect(error?.message).toBe("'Field Rules' have a rule without a field");
		expect(error?.description).toContain('Choose the field of each rule');
		expect(await node.requestCounts()).toEqual({});
		expect(time.passed).toBe(ms);
	});
});
