// Sources: trigger/memory/alarm.ts
import type { Failure } from 'n8n-workflow';
import { useDrivenTime } from '../../harness/jest/drivenTime';
import type { Persistence, PollingWorkflow } from '../../harness/n8n/pollingWorkflow';
import { SandboxedTrigger } from '../../harness/sandbox/sandboxedTrigger';
import type { Fault } from '../../sandbox/faults';

const service = new SandboxedTrigger();
const time = useDrivenTime(service);

const MINUTE_MS = 60_000;

const OUTAGE = { kind: 'status', status: 503, endpoint: 'query' } as const;

async function fail(fault: Fault): Promise<void> {
	await service.control.clearFaults();
	await service.control.addFault(fault);
}

/** Polls and then waits for the rest of the interval. */
async function pollEvery(ms: number, ...workflows: PollingWorkflow[]): Promise<void> {
	const endsAt = time.passed + ms;
	for (const workflow of workflows) await workflow.poll();
	await time.pass(endsAt - time.passed);
	time.flow();
}

/** Polls once a minute, as n8n does by default. */
async function pollFor(minutes: number, ...workflows: PollingWorkflow[]): Promise<void> {
	for (let minute = 0; minute < minutes; minute++) await pollEvery(MINUTE_MS, ...workflows);
}

const failedLines = ({ warnings }: PollingWorkflow) =>
	warnings.filter((line) => line.startsWith('A poll failed: '));

describe.each<Persistence>(['legacy', 'scheduler', 'durable'])('with the %s state', (kind) => {
	test('an outage of an hour is one alarm, 59 lines in the log, and loses no run', async () => {
		const open = await service.control.seedRuns([{ count: 2, status: 'processing' }]);
		const workflow = await service.activated({ persistence: kind });
		await pollFor(2, workflow);
		await fail(OUTAGE);
		await service.finish(open);
		await service.control.seedRuns([{ count: 3 }]);
		await pollFor(60, workflow);
		expect([workflow.errors.length, failedLines(workflow).length]).toEqual([1, 59]);
		expect(workflow.notices).not.toContain('Polls work again');
		await service.control.clearFaults();
		await pollFor(3, workflow);
		expect(workflow.items).toHaveLength(5);
		expect(workflow.errors).toHaveLength(1);
		expect(workflow.notices.filter((line) => line === 'Polls work again')).toHaveLength(1);
	});
});

test('an outage of three hours is three alarms', async () => {
	const workflow = await service.activated();
	await fail(OUTAGE);
	for (let poll = 0; poll < 18; poll++) await pollEvery(10 * MINUTE_MS, workflow);
	expect(workflow.errors).toHaveLength(3);
});

test('a service that fails now and then is at most one alarm an hour', async () => {
	const workflow = await service.activated();
	for (let time = 0; time < 20; time++) {
		await fail(OUTAGE);
		await pollFor(1, workflow);
		await service.control.clearFaults();
		await pollFor(2, workflow);
	}
	expect([workflow.errors.length, failedLines(workflow).length]).toEqual([1, 19]);
	expect(workflow.notices.filter((line) => line === 'Polls work again')).toHaveLength(20);
});

test('an error that someone must correct is an alarm although an outage was one', async () => {
	const workflow = await service.activated();
	await fail(OUTAGE);
	await pollFor(2, workflow);
	await fail({ ...OUTAGE, status: 401 });
	await pollFor(2, workflow);
	await fail(OUTAGE);
	await pollFor(1, workflow);
	await fail({ ...OUTAGE, status: 401 });
	await pollFor(1, workflow);
	expect(workflow.errors.map(({ message }) => message)).toEqual([
		expect.stringContaining('temporary problem'),
		expect.stringContaining('rejected the API Key'),
	]);
});

test('each activation throws', async () => {
	const workflow = await service.activated();
	await fail(OUTAGE);
	await pollFor(2, workflow);
	for (let time = 0; time < 2; time++) {
		await expect(workflow.saveAgain()).rejects.toThrow('temporary problem');
	}
	await service.control.clearFaults();
	await workflow.saveAgain();
	expect(workflow.notices).toContain('Polls work again');
});

test('each test in the editor throws, and is no alarm', async () => {
	const workflow = await service.activated();
	await fail(OUTAGE);
	for (let time = 0; time < 2; time++) {
		await expect(workflow.test()).rejects.toThrow('temporary problem');
	}
	await pollFor(2, workflow);
	expect(workflow.errors).toHaveLength(1);
	await expect(workflow.test()).rejects.toThrow('temporary problem');
});

test('a poll that ends because another one is under way does not end an outage', async () => {
	const workflow = await service.activated();
	await fail(OUTAGE);
	await pollFor(1, workflow);
	await Promise.all([workflow.poll(), workflow.poll()]);
	expect(workflow.notices).not.toContain('Polls work again');
	expect(failedLines(workflow)).toHaveLength(1);
});

test('runs that cannot be read are one alarm, until all are read', async () => {
	const workflow = await service.activated();
	await service.control.seedRuns([{ count: 3 }]);
	await fail({ ...OUTAGE, endpoint: 'details' });
	await pollFor(5, workflow);
	expect(workflow.errors).toHaveLength(1);
	expect(workflow.notices).not.toContain('Polls work again');
	await service.control.clearFaults();
	await pollFor(10, workflow);
	expect(workflow.items).toHaveLength(3);
	expect(workflow.notices).toContain('Polls work again');
});

test('a Base URL that becomes wrong is an alarm, even soon after an outage', async () => {
	const credential = { ...service.credential };
	const workflow = await service.activated({ credential: () => credential });
	await fail(OUTAGE);
	await pollFor(2, workflow);
	await service.control.clearFaults();
	await pollFor(2, workflow);
	credential.baseUrl = `${service.credential.baseUrl}/v7`;
	await pollFor(30, workflow);
	expect(workflow.errors).toHaveLength(2);
	expect(workflow.errors[1]?.message).toContain('The Base URL in the credential is wrong');
});

describe('an alarm declares for n8n', () => {
	const one = { endpoint: 'query' } as const;
	test.each<[string, Fault, Failure | undefined]>([
		['a rejected key', { ...one, kind: 'status', status: 401 }, { cause: 'credential-invalid' }],
		['a missing right', { ...one, kind: 'status', status: 403 }, { cause: 'credential-invalid' }],
		['nothing for a rejected request', { ...one, kind: 'status', status: 400 }, undefined],
		['an outage', { ...one, kind: 'status', status: 503 }, { cause: 'temporarily-unavailable' }],
		[
			'a rate limit, with its pause',
			{ ...one, kind: 'rateLimit', retryAfterSeconds: 60 },
			{ cause: 'rate-limited', retryAfterMs: 60_000 },
		],
	])('%s', async (_, fault, failure) => {
		const workflow = await service.activated();
		await fail(fault);
		await workflow.poll();
		expect(workflow.errors).toEqual([expect.objectContaining({ failure })]);
	});

	test('one run that cannot be read, so that it does not delay the others', async () => {
		const workflow = await service.activated();
		await service.control.seedRuns([{}]);
		await fail({ kind: 'status', status: 400, endpoint: 'details' });
		await workflow.poll();
		const failure = { cause: 'temporarily-unavailable' };
		expect(workflow.errors).toEqual([expect.objectContaining({ failure })]);
	});
});
