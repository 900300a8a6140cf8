import type { Fault } from '../../sandbox/faults';
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';

const node = new SandboxedNode();
useDrivenTime(node);

const UNKNOWN = /^It is unknown whether the service accepted this submission\. /;

type SubmitFault = Fault extends infer Each
	? Each extends Fault
		? Omit<Each, 'endpoint'>
		: never
	: never;
const fault = async (each: SubmitFault) =>
	await node.control.addFault({ ...each, endpoint: 'submit' });

describe('Run: Submit, if the service fails', () => {
	it.each<[string, SubmitFault, number]>([
		['the connection cut before acceptance', { kind: 'cutBefore' }, 0],
		['the connection cut after acceptance', { kind: 'cutAfter' }, 2],
		['JSON cut short', { kind: 'cutJson' }, 2],
		['an empty response', { kind: 'empty' }, 2],
		['an HTML page with status 200', { kind: 'html', status: 200 }, 0],
		['status 503', { kind: 'status', status: 503 }, 0],
	])('reports %s as unknown and does not submit again', async (_, each, runs) => {
		await fault(each);
		const { errorItems } = await node.run({
			parameters: node.submission(),
			items: [{}, {}],
			onError: 'continueErrorOutput',
		});
		expect(errorItems.map((item) => item.json.error)).toEqual([
			expect.stringMatching(UNKNOWN),
			expect.stringMatching(UNKNOWN),
		]);
		expect(await node.requestCounts()).toEqual({ submit: 2 });
		expect(await node.control.runs()).toHaveLength(runs);
	});

	it('lists the accepted runs if another item fails the execution', async () => {
		await fault({ kind: 'status', status: 400, error: 'Bad template', times: 1, after: 2 });
		const { error } = await node.run({
			parameters: node.submission({ options: { maxConcurrentRequests: 1 } }),
			items: [{}, {}, {}, {}, {}],
		});
		expect(error?.message).toContain('The service says: Bad template');
		const ids = (await node.control.runs()).map((run) => run.id);
		expect(ids).toHaveLength(2);
		for (const id of ids) expect(error?.description).toContain(id);
		expect(await node.requestCounts()).toEqual({ submit: 3 });
	});
});
