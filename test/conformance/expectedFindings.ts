import { type Dialect, PART_NAMES, plainDialect } from '../sandbox/dialect';

type Point = keyof Dialect;

/**
 * Points that the check does not find: oddRun is not a point of a real service, fileLinks is only described
 * in words (matrix.test.ts tests that), and maxRecordingBytes would take an upload of 100 MB, so row 42 is
 * never tried.
 */
const NOT_TOLD: Point[] = ['oddRun', 'fileLinks', 'maxRecordingBytes'];

/** Whether the check found the right value of a point, or one that is right as far as it can be known. */
function isRight(point: Point, dialect: Dialect, found: Partial<Dialect>): boolean {
	const [truth, told] = [dialect[point], found[point]];
	if (JSON.stringify(told) === JSON.stringify(truth)) return true;
	switch (point) {
		case 'listedAfterMs':
		case 'detailsAfterMs':
		case 'listLagMs':
			return Math.abs(Number(told) - Number(truth)) <= lookEveryMs(dialect);
		case 'setBackAfterMs':
			return truth !== null && told !== null;
		case 'oddAheadMs':
			return Number(truth) > 0 && (Number(told) > 0 || (told === 0 && isTimeHidden(dialect)));
		case 'timeMissing':
			return truth === 'odd' && told === 'never' && isOddHidden(dialect);
		case 'oddDetailsStatus':
			return told === null && isOddHidden(dialect);
		case 'totalCountOf':
			return told === 'listed' && truth === 'earlier' && isCountedWithLists(dialect);
		case 'recordingPartNames':
			// The errors do not name the other two parts.
			return isSameName(dialect, found);
		case 'requestsPerSecond':
			// The check itself sends at most 5 requests a second.
			return told === null && Number(truth) >= 5;
		default:
			return false;
	}
}

const isSameName = (dialect: Dialect, found: Partial<Dialect>): boolean =>
	found.recordingPartNames?.transcriptUrl ===
	{ ...PART_NAMES, ...dialect.recordingPartNames }.transcriptUrl;

/** The interval at which a new run is polled, in ms. */
const lookEveryMs = ({ requestsPerSecond }: Dialect): number =>
	requestsPerSecond !== null && requestsPerSecond < 5 ? 6_000 : 1_500;

/** Whether the odd run may be the one that no list shows. */
const isOddHidden = ({ firstPageEmpty, totalCountOf }: Dialect): boolean =>
	firstPageEmpty || totalCountOf === 'unlisted';

/** Whether the odd run's time is hidden, because it may also be the run without a time. */
const isTimeHidden = (dialect: Dialect): boolean =>
	isOddHidden(dialect) || dialect.timeMissing === 'odd';

/** Whether a total from 5 seconds ago looks right, because lists are at least as late. */
const isCountedWithLists = (dialect: Dialect): boolean =>
	dialect.listedAfterMs + lookEveryMs(dialect) > 5_000 + dialect.listLagMs;

/** The dialects in which a point cannot be found. */
const HIDDEN: Partial<Record<Point, (dialect: Dialect) => boolean>> = {
	timeDigits: ({ timeMissing }) => timeMissing === 'always',
	timeZone: (dialect) => dialect.timeMissing === 'always' || isZoneUnknown(dialect),
	oddAheadMs: (dialect) => dialect.timeMissing === 'always' || isZoneUnknown(dialect),
	bounds: (dialect) => hasNoPivot(dialect) || isZoneUnknown(dialect),
	boundPrecision: (dialect) => hasNoPivot(dialect) || isZoneUnknown(dialect),
	pageOrder: ({ timeMissing }) => timeMissing === 'always',
	totalCountOf: ({ totalCountForm, firstPageEmpty }) =>
		totalCountForm === 'missing' || firstPageEmpty,
	listLagMs: ({ firstPageEmpty }) => firstPageEmpty,
	listedAfterMs: cannotCount,
	metadataValues: ({ metadataForm }) => metadataForm !== 'full',
	metadataEquality: cannotCount,
	reasonForm: ({ oddStatus }) => oddStatus === 'final',
	oddStatus: ({ oddStatus, timeMissing, requestsPerSecond }) =>
		oddStatus === 'final' ? timeMissing === 'always' : (requestsPerSecond ?? 5) < 5,
	retryAfter: ({ requestsPerSecond }) => requestsPerSecond === null || requestsPerSecond >= 5,
	presignedTtlMs: ({ filesForm, fileLinks }) =>
		filesForm !== 'full' || Object.keys(fileLinks).length > 0,
};

/** Whether the zone is unknown: the times do not name it, and bounds cannot reveal it. */
const isZoneUnknown = (dialect: Dialect): boolean =>
	['none', 'local'].includes(dialect.timeZone) &&
	(dialect.boundPrecision === 'days' || hasNoPivot(dialect));

/**
 * Whether no run can test filters. If pages are empty, only totals remain. They need the name of a run and
 * must respect the time filters.
 */
const hasNoPivot = (dialect: Dialect): boolean =>
	dialect.timeMissing === 'always' ||
	(dialect.firstPageEmpty &&
		(cannotCount(dialect) || dialect.nameForm !== 'full' || dialect.totalCountOf === 'anyTime'));

function cannotCount({ firstPageEmpty, totalCountForm }: Dialect): boolean {
	return firstPageEmpty && totalCountForm === 'missing';
}

/** The points for which the check found a wrong value, or none without a reason. Empty if all are right. */
export function wrongPoints(change: Partial<Dialect>, found: Partial<Dialect>): string[] {
	const dialect = { ...plainDialect(), ...change };
	return Object.keys(dialect)
		.filter(isPoint)
		.filter((point) => !NOT_TOLD.includes(point))
		.flatMap((point) => {
			const right = point in found ? isRight(point, dialect, found) : HIDDEN[point]?.(dialect);
			return right ? [] : [`${point}: ${JSON.stringify(found[point])}`];
		});
}

const isPoint = (name: string): name is Point => name in plainDialect();
