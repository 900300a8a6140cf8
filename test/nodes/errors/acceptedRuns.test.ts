import { byKey } from '../../harness/deduplication';
import { isObject } from '../../../nodes/DocScore/service/json';
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { SandboxProxy } from '../../harness/sandbox/sandboxProxy';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';

const node = new SandboxedNode();
const between = new SandboxProxy(node);
const time = useDrivenTime(node);

describe('Accepted runs are listed in the error', () => {
	it('if the execution is stopped', async () => {
		await node.control.setRunPlan({ stuck: 'pending' });
		const { finished, cancel } = node.start({
			parameters: node.submission({ operation: 'submitAndWait' }),
			items: [{}, {}],
		});
		await time.pass(2_500);
		cancel();
		time.flow();
		const { error } = await finished;
		const ids = (await node.control.runs()).map(({ id }) => id);
		expect(error?.message).toBe('The execution was cancelled');
		expect(error?.description).toMatch(
			/^The service accepted these runs: \S{36}, \S{36}\nDo not submit their documents again: use Wait with these run IDs/,
		);
		for (const id of ids) expect(error?.description).toContain(id);
	});

	it('if the outcome is unknown and another item fails', async () => {
		between.change = async ({ path, body }, pass) => {
			if (!path.endsWith('submit')) return { status: 200, body: { docs: [] } };
			const isFirst = isObject(body) && body.run_id === 'first';
			if (isFirst) return await pass().then(() => null);
			return { status: 400, body: { error: 'Bad template' } };
		};
		const { error } = await node.run({
			parameters: node.submission({
				additionalFields: { run_id: '={{ $json.name }}' },
				options: byKey('=tell-{{ $json.name }}'),
			}),
			items: [{ name: 'second' }, { name: 'first' }],
			credential: between.credential,
		});
		expect(error?.message).toMatch(
			/^Document 'second', template \S{36}: The service rejected the request\. The service says: Bad template$/,
		);
		expect(error?.description).toMatch(
			/\nItem 1: It is unknown whether the service accepted this submission\. /,
		);
		expect(time.passed).toBeLessThan(1_000);
	});

	it('and no more writes are sent while the service asks for a pause', async () => {
		const answers = [{ status: 503, headers: { 'retry-after': '10' }, body: { error: 'Busy' } }];
		between.change = async (_, pass) => answers.pop() ?? (await pass());
		const { items, errorItems } = await node.run({
			parameters: node.submission({ options: { maxConcurrentRequests: 1 } }),
			items: Array.from({ length: 30 }, (_, n) => ({ n })),
			credential: between.credential,
			onError: 'continueErrorOutput',
		});
		expect(errorItems.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }]);
		expect(items).toHaveLength(29);
		const [first, ...others] = between.timesOf('submit');
		expect([first, others.length, Math.min(...others)]).toEqual([0, 29, 10_000]);
	});
});
