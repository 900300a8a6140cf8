import fc from 'fast-check';
import { process } from '../../node';
import { type Dialect, plainDialect } from '../../sandbox/dialect';
import type { Fault } from '../../sandbox/faults';
import type { Endpoint } from '../../sandbox/records';

/** One or several points of a dialect that differ from plain. */
export type Temper = Partial<Dialect>;

/** Tempers of a row set the same point. Tempers that set the same point are never drawn together. */
export const TEMPERS: readonly Temper[][] = [
	[{ timeDigits: 'seconds' }, { timeDigits: 'us', boundPrecision: 'us' }],
	[{ timeZone: '+02:00' }, { timeZone: 'none' }, { timeZone: 'local' }],
	[{ timeMissing: 'odd' }, { timeMissing: 'always' }],
	[{ bounds: 'inclusive' }],
	[{ boundPrecision: 'seconds' }, { boundPrecision: 'days' }],
	[{ pageOrder: 'oldest' }, { pageOrder: 'id' }, { pageOrder: 'status' }, { pageOrder: 'random' }],
	[{ pagesPastEnd: 'last' }],
	[{ firstPageEmpty: true }],
	[{ totalCountForm: 'text' }, { totalCountForm: 'missing' }],
	[{ totalCountOf: 'earlier' }, { totalCountOf: 'anyTime' }, { totalCountOf: 'unlisted' }],
	[
		{ unknownId: '404 with id' },
		{ unknownId: '404 HTML' },
		{ unknownId: '400' },
		{ unknownId: '403' },
		{ unknownId: '410' },
		{ unknownId: 'FAILURE' },
	],
	[{ writeStatusCode: 'SUCCESS' }, { writeStatusCode: 'number' }],
	[{ listedAfterMs: 3_000 }, { listedAfterMs: 10_000 }],
	[{ detailsAfterMs: 3_000 }, { detailsAfterMs: 10_000 }],
	[{ listLagMs: 3_000 }, { listLagMs: 10_000 }],
	[{ nameForm: 'absent' }, { nameForm: 'null' }, { nameForm: 'empty' }],
	[{ metadataForm: 'absent' }, { metadataForm: 'null' }, { metadataForm: 'empty' }],
	[{ outputForm: 'absent' }, { outputForm: 'null' }, { outputForm: 'empty' }],
	[{ filesForm: 'absent' }, { filesForm: 'null' }, { filesForm: 'empty' }],
	[
		{ reasonForm: 'object' },
		{ reasonForm: 'camelCase' },
		{ reasonForm: 'inResult' },
		{ reasonForm: 'beside' },
	],
	[{ metadataValues: 'numbers' }],
	[{ capitalIds: 'lists' }, { capitalIds: 'details' }, { capitalIds: 'everywhere' }],
	[{ metadataEquality: 'caseless' }, { metadataEquality: 'numeric' }],
	[{ oddStatus: 'passing' }, { oddStatus: 'final' }],
	[{ skewMs: 3_600_000 }, { skewMs: -3_600_000 }, { skewMs: 86_400_000 }],
	[{ oddAheadMs: 10_800_000 }],
	[{ oddDetailsStatus: 500 }, { oddDetailsStatus: 400 }],
	[
		{ requestsPerSecond: 5 },
		{ requestsPerSecond: 2, retryAfter: 'date' },
		{ requestsPerSecond: 2, retryAfter: 'absent' },
		{ requestsPerSecond: 2, retryAfter: 'zero' },
		{ requestsPerSecond: 2, retryAfter: 'past' },
	],
];

const { DIALECT } = process.env;

/** The dialect of all draws; null to draw dialects. `npm run stress -- --dialect` sets it as JSON. */
export const GIVEN: Dialect | null =
	DIALECT === undefined ? null : { ...plainDialect(), ...JSON.parse(DIALECT) };

