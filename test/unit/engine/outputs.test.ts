import { NodeConnectionTypes } from 'n8n-workflow';
import { onceFor } from '../../../nodes/DocScore/engine/onceFor';
import { hasSecondOutput, intoOutputs } from '../../../nodes/DocScore/engine/outputs';

const [MAIN, TOOL] = [NodeConnectionTypes.Main, NodeConnectionTypes.AiTool].map((type) => ({
	type,
}));

describe('The outputs of a node', () => {
	const items = [
		{ json: { a: 1 } },
		{ json: { b: 2 }, second: true },
		{ json: { c: 3 }, second: false },
	];

	it('hold what goes to each, in its order', () => {
		expect(intoOutputs(items, true)).toEqual([
			[{ json: { a: 1 } }, { json: { c: 3 } }],
			[{ json: { b: 2 } }],
		]);
		expect(intoOutputs([], true)).toEqual([[], []]);
	});

	it('are one where there is no second', () => {
		expect(intoOutputs(items, false)).toEqual([
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
	const of = onceFor((): string | undefined => {
		made++;
		return undefined;
	});
	const [one, other] = [{}, {}];
	expect([of(one), of(one), of(other)]).toEqual([undefined, undefined, undefined]);
	expect(made).toBe(2);
});
