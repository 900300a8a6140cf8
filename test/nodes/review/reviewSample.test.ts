import { randomUUID } from 'crypto';
import { isInSample } from '../../../nodes/DocScore/fields/review';
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';
import { extracted, get, getSeeded, rule, rules } from '../runs';

const node = new SandboxedNode();
useDrivenTime(node);

const RULES = rules(rule('total', { required: true }));
const GOOD = extracted({ total: '7' });
const BAD = extracted({ total: null });

const sampling = (reviewSample: unknown, more: object = {}) => ({
	...RULES,
	...more,
	review: true,
	options: { reviewSample },
});

async function idsOf(ids: string[], reviewSample: unknown) {
	const { outputs, error } = await node.run({
		parameters: get(sampling(reviewSample)),
		items: ids.map((id) => ({ id })),
	});
	expect(error).toBeUndefined();
	return outputs.map((items) => items.map(({ json }) => String(json.id)));
}

describe('Also Review a Sample', () => {
	it('selects the same runs each time, and keeps them at a higher percentage', async () => {
		const ids = await node.control.seedRuns(Array(30).fill(GOOD));
		const reviewed = async (sample: number) => (await idsOf(ids, sample))[1] ?? [];
		const some = await reviewed(40);
		const more = await reviewed(70);
		expect(await reviewed(0)).toEqual([]);
		expect(await reviewed(40)).toEqual(some);
		expect(some.length).toBeLessThan(more.length);
		expect(some.filter((id) => !more.includes(id))).toEqual([]);
		expect(await reviewed(100)).toEqual(ids);
	});

	it('selects the given percentage', () => {
		const ids = Array.from({ length: 10_000 }, () => randomUUID());
		for (const sample of [1, 10, 50, 99]) {
			const chosen = ids.filter((id) => isInSample(id, sample)).length;
			// Six standard deviations.
			const deviation = Math.sqrt(sample * (100 - sample));
			expect(Math.abs(chosen - 100 * sample)).toBeLessThan(6 * deviation);
		}
	});

	it.each(['simplified', 'raw'])(
		'distinguishes samples from runs with issues, as %s',
		async (output) => {
			const sampled = await getSeeded(node, [GOOD, BAD], sampling(100, { output }));
			expect(sampled.outputs.map((each) => each.map(({ json }) => json))).toMatchObject([
				[],
				[
					{ sample: true, issues: [] },
					{ sample: false, issues: [{ field: 'total' }] },
				],
			]);
			const without = await getSeeded(node, [GOOD, BAD], sampling(0, { output }));
			expect(without.outputs.flat().some(({ json }) => 'sample' in json)).toBe(false);
		},
	);

	it('needs no rule, and has no effect without Review', async () => {
		const options = { reviewSample: 100 };
		const bare = await getSeeded(node, [GOOD, BAD], { review: true, options });
		expect(bare.outputs.map((each) => each.length)).toEqual([0, 2]);
		const single = await getSeeded(node, [GOOD, BAD], { ...RULES, options });
		expect(single.outputs.map((each) => each.length)).toEqual([2]);
	});
});
