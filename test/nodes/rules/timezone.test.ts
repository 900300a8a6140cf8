import { type PollingSetup, PollingWorkflow } from '../../harness/n8n/pollingWorkflow';
import { SandboxedTrigger } from '../../harness/sandbox/sandboxedTrigger';
import { rule, rules } from '../runs';

const service = new SandboxedTrigger();

const AT = rules(rule('at', { convertTo: 'dateTime', dateFormat: 'dmy' }));
const outputSchema = { at: { value: '14.03.2025 10:30', reasoning: null } };
const get = { resource: 'run', operation: 'get', runId: { mode: 'id', value: '={{ $json.id }}' } };
const list = { resource: 'run', operation: 'getAll', returnAll: true };

/** Names that n8n accepts and JavaScript does not, and when it is 10:30 there. */
const KNOWN = [
	['UTC+2', '2025-03-14T08:30:00.000Z'],
	['UTC+2:00', '2025-03-14T08:30:00.000Z'],
	['local', '2025-03-14T05:00:00.000Z'],
	['system', '2025-03-14T05:00:00.000Z'],
] as const;
const UNKNOWN = "'Timezone' of the workflow is unknown: 'Mars/Olympus'";

describe.each(KNOWN)('in the timezone %s', (timezone, at) => {
	it('the trigger emits all runs', async () => {
		const workflow = await service.activated({ parameters: AT, timezone });
		await service.control.seedRuns([{ outputSchema }, { outputSchema }]);
		await workflow.poll();
		await workflow.poll();
		expect(workflow.errors).toEqual([]);
		expect(workflow.items).toMatchObject(Array(2).fill({ fields: { at }, issues: [] }));
	});

	it('rules and filters read times', async () => {
		const createdTime = '2025-03-14T08:00:00Z';
		const [id = ''] = await service.control.seedRuns([{ outputSchema, createdTime }]);
		const settings = { timezone };
		const items = [{ id }, { id }];
		const got = await service.run({ parameters: { ...get, ...AT }, items, settings });
		expect(got.items).toMatchObject(Array(2).fill({ json: { fields: { at }, issues: [] } }));
		const filters = { startTime: '2025-03-13 10:00' };
		const listed = await service.run({ parameters: { ...list, filters }, settings });
		expect(listed.items).toMatchObject([{ json: { id } }]);
	});
});

describe('an unknown timezone', () => {
	const timezone = 'Mars/Olympus';

	// n8n keeps the timezone of the last expression for all workflows, and older releases time polls by it.
	afterEach(async () => {
		const parameters = { ...list, filters: { filename: '={{ $json.name }}' } };
		await service.run({ parameters, settings: { timezone: 'UTC' } });
	});

	it('is rejected before a document is submitted', async () => {
		const parameters = service.submission({ operation: 'submitAndWait', ...AT });
		const submitted = await service.run({ parameters, items: [{}, {}], settings: { timezone } });
		expect(submitted.error?.message).toContain(UNKNOWN);
		expect(await service.requestCounts()).toEqual({});
	});

	it('loses no run if n8n changes to it between two polls, with the scheduler state', async () => {
		const { credential } = service;
		const setup: PollingSetup = { credential, parameters: AT, persistence: 'scheduler' };
		const workflow = new PollingWorkflow(setup);
		await workflow.activate();
		await service.control.seedRuns([{ outputSchema }, { outputSchema }]);
		setup.timezone = timezone;
		await workflow.poll();
		expect(workflow.errors).toMatchObject([{ message: expect.stringContaining(UNKNOWN) }]);
		setup.timezone = 'UTC';
		await workflow.poll();
		await workflow.poll();
		expect(workflow.items).toHaveLength(2);
	});

	it('is ignored if no time is read', async () => {
		const [id = ''] = await service.control.seedRuns([{ outputSchema }]);
		const items = [{ id }, { id }];
		const parameters = { ...get, ...rules(rule('at', { convertTo: 'date', dateFormat: 'dmy' })) };
		const { items: got } = await service.run({ parameters, items, settings: { timezone } });
		expect(got).toHaveLength(2);
	});
});
