import type { Fault } from '../../sandbox/faults';
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';

const node = new SandboxedNode();
const time = useDrivenTime(node);

const UNKNOWN = /^It is unknown whether the service accepted this submission\. /;

type SubmitFault = Fault extends infer Each
	? Each extends Fault
		? Omit<Each, 'endpoint'>
		: never
	: never;
const fault = async (each: SubmitFault) =>
	await node.control.addFault({ ...each, endpoint: 'submit' });

describe('Run: Submit, if the service fails', () => {
	it.each(['seconds', 'date'] as const)(
		'waits for Retry-After in %s and submits once',
		async (form) => {
			await fault({ kind: 'rateLimit', retryAfterSeconds: 2, form, times: 1 });
			const { items, error } = await node.run({ parameters: node.submission() });
			expect(error).toBeUndefined();
			expect(items).toHaveLength(1);
			const [rateLimited, accepted] = await node.control.requests();
			expect([rateLimited?.status, accepted?.status]).toEqual([429, 200]);
			expect((accepted?.clockAt ?? 0) - (rateLimited?.clockAt ?? 0)).toBe(2_000);
			expect(time.passed).toBe(2_000);
			expect(await node.control.runs()).toHaveLength(1);
		},
	);

	it('gives up after 15 minutes of 429s, with the message of the service', async () => {
		await fault({ kind: 'rateLimit', retryAfterSeconds: 0 });
		const { error } = await node.run({ parameters: node.submission() });
		expect(error).toMatchObject({
			httpCode: '429',
			message: expect.stringContaining('Too many requests'),
		});
		expect(error?.description).toMatch(
			/rejected .* \d\d times within 1[456] minutes. Try again later.$/,
		);
		expect(time.passed).toBeGreaterThan(13.9 * 60_000);
		expect(time.passed).toBeLessThan(16.1 * 60_000);
		const { submit = 0 } = await node.requestCounts();
		expect(submit).toBeLessThan(70);
	});

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
