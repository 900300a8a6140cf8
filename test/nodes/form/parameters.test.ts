import type { IExecuteFunctions, INodeParameters, INodeType } from 'n8n-workflow';
import { DocScore } from '../../../nodes/DocScore/DocScore.node.ts';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';

const node = new SandboxedNode();

const { description, execute } = new DocScore();

type Asked = Parameters<IExecuteFunctions['getNodeParameter']>;

/** How often the node asks n8n for a parameter if it gets this many items. */
async function readsFor(count: number, parameters: INodeParameters): Promise<number> {
	let reads = 0;
	const docScore: INodeType = {
		description,
		async execute(this: IExecuteFunctions) {
			const getNodeParameter = (...asked: Asked) => {
				reads++;
				return this.getNodeParameter(...asked);
			};
			const counting = Object.create(this, { getNodeParameter: { value: getNodeParameter } });
			return (await execute?.call(counting)) ?? [];
		},
	};
	const items = Array.from({ length: count }, (_, n) => ({ n }));
	const { error } = await node.run({ docScore, parameters, items });
	expect(error).toBeUndefined();
	return reads;
}

const getMany = (filename: string): INodeParameters => ({
	resource: 'run',
	operation: 'getAll',
	returnAll: false,
	limit: 5,
	output: 'fieldsOnly',
	filters: { filename },
	options: { includeRun: true },
});

describe('n8n is asked for a parameter', () => {
	it('once for all items if it has no expression', async () => {
		const once = await readsFor(1, getMany('Invoice'));
		expect(await readsFor(30, getMany('Invoice'))).toBe(once);
	});

	it('for each item if it has an expression, and for no other parameter', async () => {
		const expression = '=Invoice {{ $json.n }}';
		const once = await readsFor(1, getMany(expression));
		expect(await readsFor(30, getMany(expression))).toBe(once + 29);
	});
});
