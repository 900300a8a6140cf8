import type { INodeParameters } from 'n8n-workflow';
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { logger } from '../../harness/n8n/container';
import type { Persistence } from '../../harness/n8n/pollingWorkflow';
import { type Answer, SandboxProxy } from '../../harness/sandbox/sandboxProxy';
import { SandboxedTrigger } from '../../harness/sandbox/sandboxedTrigger';
import { inspect, Socket } from '../../node';
import { wavOf } from '../../sandbox/samples/audio';
import { download } from '../download/downloads';
import { get, wait } from '../runs';
import { upload, withFile } from '../recording/uploads';

/** Promises of SECURITY.md that apply to all operations and the trigger. */

const node = new SandboxedTrigger();
const home = new SandboxProxy(node);
const away = new SandboxProxy(node);
useDrivenTime(node);

const operations: Array<[string, () => INodeParameters]> = [
	['Submit', () => node.submission()],
	['Submit and Wait', () => node.submission({ operation: 'submitAndWait' })],
	['Wait', () => wait()],
	['Get', () => get()],
	['Get Many', () => ({ resource: 'run', operation: 'getAll' })],
	['Download Files', () => download()],
	[
		'Template: Get',
		() => ({
			resource: 'template',
			operation: 'get',
			extraction_template_id: node.sandbox.templates.receipt,
		}),
	],
	['Upload', () => upload()],
];

async function runBoth(parameters: INodeParameters, credential: { baseUrl: string }) {
	const ids = await node.control.seedRuns([{ count: 2, status: 'completed', files: ['a.pdf'] }]);
	const items = ids.map((id) => ({ ...withFile(wavOf(400), 'call.wav'), json: { id } }));
	return await node.run({ parameters, items, credential, onError: 'continueErrorOutput' });
}

describe('No redirect is followed', () => {
	const redirect = async (): Promise<Answer> => ({
		status: 307,
		headers: { location: `${away.credential.baseUrl}/elsewhere` },
		body: '',
	});

	it.each(operations)('by %s', async (_, parameters) => {
		home.change = redirect;
		const { errorItems } = await runBoth(parameters(), home.credential);
		expect(errorItems).toHaveLength(2);
		expect(home.asked.length).toBeGreaterThan(0);
		expect(away.asked).toEqual([]);
	});

	it('by the trigger', async () => {
		home.change = redirect;
		const credential = { ...node.credential, ...home.credential };
		await expect(node.workflow({ credential }).activate()).rejects.toThrow('redirects');
		expect(away.asked).toEqual([]);
	});
});

/** Collects everything that is logged in the current test. */
function useLog(): () => string {
	const levels = ['debug', 'info', 'warn', 'error'] as const;
	let logged: string[] = [];
	let spies: jest.SpyInstance[] = [];
	beforeEach(() => {
		logged = [];
		spies = levels.map((level) =>
			jest.spyOn(logger, level).mockImplementation((...said) => void logged.push(inspect(said))),
		);
	});
	afterEach(() => spies.forEach((spy) => spy.mockRestore()));
	return () => logged.join('\n');
}

describe('No log line contains the key, even if the service quotes it', () => {
	const logged = useLog();

	beforeEach(() => {
		home.change = async ({ authorization }) =>
			await Promise.resolve({ status: 400, body: { error: `Bad input from ${authorization}` } });
	});

	it.each(operations)('of %s', async (_, parameters) => {
		const { errorItems } = await runBoth(parameters(), home.credential);
		expect(JSON.stringify(errorItems)).toContain('(API Key)');
		expect(logged()).not.toContain(node.credential.apiKey);
	});

	it('nor does an output', async () => {
		home.change = async ({ authorization }, pass) => {
			return { status: 200, body: { ...Object((await pass()).body), message: authorization } };
		};
		const { items } = await runBoth(node.submission(), home.credential);
		expect(items.map(({ json }) => json.message)).toEqual(Array(2).fill('Bearer (API Key)'));
	});

	it('of a submission after the key was renewed', async () => {
		const renewed = 'renewed-key-1';
		const credential = () => ({
			...home.credential,
			apiKey: home.asked.length === 0 ? node.credential.apiKey : renewed,
		});
		const { errorItems } = await node.run({
			parameters: node.submission({ options: { maxConcurrentRequests: 1 } }),
			items: [{}, {}],
			credential,
			onError: 'continueErrorOutput',
		});
		expect(errorItems[1]?.json.error).toContain('Bad input from Bearer (API Key)');
		expect(JSON.stringify(errorItems) + logged()).not.toContain(renewed);
	});

	it('of the trigger', async () => {
		const [open = ''] = await node.control.seedRuns([{ status: 'pending' }]);
		const { change } = home;
		home.change = async (asked, pass) =>
			asked.path.endsWith('getDetails') ? await change(asked, pass) : await pass();
		const credential = { ...node.credential, ...home.credential };
		const workflow = await node.activated({ credential });
		await node.finish([open]);
		await workflow.poll();
		const said = [...workflow.warnings, ...workflow.errors.map(({ message }) => message)].join();
		expect(said).toContain('(API Key)');
		expect(said + logged()).not.toContain(node.credential.apiKey);
	});
});

