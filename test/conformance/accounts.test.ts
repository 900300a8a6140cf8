import type { Sandbox } from '../harness/sandbox/sandbox';
import { useSandbox } from '../harness/sandbox/useSandbox';
import type { SandboxControl } from '../sandbox/control';
import type { Dialect } from '../sandbox/dialect';
import { dialectOf } from './check';
import { checkSandbox } from './checked';
import type { Row } from './finding';

let sandbox: Sandbox;
useSandbox((opened) => (sandbox = opened));

const brokenDown = (rows: Row[]) => rows.filter(({ found }) => found.includes('broke down'));

describe('the check of an empty account', () => {
	const seed = async () => {};

	test('finds no differences without a submission', async () => {
		const { rows, ended } = await checkSandbox(sandbox, {}, { seed, spend: 0 });
		expect(ended).toBeNull();
		expect(rows.filter(({ result }) => result === 'differs')).toEqual([]);
		expect(brokenDown(rows)).toEqual([]);
	});

	test('uses the submitted run', async () => {
		const { rows } = await checkSandbox(sandbox, { metadataEquality: 'caseless' }, { seed });
		expect(dialectOf(rows)).toMatchObject({ metadataEquality: 'caseless', listedAfterMs: 0 });
		expect(brokenDown(rows)).toEqual([]);
	});
});

test.each<Partial<Dialect>>([
	{ pageOrder: 'random', bounds: 'inclusive', boundPrecision: 'seconds' },
	{ pageOrder: 'oldest', pagesPastEnd: 'last', nameForm: 'absent' },
	{ totalCountOf: 'anyTime', timeDigits: 'us', timeZone: 'none' },
])('the check of an account with several pages finds the dialect %j', async (dialect) => {
	const seed = async (control: SandboxControl) =>
		void (await control.seedRuns([
			{ count: 150, createdAgoMs: 90_000_000, spacingMs: 500_123, files: ['a.pdf'] },
			{ count: 400, createdAgoMs: 9e9, spacingMs: 20_100_457, filename: 'Old {n}' },
			{ count: 97, status: 'failed', createdAgoMs: 8e9, spacingMs: 70_000_456 },
			{ count: 3, status: 'processing', createdAgoMs: 600_000, spacingMs: 60_123 },
		]));
	const { rows, ended, conversation } = await checkSandbox(sandbox, dialect, { seed });
	expect(ended).toBeNull();
	expect(brokenDown(rows)).toEqual([]);
	expect(dialectOf(rows)).toMatchObject(dialect);
	expect(conversation.exchanges.length).toBeLessThan(200);
});
