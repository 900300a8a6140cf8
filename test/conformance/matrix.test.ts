import { TEMPERS, type Temper } from '../harness/sandbox/dialects';
import type { Sandbox } from '../harness/sandbox/sandbox';
import { useSandbox } from '../harness/sandbox/useSandbox';
import { plainDialect } from '../sandbox/dialect';
import { dialectOf } from './check';
import { checkSandbox } from './checked';
import type { Row } from './finding';
import { probes } from './probes';

/** Points that are not drawn, because the nodes' promises do not depend on them. */
const OTHERS: Temper[] = [{ recordingPartNames: { transcriptUrl: 'transcriptUrl' } }];

/** Tempers that change only the words of a finding. */
const LINKS: Temper[] = [
	{ fileLinks: { 'page.pdf': 'http://127.0.0.1:9/page.pdf' } },
	{ fileLinks: { 'page.pdf': null } },
];

/**
 * Points that the check does not find: oddRun is no point of a real service, links say how long they are
 * valid in ways of their own, and maxRecordingBytes would take an upload of 100 MB.
 */
const NOT_TOLD = ['oddRun', 'fileLinks', 'presignedTtlMs', 'maxRecordingBytes'];

/** Tempers that hide what these probes look at. The probes then say that they cannot tell. */
const HIDES: Array<[temper: Temper, probes: number[]]> = [
	[{ timeDigits: 'seconds' }, [4]],
	[{ timeZone: 'local' }, [4, 5, 29]],
	[{ timeMissing: 'always' }, [1, 2, 4, 5, 6, 29]],
	[
		{ firstPageEmpty: true },
		[1, 2, 3, 4, 5, 6, 7, 10, 14, 16, 17, 19, 20, 21, 23, 24, 25, 26, 29, 32, 33, 43],
	],
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
	expect(plainDialect()).toMatchObject(dialectOf(plain));
});

test('each point of the dialect is tried, or cannot be found', () => {
	const tried = new Set([...tempers.flatMap(([, temper]) => Object.keys(temper)), ...NOT_TOLD]);
	expect([...tried].sort()).toEqual(Object.keys(plainDialect()).sort());
});

describe('only the probes of a point of the dialect change their findings', () => {
	test.each(tempers)('%s', async (name, temper) => {
		const { rows, ended } = await checkSandbox(sandbox, temper);
		expect(ended).toBeNull();
		const found = new Map<string, unknown>(Object.entries(dialectOf(rows)));
		const wrong = Object.entries(temper).filter(
			([point, truth]) => !isFound(point, truth, found.get(point)),
		);
		expect(wrong).toEqual([]);
		const changed = rows.filter((row) => !isSame(row, plainRow(row)) && !isAbout(row, temper));
		const hidden = HIDES.find(([hides]) => JSON.stringify(hides) === name)?.[1] ?? [];
		expect(changed.map(({ number }) => number).sort((a, b) => a - b)).toEqual(hidden);
		expect(changed.filter(({ result }) => result !== 'cannot be told')).toEqual([]);
	});
});

/** Whether the check found this value of a point. It looks at a new run once a second. */
function isFound(point: string, truth: unknown, found: unknown): boolean {
	switch (point) {
		case 'listedAfterMs':
		case 'detailsAfterMs':
		case 'listLagMs':
			return Math.abs(Number(found) - Number(truth)) <= 1_500;
		case 'oddAheadMs':
			return Number(found) > 0;
		case 'requestsPerSecond':
			// The check itself sends at most 5 requests a second.
			return found === (Number(truth) < 5 ? truth : null);
		default:
			return JSON.stringify(found) === JSON.stringify(truth);
	}
}

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
