import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';
import { holds, TIMES } from '../../harness/jest/draws';
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { SandboxProxy } from '../../harness/sandbox/sandboxProxy';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';
import { wavOf } from '../../sandbox/samples/audio';
import { upload, withFile } from '../recording/uploads';

const node = new SandboxedNode();
const home = new SandboxProxy(node);
const away = new SandboxProxy(node);
const time = useDrivenTime(node);

const HOME_KEY = 'key-of-home-1';
const RENEWED_KEY = 'key-of-home-2';
const AWAY_KEY = 'key-of-away-1';

const atHome = () => ({ apiKey: HOME_KEY, ...home.credential });

/** Changes that a person saves in the credential dialog while executions use the credential. */
const EDITS = {
	'another service': () => ({ apiKey: AWAY_KEY, ...away.credential }),
	'a renewed key': () => ({ apiKey: RENEWED_KEY, ...home.credential }),
	'a slip': () => ({ apiKey: AWAY_KEY, baseUrl: 'https//' }),
	'an address that only begins alike': () => ({
		apiKey: AWAY_KEY,
		baseUrl: `${home.credential.baseUrl}/v2`,
	}),
};

type Edit = keyof typeof EDITS;

const isEdit = (name: string): name is Edit => name in EDITS;

const ACTIONS: Record<string, () => INodeParameters> = {
	'Submit and Wait': () => node.submission({ operation: 'submitAndWait' }),
	'Get Many': () => ({ resource: 'run', operation: 'getAll', returnAll: true }),
	Upload: () => upload({ options: { maxConcurrentRequests: 1 } }),
};

beforeEach(() => {
	home.takesAnyKey = true;
	away.takesAnyKey = true;
});

/** Runs the action and edits the credential at these times, in ms. */
async function runEdited(action: string, edits: Array<{ at: number; edit: Edit }>) {
	const startedAt = time.passed;
	const saved = () => {
		const before = edits.filter(({ at }) => time.passed - startedAt >= at);
		const [last] = before.sort((a, b) => b.at - a.at);
		return last === undefined ? atHome() : EDITS[last.edit]();
	};
	return await node.run({
		parameters: ACTIONS[action]?.() ?? {},
		items: [0, 1].map((at) => withFile(wavOf(400), `call-${at}.wav`)),
		credential: saved,
	});
}

const keysAt = ({ asked }: SandboxProxy): string[] =>
	[...new Set(asked.map(({ authorization }) => authorization.replace('Bearer ', '')))].sort();

describe('While an execution uses it, the credential is edited:', () => {
	it.each(['another service', 'an address that only begins alike'] as const)(
		'to %s, which receives no request and no key',
		async (edit) => {
			await node.control.setRunPlan({ fixedResult: { outputSchema: {} }, pendingMs: 5_000 });
			const { items, error } = await runEdited('Submit and Wait', [{ at: 2_000, edit }]);
			expect(error).toBeUndefined();
			expect(items).toHaveLength(2);
			expect([keysAt(home), keysAt(away)]).toEqual([[HOME_KEY], []]);
		},
	);

	it('to a renewed key, which the execution uses', async () => {
		await node.control.setRunPlan({ fixedResult: { outputSchema: {} }, pendingMs: 5_000 });
		home.change = async ({ authorization }, pass) => {
			const isOld = authorization.endsWith(HOME_KEY);
			if (isOld === time.passed < 2_000) return await pass();
			return { status: 401, body: { error: 'Unknown key' } };
		};
		const { items, error } = await runEdited('Submit and Wait', [
			{ at: 2_000, edit: 'a renewed key' },
		]);
		expect(error).toBeUndefined();
		expect(items).toHaveLength(2);
		expect(keysAt(home)).toEqual([HOME_KEY, RENEWED_KEY]);
	});
});

test('A deleted credential ends the wait, and the error lists accepted runs', async () => {
	await node.control.setRunPlan({ stuck: 'pending' });
	const { errorItems } = await node.run({
		parameters: node.submission({ operation: 'submitAndWait' }),
		items: [{}, {}],
		credential: () => {
			if (time.passed < 2_000) return atHome();
			throw new Error('Credential with ID "1" does not exist');
		},
		onError: 'continueErrorOutput',
	});
	expect(errorItems).toHaveLength(2);
	const texts = errorItems.map(({ json }) => `${json.error}\n${json.message}`);
	for (const text of texts) {
		expect(text).toContain('n8n no longer provides the credential');
		expect(text).toContain('n8n says: Credential with ID "1" does not exist');
	}
	for (const { id } of await node.control.runs()) expect(texts.join()).toContain(id);
	expect(time.passed).toBeLessThan(60_000);
});

test(
	'Each key is sent only to its own base URL, whatever is edited and when',
	async () => {
		const edits = fc.array(
			fc.record({
				at: fc.integer({ min: 0, max: 8_000 }),
				edit: fc.constantFrom(...Object.keys(EDITS).filter(isEdit)),
			}),
			{ minLength: 1, maxLength: 3 },
		);
		const drawn = fc.record({ edits, action: fc.constantFrom(...Object.keys(ACTIONS)) });
		const property = fc.asyncProperty(drawn, async ({ action, edits: asked }) => {
			home.asked = [];
			away.asked = [];
			await node.control.reset();
			await node.control.setRunPlan({ fixedResult: { outputSchema: {} }, pendingMs: 5_000 });
			await node.control.seedRuns([{ count: 250, spacingMs: 60_000, createdAgoMs: 99_000_000 }]);
			await runEdited(action, asked);
			expect(keysAt(home).filter((key) => ![HOME_KEY, RENEWED_KEY].includes(key))).toEqual([]);
			expect(keysAt(away).filter((key) => key !== AWAY_KEY)).toEqual([]);
		});
		await holds('Edited credentials', property, { numRuns: 5 });
	},
	180_000 * TIMES,
);

describe('A credential whose expressions differ from item to item', () => {
	const perItem = () => ({ apiKey: '={{ $json.key }}', ...home.credential });

	it.each([
		['a key', { apiKey: '=key-of-tenant-{{ $json.tenant }}' }],
		['a Base URL', { baseUrl: '={{ $json.tenant === 1 ? $json.home : $json.away }}' }],
	])('in %s is rejected before any request', async (_, expression) => {
		const urls = { home: home.credential.baseUrl, away: away.credential.baseUrl };
		const { error } = await node.run({
			parameters: node.submission(),
			items: [
				{ tenant: 1, ...urls },
				{ tenant: 2, ...urls },
			],
			credential: () => ({ apiKey: HOME_KEY, ...home.credential, ...expression }),
		});
		expect(error?.message).toBe("'Credential' differs between this item and the first");
		expect(error?.description).toBe(
			'Use Loop Over Items with Batch Size 1 before this node, or a credential without expressions',
		);
		expect([home.asked, away.asked]).toEqual([[], []]);
	});

	it('fails only the items with another key if the node continues', async () => {
		const { items, errorItems } = await node.run({
			parameters: node.submission({ additionalFields: { run_id: '={{ $json.key }}' } }),
			items: [{ key: 'key-of-tenant-1' }, { key: 'key-of-tenant-2' }, { key: 'key-of-tenant-1' }],
			credential: perItem,
			onError: 'continueErrorOutput',
		});
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 2 }]);
		expect(errorItems.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 1 }]);
		expect(keysAt(home)).toEqual(['key-of-tenant-1']);
	});
});
