import { useDrivenTime } from '../../harness/jest/drivenTime';
import { SandboxedTrigger } from '../../harness/sandbox/sandboxedTrigger';

const service = new SandboxedTrigger();
const time = useDrivenTime(service);

describe('the activation fails with the reason', () => {
	test("and n8n's own words", async () => {
		const credential = { ...service.credential, apiKey: 'wrong' };
		const activation = service.workflow({ credential }).activateInN8n();
		await expect(activation).rejects.toThrow('There was a problem activating the workflow');
		await expect(activation).rejects.toThrow(/rejected the API Key.*Integrations tab.*credential/);
	});

	test('if the lists of open runs cannot be read', async () => {
		await service.control.seedRuns([
			{ count: 120, status: 'processing', createdAgoMs: 86_400_000 },
			{ count: 5 },
		]);
		const fault = { kind: 'status', status: 400, error: 'Broken', endpoint: 'query' } as const;
		// The lists of runs since the cursor come before.
		await service.control.addFault({ ...fault, after: 5 });
		await expect(service.workflow().activate()).rejects.toThrow('Broken');
		expect(await service.requestCounts()).not.toHaveProperty('details');
	});

	test('but not with a valid credential', async () => {
		await expect(service.workflow().activateInN8n()).resolves.toBeUndefined();
	});
});

test.each([
	[5_001, 1],
	[5_000, 0],
])(
	'a temporary error is retried only if more than five seconds are left: %i ms',
	async (leftMs, found) => {
		const workflow = await service.activated({ budgetMs: 10_000 });
		await service.control.seedRuns([{}]);
		const once = { endpoint: 'query', times: 1 } as const;
		await service.control.addFault({ kind: 'latency', by: 'clock', ms: 9_000 - leftMs, ...once });
		await service.control.addFault({ kind: 'status', status: 503, ...once });
		await workflow.poll();
		expect([workflow.items.length, workflow.errors.length]).toEqual([found, 1 - found]);
	},
);

test('an unreadable run does not delay other runs', async () => {
	const workflow = await service.activated();
	await service.control.seedRuns([{ count: 30, spacingMs: 10, createdAgoMs: 1_000 }]);
	await service.control.addFault({ kind: 'status', status: 400, endpoint: 'details', times: 1 });
	await workflow.poll();
	expect(workflow.items).toHaveLength(29);
	expect(workflow.warnings).toHaveLength(1);
	await workflow.poll();
	expect(workflow.items).toHaveLength(30);
});

test('if the lists of open runs fail, the runs that were already found are emitted', async () => {
	await service.control.seedRuns([{ status: 'processing', createdAgoMs: 86_400_000 }, {}]);
	const workflow = await service.activated();
	await service.control.seedRuns([{ count: 3 }]);
	await service.control.addFault({ kind: 'status', status: 400, endpoint: 'query', after: 1 });
	await workflow.poll();
	expect(workflow.items).toHaveLength(3);
	expect([workflow.warnings.length, workflow.errors.length]).toEqual([1, 0]);
});

