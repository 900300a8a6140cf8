import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../../../nodes/DocScore/service/json';
import type { Dialect, FieldForm } from '../../sandbox/dialect';
import type { Account } from '../account';
import { cannotTell, differs, type Finding, holds, notTried, type Probe } from '../finding';
import type { ShownRun } from '../lists';
import { submissionOf } from '../observedRun';

const COST = 'Costs one submission: --spend 1 --file URL';

const HARMLESS = 'Its output is null or empty; nothing else depends on it';

export const names: Probe = {
	number: 17,
	point: '`filename`',
	examine: ({ runs }) =>
		toldAs(runs, 'filename', 'nameForm', 'The lists of runs in the editor show IDs'),
};

export const metadata: Probe = {
	number: 18,
	point: '`metadata`',
	async examine(account) {
		const story = await account.submission();
		const own = story?.sightings.flatMap(({ details }) => details ?? []) ?? [];
		const finding = toldAs(
			own.length > 0 ? own : account.readable(),
			'metadata',
			'metadataForm',
			'Deduplication cannot tell whose runs it finds, and submits nothing then',
		);
		const isUnknown = finding.dialect?.metadataForm === 'empty' && own.length === 0;
		if (!isUnknown) return finding;
		return story === null ? notTried(COST) : cannotTell('Empty in all, which your runs may be');
	},
};

export const output: Probe = {
	number: 19,
	point: '`output_schema`',
	examine: (account) => toldAs(completed(account), 'output_schema', 'outputForm', HARMLESS),
};

export const files: Probe = {
	number: 20,
	point: '`supportingDocs`',
	examine: (account) =>
		toldAs(completed(account), 'supportingDocs', 'filesForm', 'Download Files finds no files'),
};

const completed = (account: Account): ShownRun[] =>
	account.readable().filter(({ status }) => status === 'completed');

type Point = 'nameForm' | 'metadataForm' | 'outputForm' | 'filesForm';

/** The finding about a key that each of these runs should have. It is `full` if any run has it. */
function toldAs(runs: ShownRun[], key: string, point: Point, means: string): Finding {
	if (runs.length === 0) return cannotTell('There is no run that should have it');
	const forms = runs.map(({ raw }) => formOf(raw, key));
	const count = forms.filter((form) => form === 'full').length;
	const dialectOf = (form: FieldForm): Partial<Dialect> => ({ [point]: form });
	if (count > 0) return holds(`In ${count} of ${runs.length} runs`, dialectOf('full'));
	const [form = 'absent'] = forms;
	return differs(`${form} in all of ${runs.length} runs`, means, dialectOf(form));
}

function formOf(raw: IDataObject, key: string): FieldForm {
	const value = raw[key];
	if (!(key in raw)) return 'absent';
	if (value === null) return 'null';
	const isEmpty =
		value === '' || (typeof value === 'object' && Object.keys(value ?? {}).length === 0);
	return isEmpty ? 'empty' : 'full';
}

export const failureReason: Probe = {
	number: 21,
	point: 'Failure reason',
	async examine(account) {
		const failed = account.readable().filter(({ status }) => status === 'failed');
		if (failed.length === 0) return await failOne(account);
		const places = failed.map(({ id }) => placeOf(account.details.get(id)?.body));
		return reasonAt(places.find((place) => place !== null) ?? null);
	},
};

type Place = Dialect['reasonForm'];

function reasonAt(place: Place | null): Finding {
	if (place !== null) return holds(PLACES[place], { reasonForm: place });
	return differs(
		'Nowhere that the nodes read',
		'Failed runs are told without a reason. Please send the report',
	);
}

const PLACES: Record<Place, string> = {
	text: 'A text, `failure_reason` of the run',
	object: 'An object, `failure_reason` of the run',
	camelCase: '`failureReason` of the run',
	inResult: 'In the `result` of the run',
	beside: 'Beside the run',
};

function placeOf(body: unknown): Place | null {
	if (!isObject(body) || !isObject(body.doc)) return null;
	const { doc } = body;
	if (typeof doc.failure_reason === 'string') return 'text';
	if (isObject(doc.failure_reason)) return 'object';
	if (doc.failureReason !== undefined) return 'camelCase';
	if (isObject(doc.result)) return 'inResult';
	return body.failure_reason === undefined ? null : 'beside';
}

const LOOK_EVERY_MS = 2_000;
const FAILS_WITHIN_MS = 120_000;

/** Submits a document that does not exist. */
async function failOne({ conversation, options }: Account): Promise<Finding> {
	if (conversation.left < 1) return notTried(COST);
	const name = `Conformance check, to fail ${conversation.time.now()}`;
	const fileUrls = ['https://conformance.invalid/none.pdf'];
	const { body } = await conversation.submit(submissionOf({ ...options, fileUrls }, name));
	const id = isObject(body) ? body.doc_id : undefined;
	if (typeof id !== 'string') return cannotTell('A document that is not there is rejected at once');
	for (let ms = 0; ms < FAILS_WITHIN_MS; ms += LOOK_EVERY_MS) {
		const answer = await conversation.post('details', { id });
		const doc = isObject(answer.body) && isObject(answer.body.doc) ? answer.body.doc : {};
		if (doc.status === 'failed') return reasonAt(placeOf(answer.body));
		if (doc.status === 'completed') return cannotTell('A document that is not there is completed');
		await conversation.wait(LOOK_EVERY_MS);
	}
	return cannotTell('No run failed within two minutes');
}
