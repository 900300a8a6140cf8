import { once } from '../node';
import type { Sandbox } from '../harness/sandbox/sandbox';
import { useSandbox } from '../harness/sandbox/useSandbox';
import { checkSandbox } from './checked';
import { NothingLeft } from './conversation';
import { probes } from './probes';
import { httpSender, NoAnswer, type Sender } from './sender';

let sandbox: Sandbox;
useSandbox((opened) => (sandbox = opened));

/** The submissions and uploads that the service received. */
const givenToDo = async () =>
	(await sandbox.control.requests()).filter(({ endpoint }) =>
		['submit', 'recording'].includes(endpoint),
	);

/** Sends the first requests as usual and the following ones with another sender. */
const after = (count: number, then: Sender): Sender => {
	let sent = 0;
	return async (request, signal) => await (sent++ < count ? httpSender : then)(request, signal);
};

describe('the check never submits more than allowed', () => {
	test.each([0, 1, 2, 3, 4])('%d', async (spend) => {
		const { rows, ended, conversation } = await checkSandbox(sandbox, {}, { spend });
		expect(ended).toBeNull();
		expect(rows).toHaveLength(probes.length);
		expect(await givenToDo()).toHaveLength(spend);
		expect(conversation.spent).toBe(spend);
		const notTried = rows
			.filter(({ result }) => result === 'not tried')
			.map(({ number }) => number);
		expect(notTried).toEqual(
			[[13, 14, 15, 16, 22, 35, 34, 44, 42], [35, 34, 44, 42], [34, 44, 42], [44, 42], [42]][spend],
		);
	});

	test('if submissions get no response', async () => {
		await sandbox.control.addFault({ kind: 'cutAfter', endpoint: 'submit' });
		const { rows, ended } = await checkSandbox(sandbox, {}, { spend: 2 });
		expect(ended).toBeNull();
		expect(rows.find(({ number }) => number === 13)?.found).toMatch(/^No answer came/);
		// The recording is second. The document is not submitted again.
		expect((await givenToDo()).map(({ endpoint }) => endpoint)).toEqual(['submit', 'recording']);
	});

	test('if submissions are rejected', async () => {
		await sandbox.control.addFault({ kind: 'rateLimit', endpoint: 'submit' });
		await checkSandbox(sandbox, {}, { spend: 1 });
		expect(await givenToDo()).toHaveLength(1);
	});
});

test('a probe that exceeds the request budget sends nothing', async () => {
	const { conversation } = await checkSandbox(sandbox, {}, { spend: 1 });
	await expect(conversation.submit({})).rejects.toBeInstanceOf(NothingLeft);
	await expect(conversation.upload(new File([], 'a.wav'), [])).rejects.toBeInstanceOf(NothingLeft);
	expect(await givenToDo()).toHaveLength(1);
});

describe('the check ends with a reason and its findings so far', () => {
	test('after Ctrl+C', async () => {
		const interrupt = new AbortController();
		const send = after(60, async (request, signal) => {
			interrupt.abort();
			return await httpSender(request, signal);
		});
		const { rows, ended } = await checkSandbox(sandbox, {}, { send, signal: interrupt.signal });
		expect(ended).toBe('Interrupted');
		expect(rows.length).toBeGreaterThan(5);
		const requests = await sandbox.control.requests();
		expect(requests.length).toBeLessThanOrEqual(60);
	});

	test('if a list at the start gets no answer', async () => {
		const send = after(2, async () => {
			throw new NoAnswer('no answer in time');
		});
		const { ended } = await checkSandbox(sandbox, {}, { send });
		expect(ended).toBe('The service gave no answer: no answer in time');
	});

	test('if the service stops responding', async () => {
		const hang: Sender = async (_, signal) => {
			await once(signal, 'abort');
			throw new NoAnswer('no answer in time');
		};
		const send = after(40, hang);
		const { rows, ended } = await checkSandbox(sandbox, {}, { send, timeoutMs: 50 });
		expect(ended).toBe('The service stopped answering: no answer in time');
		expect(rows.length).toBeGreaterThan(5);
		expect(await givenToDo()).toEqual([]);
	});

	test('if the service sends a long Retry-After', async () => {
		await sandbox.control.addFault({
			kind: 'rateLimit',
			retryAfterSeconds: 3_600,
			endpoint: 'query',
			after: 20,
		});
		const { rows, ended } = await checkSandbox(sandbox, {});
		expect(ended).toBe('The service asks for a pause of 60 minutes');
		expect(rows.length).toBeGreaterThan(5);
	});
});

test('with a rate limit of 1 a second the check is complete, with few 429s', async () => {
	const { rows, ended } = await checkSandbox(sandbox, {
		requestsPerSecond: 1,
		retryAfter: 'absent',
	});
	expect(ended).toBeNull();
	const rate = rows.find(({ number }) => number === 30);
	expect(rate).toMatchObject({ result: 'differs', dialect: { requestsPerSecond: 1 } });
	const requests = await sandbox.control.requests();
	expect(requests.filter(({ status }) => status === 429).length).toBeLessThan(15);
	expect(await givenToDo()).toHaveLength(4);
});

test('the check sends at most 5 requests per second', async () => {
	await checkSandbox(sandbox, {});
	const times = (await sandbox.control.requests()).map(({ clockAt }) => clockAt);
	const within = times.map((from) => times.filter((at) => at >= from && at < from + 1_000).length);
	expect(Math.max(...within)).toBeLessThanOrEqual(5);
});

test.each([
	[308, /^The base URL redirects \(308\)/],
	[200, /^The base URL does not lead to the service: Query answers 200/],
	[404, /^The base URL does not lead to the service: Query answers 404/],
	[503, /^The service has a temporary problem \(503\)/],
])('the check ends if the first answer is %d and a page', async (status, expected) => {
	const send: Sender = async () => ({ status, headers: {}, text: '<html></html>' });
	const { rows, ended } = await checkSandbox(sandbox, {}, { send });
	expect(ended).toMatch(expected);
	expect(rows).toEqual([]);
});