describe('429s of the service', () => {
	test('end a poll after a few retries, and it emits the runs that it verified', async () => {
		const workflow = await service.activated();
		await service.control.seedRuns([{ count: 30, spacingMs: 10, createdAgoMs: 1_000 }]);
		await service.control.addFault({ kind: 'rateLimit', endpoint: 'details', after: 15 });
		await service.control.clearRequests();
		await workflow.poll();
		expect(workflow.items).toHaveLength(15);
		const { details } = await service.requestCounts();
		expect(details).toBeGreaterThan(20);
		expect(details).toBeLessThanOrEqual(30);
		await service.control.clearFaults();
		await time.pass(60_000);
		time.flow();
		await workflow.poll();
		expect(workflow.items).toHaveLength(30);
		expect(workflow.errors).toEqual([]);
	});

	test('of lists prevent requests for details until the end of Retry-After', async () => {
		await service.control.seedRuns([{ status: 'processing', createdAgoMs: 86_400_000 }, {}]);
		const workflow = await service.activated();
		await service.control.seedRuns([{ count: 3 }]);
		const limit = { kind: 'rateLimit', retryAfterSeconds: 30, times: 1 } as const;
		// The list of open runs comes after the list of new ones.
		await service.control.addFault({ ...limit, endpoint: 'query', after: 1 });
		await service.control.clearRequests();
		await workflow.poll();
		expect(await service.requestCounts()).toEqual({ query: 2 });
		await time.pass(30_000);
		await workflow.poll();
		expect(workflow.items).toHaveLength(3);
	});

	test('are respected even if another request failed before', async () => {
		const workflow = await service.activated();
		await service.control.seedRuns([{ count: 30, spacingMs: 10, createdAgoMs: 1_000 }]);
		const fault = { kind: 'status', status: 400, endpoint: 'details', times: 1 } as const;
		const limit = { kind: 'rateLimit', retryAfterSeconds: 60, endpoint: 'details' } as const;
		await service.control.addFault(fault);
		await service.control.addFault({ ...limit, after: 14 });
		await workflow.poll();
		expect(workflow.items).toHaveLength(13);
		await service.control.clearRequests();
		await workflow.poll();
		expect(await service.requestCounts()).toEqual({});
	});

	test('slow a poll down to the rate of the service', async () => {
		const workflow = await service.activated();
		await service.control.seedRuns([{ count: 30, spacingMs: 10, createdAgoMs: 1_000 }]);
		await service.control.setDialect({ requestsPerSecond: 2 });
		await workflow.poll();
		expect(workflow.items).toHaveLength(30);
		expect(time.passed).toBeLessThan(25_000);
	});

	test('prevent polls until the end of Retry-After', async () => {
		const workflow = await service.activated();
		await service.control.seedRuns([{}]);
		const limit = { kind: 'rateLimit', retryAfterSeconds: 30, times: 1 } as const;
		await service.control.addFault({ ...limit, endpoint: 'query' });
		await workflow.poll();
		expect(workflow.errors).toHaveLength(1);
		await service.control.clearRequests();
		const sent = async () => await service.requestCounts();
		const polled = workflow.poll();
		await time.pass(29_000);
		expect(await sent()).toEqual({});
		time.flow();
		await polled;
		await time.pass(1_000);
		await workflow.poll();
		expect(workflow.items).toHaveLength(1);
		expect(workflow.errors).toHaveLength(1);
	});
});

test("a poll ends within n8n's time limit and leaves the rest to the next poll", async () => {
	const workflow = await service.activated({ budgetMs: 2_000 });
	await service.control.seedRuns([{ count: 60, spacingMs: 10, createdAgoMs: 1_000 }]);
	const latency = { kind: 'latency', by: 'clock', endpoint: 'details' } as const;
	await service.control.addFault({ ...latency, ms: 500 });
	await workflow.poll();
	expect(time.passed).toBeLessThanOrEqual(2_000);
	expect(workflow.items.length).toBeGreaterThanOrEqual(20);
	expect(workflow.items.length).toBeLessThan(60);
	await service.control.clearFaults();
	await workflow.poll();
	expect(workflow.items).toHaveLength(60);
	expect(workflow.errors).toEqual([]);
});

test('a service that does not respond in time is reported', async () => {
	const workflow = await service.activated({ budgetMs: 1_000 });
	const latency = { kind: 'latency', by: 'clock', endpoint: 'query' } as const;
	await service.control.addFault({ ...latency, ms: 3_000, times: 1 });
	await workflow.poll();
	expect(time.passed).toBe(900);
	expect(workflow.errors.map(({ message }) => message)).toEqual([
		expect.stringContaining('did not respond'),
	]);
});

test.each([
	['a run cannot be read', { status: 500, endpoint: 'details' }],
	['the lists of open runs cannot be read', { status: 400, endpoint: 'query', after: 1 }],
] as const)('no link that the service quotes is logged if %s', async (_, fault) => {
	await service.control.seedRuns([{ status: 'processing', createdAgoMs: 86_400_000 }, {}]);
	const workflow = await service.activated();
	await service.control.seedRuns([{ count: 3 }]);
	const error = 'Cannot open https://files.example.com/payslip.pdf?X-Amz-Signature=5ecre7';
	await service.control.addFault({ kind: 'status', ...fault, error });
	await workflow.poll();
	const log = workflow.warnings.join();
	expect(log).toContain('https://files.example.com/payslip.pdf?…');
	expect(log).not.toContain('5ecre7');
});

test('a Base URL that becomes wrong does not look like another account', async () => {
	const credential = { ...service.credential };
	await service.control.seedRuns([{ count: 6 }]);
	const workflow = await service.activated({ credential: () => credential });
	credential.baseUrl = `${service.credential.baseUrl}/v7`;
	await workflow.poll();
	await workflow.poll();
	expect(workflow.errors.map(({ message }) => message)).toEqual([
		expect.stringMatching(/^The Base URL in the credential is wrong/),
	]);
	expect(workflow.warnings).toEqual([expect.stringMatching(/^A poll failed: The Base URL/)]);
	credential.baseUrl = service.credential.baseUrl;
	await service.control.seedRuns([{ count: 2 }]);
	await workflow.poll();
	expect(workflow.items).toHaveLength(2);
});
