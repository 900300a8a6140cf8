import { NodeConnectionTypes } from 'n8n-workflow';
import { weakMemoize } from '../../../nodes/DocScore/engine/weakMemoize';
import { hasSecondOutput, splitByOutput } from '../../../nodes/DocScore/engine/nodeOutputs';

const [MAIN, TOOL] = [NodeConnectionTypes.Main, NodeConnectionTypes.AiTool].map((type) => ({
	type,
}));

describe('The outputs of a node', () => {
	const items = [
		{ json: { a: 1 } },
		{ json: { b: 2 }, toSecondOutput: true },
		{ json: { c: 3 }, toSecondOutput: false },
	];

	it('hold what goes to each, in its order', () => {
		expect(splitByOutput(items, true)).toEqual([
			[{ json: { a: 1 } }, { json: { c: 3 } }],
			[{ json: { b: 2 } }],
		]);
		expect(splitByOutput([], true)).toEqual([[], []]);
	});

	it('are one where there is no second', () => {
		expect(splitByOutput(items, false)).toEqual([
			[{ json: { a: 1 } }, { json: { b: 2 } }, { json: { c: 3 } }],
		]);
	});

	it('are two where two of them lead to other nodes', () => {
		const outputs = [[], [MAIN], [MAIN, TOOL], [MAIN, MAIN]].map((each) =>
			each.filter((output) => output !== undefined),
		);
		expect(outputs.map(hasSecondOutput)).toEqual([false, false, false, true]);
	});
});

test('what belongs to something is made once, also where it is nothing', () => {
	let made = 0;
	const of = weakMemoize((): string | undefined => {
		made++;
		return undefined;
	});
	const [one, other] = [{}, {}];
	expect([of(one), of(one), of(other)]).toEqual([undefined, undefined, undefined]);
	expect(made).toBe(2);
});