/** Draws dialects that differ from plain in a few points, as tempers. They shrink towards the plain dialect. */
export function dialects(): fc.Arbitrary<Temper> {
	if (GIVEN !== null) {
		const temper = offPlain(GIVEN);
		return fc.nat({ max: 2 }).map((oddRun) => ({ oddRun, ...temper }));
	}
	const temper = fc.oneof(...TEMPERS.map((row) => fc.constantFrom(...row)));
	const drawn = fc.uniqueArray(temper, { maxLength: 4, comparator: touchSame });
	return fc
		.tuple(drawn, fc.nat({ max: 2 }))
		.map(([tempers, oddRun]) => Object.assign({ oddRun }, ...tempers));
}

/** The points that differ from plain. */
function offPlain(dialect: Dialect): Temper {
	const plain = new Map<string, unknown>(Object.entries(plainDialect()));
	const points = Object.entries<unknown>({ ...dialect });
	const off = points.filter(
		([name, value]) => JSON.stringify(value) !== JSON.stringify(plain.get(name)),
	);
	return Object.fromEntries(off);
}

const touchSame = (a: Temper, b: Temper): boolean => Object.keys(a).some((point) => point in b);

type KindOfFault<Each = Fault> = Each extends Fault ? Omit<Each, 'endpoint'> : never;

/** Faults that can affect any request. */
export const FAULTS = {
	'500': { kind: 'status', status: 500, error: 'Index is down' },
	'503': { kind: 'status', status: 503 },
	'522 HTML': { kind: 'html', status: 522 },
	'502 HTML': { kind: 'html', status: 502 },
	'200 HTML': { kind: 'html', status: 200 },
	'400': { kind: 'status', status: 400, error: 'Bad request' },
	'401': { kind: 'status', status: 401, error: 'Who are you?' },
	'403': { kind: 'status', status: 403, error: 'Not for you' },
	'429': { kind: 'rateLimit' },
	'429, 3 s': { kind: 'rateLimit', retryAfterSeconds: 3 },
	'429, 3 s by date': { kind: 'rateLimit', retryAfterSeconds: 3, form: 'date' },
	'429, 0 s': { kind: 'rateLimit', retryAfterSeconds: 0 },
	'429, past': { kind: 'rateLimit', retryAfterSeconds: -60, form: 'date' },
	'cut before': { kind: 'cutBefore' },
	'cut after': { kind: 'cutAfter' },
	'half a JSON': { kind: 'cutJson' },
	empty: { kind: 'empty' },
	FAILURE: { kind: 'notSuccess' },
	late: { kind: 'latency', ms: 4_000, by: 'clock' },
} satisfies Record<string, KindOfFault>;

export type FaultName = keyof typeof FAULTS;

/** Faults with a successful status and a wrong body. In a download, the body could be the file. */
const OF_JSON: FaultName[] = ['200 HTML', 'half a JSON', 'empty', 'FAILURE'];

/** A fault that affects some requests to an endpoint. */
export interface DrawnFault {
	fault: FaultName;
	endpoint: Endpoint;
	after: number;
	/** How often; null for all following requests. */
	times: number | null;
}

const isFaultName = (name: string): name is FaultName => name in FAULTS;

/** Draws few faults, mostly none. They shrink towards none. */
export function faultsAt(endpoints: readonly Endpoint[]): fc.Arbitrary<DrawnFault[]> {
	const often = fc.integer({ min: 1, max: 6 });
	const names = Object.keys(FAULTS).filter(isFaultName);
	const fault = fc
		.record({
			fault: fc.constantFrom(...names),
			endpoint: fc.constantFrom(...endpoints),
			after: fc.nat({ max: 3 }),
			times: fc.option(often, { freq: 4 }),
		})
		.filter(({ endpoint, fault }) => endpoint !== 'files' || !OF_JSON.includes(fault));
	return fc.oneof(
		{ weight: 1, arbitrary: fc.constant<DrawnFault[]>([]) },
		{ weight: 1, arbitrary: fc.array(fault, { minLength: 1, maxLength: 2 }) },
	);
}

export function asFault({ fault, endpoint, after, times }: DrawnFault): Fault {
	const kind: KindOfFault = FAULTS[fault];
	return { ...kind, endpoint, after, ...(times === null ? {} : { times }) };
}
