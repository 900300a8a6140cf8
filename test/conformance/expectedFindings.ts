import { type Dialect, PART_NAMES, plainDialect } from '../sandbox/dialect';

type Point = keyof Dialect;

/**
 * No point of a real service; told in words alone, as matrix.test.ts sees; and what would take an upload
 * of 100 MB, so that row 42 is never tried.
 */
const NOT_TOLD: Point[] = ['oddRun', 'fileLinks', 'maxRecordingBytes'];

/** What a check should say of each point of a service like this, as far as it says anything. */
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
			// No error names the other two.
			return isSameName(dialect, found);
		case 'requestsPerSecond':
			// The check sends no more than 5.
			return told === null && Number(truth) >= 5;
		default:
			return false;
	}
}

const isSameName = (dialect: Dialect, found: Partial<Dialect>): boolean =>
	found.recordingPartNames?.transcriptUrl ===
	{ ...PART_NAMES, ...dialect.recordingPartNames }.transcriptUrl;

/** At the limit of the service, or once a second. */
const lookEveryMs = ({ requestsPerSecond }: Dialect): number =>
	requestsPerSecond !== null && requestsPerSecond < 5 ? 6_000 : 1_500;

/** The odd run may be the one that no list shows. */
const isOddHidden = ({ firstPageEmpty, totalCountOf }: Dialect): boolean =>
	firstPageEmpty || totalCountOf === 'unlisted';

/** The time of the odd run, which may also be the one that has none. */
const isTimeHidden = (dialect: Dialect): boolean =>
	isOddHidden(dialect) || dialect.timeMissing === 'odd';

/** A count of 5 seconds ago is not behind lists that are later, and is not seen beside none. */
const isCountedWithLists = (dialect: Dialect): boolean =>
	dialect.firstPageEmpty ||
	dialect.listedAfterMs + lookEveryMs(dialect) > 5_000 + dialect.listLagMs;

/** Why a point cannot be told at a service like this. */
const HIDDEN: Partial<Record<Point, (dialect: Dialect) => boolean>> = {
	timeDigits: ({ timeMissing }) => timeMissing === 'always',
	timeZone: (dialect) => dialect.timeMissing === 'always' || isZoneUnknown(dialect),
	oddAheadMs: (dialect) => dialect.timeMissing === 'always' || isZoneUnknown(dialect),
	bounds: (dialect) => hasNoPivot(dialect) || isZoneUnknown(dialect),
	boundPrecision: (dialect) => hasNoPivot(dialect) || isZoneUnknown(dialect),
	pageOrder: ({ timeMissing }) => timeMissing === 'always',
	totalCountOf: ({ totalCountForm }) => totalCountForm === 'missing',
	listLagMs: ({ firstPageEmpty }) => firstPageEmpty,
	listedAfterMs: cannotCount,
	metadataValues: ({ metadataForm }) => metadataForm !== 'full',
	metadataEquality: cannotCount,
	reasonForm: ({ oddStatus }) => oddStatus === 'final',
	oddStatus: ({ oddStatus, timeMissing }) => oddStatus === 'final' && timeMissing === 'always',
	retryAfter: ({ requestsPerSecond }) => requestsPerSecond === null || requestsPerSecond >= 5,
	presignedTtlMs: ({ filesForm, fileLinks }) =>
		filesForm !== 'full' || Object.keys(fileLinks).length > 0,
};

/** The zone of times is found by bounds where times do not name it. */
const isZoneUnknown = (dialect: Dialect): boolean =>
	['none', 'local'].includes(dialect.timeZone) &&
	(dialect.boundPrecision === 'days' || hasNoPivot(dialect));

/** Empty pages leave counts alone, which need the name of a run, and must heed its time. */
const hasNoPivot = (dialect: Dialect): boolean =>
	dialect.timeMissing === 'always' ||
	(dialect.firstPageEmpty &&
		(cannotCount(dialect) || dialect.nameForm !== 'full' || dialect.totalCountOf === 'anyTime'));

function cannotCount({ firstPageEmpty, totalCountForm }: Dialect): boolean {
	return firstPageEmpty && totalCountForm === 'missing';
}

/** The points of which a check says something wrong, or nothing without need; empty where all is right. */
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