describe('No log line contains a field or the link of a file', () => {
	const logged = useLog();
	const outputSchema = { total: { value: 'SECRET-TOTAL', reasoning: 'SECRET-REASON' } };
	const seed = { outputSchema, files: ['SECRET-FILE.pdf'] };

	it.each(operations)('of %s', async (_, parameters) => {
		const ids = await node.control.seedRuns([{ ...seed, count: 2 }]);
		const items = ids.map((id) => ({ ...withFile(wavOf(400), 'call.wav'), json: { id } }));
		const onError = 'continueErrorOutput';
		await node.run({ parameters: parameters(), items, onError });
		await node.control.addFault({ endpoint: 'files', kind: 'status', status: 403 });
		await node.run({ parameters: parameters(), items, onError });
		expect(logged()).not.toMatch(/SECRET|signature=/);
	});

	it('of the trigger, also about a run that cannot be read', async () => {
		const [open = ''] = await node.control.seedRuns([{ ...seed, status: 'processing' }]);
		const workflow = await node.activated();
		await node.control.deleteRun(open);
		await node.control.seedRuns([seed]);
		for (let poll = 0; poll < 4; poll++) await workflow.poll();
		expect(JSON.stringify(workflow.items)).toContain('SECRET-TOTAL');
		expect(workflow.warnings).toHaveLength(1);
		expect(workflow.warnings.join() + logged()).not.toMatch(/SECRET|signature=/);
	});
});

describe('Connections are opened only to the host of the Base URL and of its links', () => {
	const { connect } = Socket.prototype;
	let hosts: Set<string>;

	beforeEach(() => {
		hosts = new Set();
		Socket.prototype.connect = function (this: Socket, ...given: unknown[]) {
			hosts.add(hostIn(given));
			return Reflect.apply(connect, this, given);
		};
	});

	afterEach(() => {
		Socket.prototype.connect = connect;
	});

	it.each(operations)('by %s', async (_, parameters) => {
		await runBoth(parameters(), node.credential);
		expect([...hosts]).toEqual([new URL(node.credential.baseUrl).host]);
	});

	it('by the trigger', async () => {
		const workflow = await node.activated();
		await node.control.seedRuns([{}]);
		await workflow.poll();
		expect(workflow.items).toHaveLength(1);
		expect([...hosts]).toEqual([new URL(node.credential.baseUrl).host]);
	});
});

/** Node.js itself passes the arguments as one list. */
function hostIn(given: unknown[]): string {
	const [options] = given.flat();
	const { host, port } = Object(options);
	return `${host}:${port}`;
}

describe.each<Persistence>(['legacy', 'scheduler', 'durable'])(
	'With the %s state, the trigger keeps',
	(persistence) => {
		it('IDs of runs, but no key, Base URL, name or field', async () => {
			const fixedResult = { outputSchema: { total: { value: 'SECRET-TOTAL', reasoning: null } } };
			await node.control.setRunPlan({ fixedResult });
			const [open = '', done = ''] = await node.control.seedRuns([
				{ status: 'processing', filename: 'SECRET-NAME-1' },
				{ status: 'processing', filename: 'SECRET-NAME-2' },
			]);
			const workflow = await node.activated({ persistence });
			await workflow.poll();
			await node.finish([done]);
			await workflow.poll();
			expect(workflow.names).toEqual(['SECRET-NAME-2']);
			const { savedState } = workflow;
			expect(savedState).toContain(open.slice(-12));
			for (const secret of ['SECRET', node.credential.apiKey, node.credential.baseUrl]) {
				expect(savedState).not.toContain(secret);
			}
		});
	},
);
