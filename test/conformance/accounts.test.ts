import type { Sandbox } from '../harness/sandbox/sandbox';
import { useSandbox } from '../harness/sandbox/useSandbox';
import type { SandboxControl } from '../sandbox/control';
import type { Dialect } from '../sandbox/dialect';
import { dialectOf } from './check';
import { checkSandbox } from './checked';
import type { Row } from './finding';
import { wrongPoints } from './expectedFindings';

let sandbox: Sandbox;
useSandbox((opened) => (sandbox = opened));

const numbersOf = (rows: Row[], result: Row['result']): number[] =>
	rows.filter((row) => row.result === result).map(({ number }) => number);

const brokenDown = (rows: Row[]) => rows.filter(({ found }) => found.includes('broke down'));

describe('the check of an empty account', () => {
	const seed = async () => {};

	test('finds little without a submission, and no differences', async () => {
		const { rows, ended } = await checkSandbox(sandbox, {}, { seed, spend: 0 });
		expect(ended).toBeNull();
		expect(numbersOf(rows, 'differs')).toEqual([]);
		expect(brokenDown(rows)).toEqual([]);
		const wrong = wrongPoints({}, dialectOf(rows)).filter((point) => !/undefined/.test(point));
		expect(wrong).toEqual([]);
	});

	test('uses the submitted run', async () => {
		const { rows } = await checkSandbox(sandbox, { metadataEquality: 'caseless' }, { seed });
		expect(dialectOf(rows)).toMatchObject({ metadataEquality: 'caseless', listedAfterMs: 0 });
		expect(brokenDown(rows)).toEqual([]);
	});
});

describe('the check of an account with several pages', () => {
	const seed = async (control: SandboxControl) => {
		await control.seedRuns([
			{ count: 150, createdAgoMs: 90_000_000, spacingMs: 500_123, files: ['a.pdf'] },
			{
				count: 400,
				createdAgoMs: 9e9,
				spacingMs: 20_100_457,
				filename: 'Old {n}',
				files: ['b.pdf'],
			},
			{ count: 97, status: 'failed', createdAgoMs: 8e9, spacingMs: 70_000_456 },
			{ count: 3, status: 'processing', createdAgoMs: 600_000, spacingMs: 60_123 },
		]);
	};
	const dialects: Array<Partial<Dialect>> = [
		{},
		{ pageOrder: 'random', bounds: 'inclusive', boundPrecision: 'seconds' },
		{ pageOrder: 'oldest', pagesPastEnd: 'last', timeZone: 'local' },
		{ pageOrder: 'id', totalCountForm: 'missing', nameForm: 'absent' },
		{ totalCountOf: 'anyTime', timeDigits: 'seconds' },
	];

	test.each(dialects)('finds the dialect %j', async (dialect) => {
		const { rows, ended, conversation } = await checkSandbox(sandbox, dialect, { seed });
		expect(ended).toBeNull();
		expect(brokenDown(rows)).toEqual([]);
		expect(wrongPoints(dialect, dialectOf(rows))).toEqual([]);
		expect(conversation.exchanges.length).toBeLessThan(200);
	});
});
