import { openSandbox } from '../harness/sandbox/sandboxHost';
import { paths, post } from './serviceClient';

test('a reused process starts each sandbox with a fresh state', async () => {
	const first = await openSandbox();
	await first.control.seedRuns([{ status: 'completed' }]);
	await first.control.setDialect({ skewMs: 60_000 });
	await first.control.advance(86_400_000);
	await first.control.hold();
	const neverTold = jest.fn();
	void first.control.runs().then(neverTold, neverTold);
	await first.stop();
	await expect(post(first, paths.query, {})).rejects.toThrow('fetch failed');
	const host = idleHosts.at(-1);

	const next = await openSandbox();
	expect(idleHosts).not.toContain(host);
	expect(next.key).not.toBe(first.key);
	expect(await next.control.runs()).toEqual([]);
	expect(Math.abs((await next.control.now()) - Date.now())).toBeLessThan(60_000);
	expect((await post(next, paths.query, {})).status).toBe(200);
	expect((await post({ ...next, key: first.key }, paths.query, {})).status).toBe(401);
	await next.stop();
	expect(neverTold).not.toHaveBeenCalled();
});

test('two simultaneous sandboxes are two processes, which are then reused', async () => {
	const both = await Promise.all([openSandbox(), openSandbox()]);
	const [first, second] = both;
	await first.control.seedRuns([{ status: 'completed' }]);
	expect(await second.control.runs()).toEqual([]);
	await Promise.all(both.map(async ({ stop }) => await stop()));
	const idle = idleHosts.length;
	const third = await openSandbox();
	expect(idleHosts).toHaveLength(idle - 1);
	await third.stop();
});
