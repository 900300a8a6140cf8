import { TEMPERS, type Temper } from '../harness/sandbox/dialects';
import type { Sandbox } from '../harness/sandbox/sandbox';
import { useSandbox } from '../harness/sandbox/useSandbox';
import { dialectOf } from './check';
import { checkSandbox } from './checked';
import type { Row } from './finding';
import { probes } from './probes';
import { wrongPoints } from './expectedFindings';

/** Tempers that change only the words of a finding. */
const LINKS: Temper[] = [
	{ fileLinks: { 'page.pdf': 'http://127.0.0.1:9/page.pdf' } },
	{ fileLinks: { 'page.pdf': null } },
];

/** Tempers that are not drawn, because the nodes' promises do not depend on them. */
const OTHERS: Temper[] = [
	{ boundPrecision: 'us' },
	{ presignedTtlMs: 60_000 },
	{ recordingPartNames: { transcriptUrl: 'transcriptUrl' } },
	{ recordingPartNames: { languageCode: 'lang', transcript: 'text' } },
];

/** Tempers that hide what these probes look at. The probes then say that they cannot tell. */
const HIDES: Array<[temper: Temper, probes: number[]]> = [
	[{ timeMissing: 'always' }, [1, 2, 4, 5, 6, 29]],
	[{ firstPageEmpty: true }, [10, 16]],
	[{ totalCountForm: 'missing' }, [10]],
	[{ nameForm: 'absent' }, [25]],
	[{ nameForm: 'null' }, [25]],
	[{ nameForm: 'empty' }, [25]],
	[{ metadataForm: 'absent' }, [22]],
	[{ metadataForm: 'null' }, [22]],
	[{ metadataForm: 'empty' }, [22]],
	[{ filesForm: 'absent' }, [33]],
	[{ filesForm: 'null' }, [33]],
	[{ filesForm: 'empty' }, [33]],
	[{ oddStatus: 'final' }, [21]],
];

let sandbox: Sandbox;
useSandbox((opened) => (sandbox = opened));

let plain: Row[];

beforeEach(async () => {
	if (plain !== undefined) return;
	plain = (await checkSandbox(sandbox, {})).rows;
	await sandbox.control.reset();
});

const tempers = [...TEMPERS.flat(), ...OTHERS].map((temper): [string, Temper] => [
	JSON.stringify(temper),
	temper,
]);

test('each probe has its own number, and finds the plain dialect', () => {
	const numbers = probes.map(({ number }) => number).sort((a, b) => a - b);
	expect(numbers).toEqual(numbers.map((_, at) => at + 1));
	const results = plain.map(({ number, result }) => [number, result]);
	expect(results.filter(([, result]) => result !== 'holds')).toEqual([
		[45, 'cannot be told'],
		[31, 'cannot be told'],
		[42, 'not tried'],
	]);
	expect(wrongPoints({}, dialectOf(plain))).toEqual([]);
});

describe('only the probes of a point of the dialect change their findings', () => {
	test.each(tempers)('%s', async (name, temper) => {
		const { rows, ended } = await checkSandbox(sandbox, temper);
		expect(ended).toBeNull();
		expect(wrongPoints(temper, dialectOf(rows))).toEqual([]);
		const changed = rows.filter((row) => !isSame(row, plainRow(row)) && !isAbout(row, temper));
		const hidden = HIDES.find(([hides]) => JSON.stringify(hides) === name)?.[1] ?? [];
		expect(changed.map(({ number }) => number).sort((a, b) => a - b)).toEqual(hidden);
		expect(changed.filter(({ result }) => result !== 'cannot be told')).toEqual([]);
	});
});

const plainRow = ({ number }: Row) => plain.find((row) => row.number === number);

test.each(LINKS)('the probe of links finds %j, and no other changes its mind', async (temper) => {
	const { rows } = await checkSandbox(sandbox, temper);
	const changed = rows.filter((row) => !isSame(row, plainRow(row)));
	expect(changed).toMatchObject([{ number: 33, result: 'differs' }]);
});

/** Whether both rows say the same about the service. If the sandbox has no such point, compares the words. */
function isSame(row: Row, other: Row | undefined): boolean {
	const saidBy = (said: Row | undefined) => [
		said?.result,
		said?.dialect ?? said?.found.replace(/[\d.]+/g, 'n'),
	];
	return JSON.stringify(saidBy(row)) === JSON.stringify(saidBy(other));
}

/** Whether this row finds one of the temper's points. */
const isAbout = ({ dialect = {} }: Row, temper: Temper): boolean =>
	Object.keys(temper).some((point) => point in dialect);
