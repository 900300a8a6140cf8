import { isObject, parseJson } from '../../nodes/DocScore/service/json';
import { readFile } from '../node';
import { type Dialect, type FieldForm, PART_NAMES } from './dialect';

type Check<Value> = (value: unknown) => value is Value;

/** The valid values of each point. */
const CHECKS: { [Point in keyof Dialect]: Check<Dialect[Point]> } = {
	oddRun: isNumber,
	timeDigits: oneOf('ms', 'us', 'seconds'),
	timeZone: oneOf('Z', '+02:00', 'none', 'local'),
	timeMissing: oneOf('never', 'odd', 'always'),
	bounds: oneOf('exclusive', 'inclusive'),
	boundPrecision: oneOf('us', 'ms', 'seconds', 'days'),
	pageOrder: oneOf('newest', 'oldest', 'id', 'status', 'random'),
	pagesPastEnd: oneOf('empty', 'last'),
	firstPageEmpty: (value) => typeof value === 'boolean',
	totalCountForm: oneOf('number', 'text', 'missing'),
	totalCountOf: oneOf('listed', 'earlier', 'anyTime', 'unlisted'),
	unknownId: oneOf('404', '404 with id', '404 HTML', '400', '403', '410', 'FAILURE'),
	writeStatusCode: oneOf('absent', 'SUCCESS', 'number'),
	listedAfterMs: isNumber,
	detailsAfterMs: isNumber,
	listLagMs: isNumber,
	nameForm: isFieldForm,
	metadataForm: isFieldForm,
	outputForm: isFieldForm,
	filesForm: isFieldForm,
	reasonForm: oneOf('text', 'object', 'camelCase', 'inResult', 'beside'),
	metadataValues: oneOf('asSent', 'numbers'),
	capitalIds: oneOf('nowhere', 'lists', 'details', 'everywhere'),
	metadataEquality: oneOf('exact', 'caseless', 'numeric'),
	oddStatus: oneOf('never', 'passing', 'final'),
	skewMs: isNumber,
	oddAheadMs: isNumber,
	requestsPerSecond: isNumberOrNull,
	retryAfter: oneOf('seconds', 'date', 'zero', 'past', 'absent'),
	oddDetailsStatus: isNumberOrNull,
	presignedTtlMs: isNumber,
	fileLinks: isLinks,
	maxRecordingBytes: isNumber,
	recordingPartNames: isPartNames,
};

function oneOf<Value extends string>(...values: Value[]): Check<Value> {
	return (value): value is Value => values.some((each) => each === value);
}

function isNumber(value: unknown): value is number {
	return typeof value === 'number' && Number.isFinite(value);
}

function isNumberOrNull(value: unknown): value is number | null {
	return value === null || isNumber(value);
}

function isFieldForm(value: unknown): value is FieldForm {
	return oneOf('full', 'absent', 'null', 'empty')(value);
}

function isLinks(value: unknown): value is Dialect['fileLinks'] {
	return (
		isObject(value) &&
		Object.values(value).every((link) => link === null || typeof link === 'string')
	);
}

function isPartNames(value: unknown): value is Dialect['recordingPartNames'] {
	return (
		isObject(value) &&
		Object.entries(value).every(([name, part]) => name in PART_NAMES && typeof part === 'string')
	);
}

/**
 * Reads a dialect from a JSON file, such as the one that `npm run conformance` writes.
 * @throws Error that names the unknown point or the invalid value
 */
export async function readDialect(path: string): Promise<Partial<Dialect>> {
	const value = parseJson(await readFile(path, 'utf8'));
	if (!isObject(value)) throw new Error(`${path} does not contain a JSON object`);
	const dialect: Partial<Dialect> = {};
	for (const [name, told] of Object.entries(value)) {
		if (!isPoint(name)) throw new Error(`${path}: the sandbox has no point ${name}`);
		set(dialect, name, told, path);
	}
	return dialect;
}

const isPoint = (name: string): name is keyof Dialect => Object.hasOwn(CHECKS, name);

function set<Point extends keyof Dialect>(
	dialect: Partial<Dialect>,
	point: Point,
	value: unknown,
	path: string,
): void {
	const isValue: Check<Dialect[Point]> = CHECKS[point];
	if (!isValue(value)) throw new Error(`${path}: ${point} cannot be ${JSON.stringify(value)}`);
	dialect[point] = value;
}
