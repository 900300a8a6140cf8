import type { IDataObject } from 'n8n-workflow';
import { readFailureReason } from '../../../nodes/DocScore/service/failureReason';
import { isObject } from '../../../nodes/DocScore/service/json';
import { isFinished, RUN_STATUSES } from '../../../nodes/DocScore/service/types';
import type { Dialect, FieldForm } from '../../sandbox/dialect';
import type { Account } from '../account';
import { cannotTell, differs, type Finding, holds, type Probe } from '../finding';
import { LENGTHS_US } from '../instants';
import type { ShownRun } from '../lists';

const HARMLESS = 'Its output is null or empty; nothing else depends on it';

const completed = (account: Account): ShownRun[] =>
	account.readable().filter(({ status }) => status === 'completed');

export const runs: Probe[] = [
	{
		number: 17,
		point: '`filename`',
		judge: (account) =>
			toldAs(account.runs, 'filename', 'The lists of runs in the editor show IDs'),
	},
	{
		number: 19,
		point: '`output_schema`',
		judge: (account) => toldAs(completed(account), 'output_schema', HARMLESS),
	},
	{
		number: 20,
		point: '`supportingDocs`',
		judge: (account) =>
			toldAs(completed(account), 'supportingDocs', 'Download Files finds no files'),
	},
];

/** The point of the dialect about each key, and whether the nodes can read a value of it. */
const KEYS = {
	filename: ['nameForm', (value: unknown) => typeof value === 'string'],
	metadata: ['metadataForm', isObject],
	output_schema: ['outputForm', isObject],
	supportingDocs: ['filesForm', Array.isArray],
} as const;

/** The finding about a key that each of these runs should have. It is `full` if any run has it. */
export function toldAs(of: ShownRun[], key: keyof typeof KEYS, means: string): Finding {
	if (of.length === 0) return cannotTell('There is no run that should have it');
	const [point, isReadable] = KEYS[key];
	const dialectOf = (form: FieldForm): Partial<Dialect> => ({ [point]: form });
	const forms = of.map(({ raw }) => formOf(raw, key));
	const full = of.filter((_, at) => forms[at] === 'full');
	const readable = full.filter(({ raw }) => isReadable(raw[key])).length;
	if (readable > 0) return holds(`In ${readable} of ${of.length} runs`, dialectOf('full'));
	if (full.length > 0)
		return differs(`In another form in ${full.length} of ${of.length} runs`, means);
	const [form = 'absent'] = forms;
	return differs(
		`${[...new Set(forms)].join(' or ')} in all of ${of.length} runs`,
		means,
		dialectOf(form),
	);
}

function formOf(raw: IDataObject, key: string): FieldForm {
	const value = raw[key];
	if (!(key in raw)) return 'absent';
	if (value === null) return 'null';
	const isEmpty =
		value === '' || (typeof value === 'object' && Object.keys(value ?? {}).length === 0);
	return isEmpty ? 'empty' : 'full';
}

/** Where the nodes find the reason of a failure in a response to Details. */
export function reasonIn(body: unknown): Finding {
	const beside = isObject(body) ? body : {};
	const run = isObject(beside.doc) ? beside.doc : {};
	const { failure_reason: own, failureReason, result } = run;
	if (readFailureReason({ failure_reason: own }) !== null) {
		if (Array.isArray(own)) return holds('A list, `failure_reason` of the run');
		return isObject(own)
			? holds('An object, `failure_reason` of the run', { reasonForm: 'object' })
			: holds('A text, `failure_reason` of the run', { reasonForm: 'text' });
	}
	if (readFailureReason({ failureReason }) !== null) {
		return holds('`failureReason` of the run', { reasonForm: 'camelCase' });
	}
	if (readFailureReason({ result }) !== null) {
		return holds('In the `result` of the run', { reasonForm: 'inResult' });
	}
	if (readFailureReason(beside) !== null) return holds('Beside the run', { reasonForm: 'beside' });
	return differs(
		'Nowhere that the nodes read',
		'Failed runs are told without a reason. Please send the report',
	);
}

const PLAIN: readonly string[] = RUN_STATUSES;

const isOdd = ({ status }: ShownRun): boolean => status !== null && !PLAIN.includes(status);

export const statuses: Probe[] = [
	{
		number: 27,
		point: 'Statuses',
		async judge(account) {
			const story = await account.submission();
			const own = story?.sightings.flatMap(({ details }) => details ?? []) ?? [];
			const seen = [...account.runs, ...own].flatMap(({ status }) => status ?? []);
			if (seen.length === 0) return cannotTell('No run is listed');
			const back = stepBack(own.flatMap(({ status }) => status ?? []));
			if (back !== null) {
				return differs(
					`One run was ${back.join(', then ')}`,
					'A wait ends at the first completed or failed, and the trigger outputs the run as it is then. Open runs are looked for in the list of pending ones first, so one that goes back may be seen later. Please send the report',
				);
			}
			return ofFilter(account) ?? ofOdd(account, own, seen);
		},
	},
];

/**
 * The first step backwards, from processing to pending or from a final status to another; null if there is
 * none.
 */
function stepBack(seen: string[]): [from: string, to: string] | null {
	const ranks = new Map([...RUN_STATUSES].map((status, at) => [`${status}`, Math.min(at, 2)]));
	const steps = seen.flatMap((to, at): Array<[string, string]> => [[seen[at - 1] ?? to, to]]);
	const back = steps.find(([from, to]) => {
		const [before, after] = [ranks.get(from), ranks.get(to)];
		if (before === undefined || after === undefined) return before === 2 && from !== to;
		return after < before || (before === 2 && from !== to);
	});
	return back ?? null;
}

/** What lists of one status show of others; null if they show none. */
function ofFilter({ byStatus }: Account): Finding | null {
	const listed = [...byStatus].flatMap(([asked, { runs: shown }]) =>
		shown.map((run) => ({ isOther: run.status !== asked && run.status !== null && !isOdd(run) })),
	);
	const others = listed.filter(({ isOther }) => isOther).length;
	if (others === 0) return null;
	if (others * 2 < listed.length) {
		return cannotTell(`Lists of one status show another for ${others} of ${listed.length} runs`);
	}
	return differs(
		'Lists of one status show others',
		'Get Many with a Status gives runs of any: put a Filter node after it. The trigger and waits for many runs need more requests',
	);
}

function ofOdd(account: Account, own: ShownRun[], seen: string[]): Finding {
	const odd = [...account.runs, ...account.readable(), ...own].filter(isOdd);
	if (odd.length === 0) {
		return holds(`Seen: ${PLAIN.filter((status) => seen.includes(status)).join(', ')}`, {
			oddStatus: 'never',
		});
	}
	const count = new Set(odd.map(({ status }) => status)).size;
	if (own.some(isFinished) && own.some(isOdd)) {
		return holds(`${count} that is not specified, of runs that are under way`, {
			oddStatus: 'passing',
		});
	}
	// No extraction takes a day.
	const isOld = odd.some(
		({ created, shownAt }) =>
			created && shownAt !== null && shownAt * LENGTHS_US.ms - created.us > LENGTHS_US.days,
	);
	if (!isOld) return cannotTell(`${count} that is not specified; whether it is final is open`);
	return differs(
		`${count} that is not specified, of runs that are over`,
		'Wait goes on until Max Wait, and the trigger never outputs such a run. Please send the report',
		{ oddStatus: 'final' },
	);
}
