import { NodeConnectionTypes } from 'n8n-workflow';
import { weakMemoize } from '../../../nodes/DocScore/engine/weakMemoize';
import { hasReviewOutput, splitByOutput } from '../../../nodes/DocScore/engine/nodeOutputs';

const [MAIN, TOOL] = [NodeConnectionTypes.Main, NodeConnectionTypes.AiTool].map((type) => ({
	type,
}));

describe('The outputs of a node', () => {
	const items = [
		{ json: { a: 1 } },
		{ json: { b: 2 }, toReview: true },
		{ json: { c: 3 }, toReview: false },
	];

	it('contain the items of each output in their order', () => {
		expect(splitByOutput(items, true)).toEqual([
			[{ json: { a: 1 } }, { json: { c: 3 } }],
			[{ json: { b: 2 } }],
		]);
		expect(splitByOutput([], true)).toEqual([[], []]);
	});

	it('are a single output if there is no second', () => {
		expect(splitByOutput(items, false)).toEqual([
			[{ json: { a: 1 } }, { json: { b: 2 } }, { json: { c: 3 } }],
		]);
	});

	it('count as two if both are connected', () => {
		const outputs = [[], [MAIN], [MAIN, TOOL], [MAIN, MAIN]].map((each) =>
			each.filter((output) => output !== undefined),
		);
		expect(outputs.map(hasReviewOutput)).toEqual([false, false, false, true]);
	});
});

test('weakMemoize makes one value for each owner, even if it is undefined', () => {
	let made = 0;
	const of = weakMemoize((): string | undefined => {
		made++;
		return undefined;
	});
	const [one, other] = [{}, {}];
	expect([of(one), of(one), of(other)]).toEqual([undefined, undefined, undefined]);
	expect(made).toBe(2);
});
