import type { IDisplayOptions } from 'n8n-workflow';
import type { Part } from './form';

/**
 * What in the present form breaks workflows that were saved with the former one, a sentence each, with
 * what to do instead. Additions break nothing.
 */
export function breaks(before: Part[], now: Part[]): string[] {
	const lost = before.flatMap((part) => breaksOfPart(part, partsAt(now, part.at)));
	const added = now.filter((part) => partsAt(before, part.at).length === 0);
	return [...lost, ...added.filter((part) => mustBeSet(part, before)).map(tellRequired)];
}

const partsAt = (parts: Part[], at: string): Part[] => parts.filter((part) => part.at === at);

/** A place can have several fields, each shown under another condition. */
function breaksOfPart(before: Part, present: Part[]): string[] {
	const { at } = before;
	if (present.length === 0) return [`${at} is gone or has another name. ${CURES.name}`];
	const shown = present.filter((part) => isShownWhere(before.shown, part.shown));
	const [now] = shown.filter(({ type }) => type === before.type).concat(shown);
	if (now === undefined) {
		const conditions = present.map((part) => textOf(part.shown ?? 'always')).join(', ');
		const former = textOf(before.shown ?? 'always');
		return [`${at} is shown under another condition: ${conditions}, not ${former}. ${CURES.shown}`];
	}
	return [
		...breaksOfType(before, now),
		...breaksOfValues(before, now),
		...breaksOfOutputs(before, now),
	];
}

/** What a break needs, so that it is none. */
const CURES = {
	name: 'Read the former name on, as a field of the type hidden, or remove it in a new typeVersion only.',
	shown:
		'Workflows saved before lose its value. Keep the condition, or change it in a new typeVersion only.',
	type: 'Saved values do not fit. Add a field with another name, or change this one in a new typeVersion only.',
	value: 'Workflows that have it stop. Keep it, or remove it in a new typeVersion only.',
	default:
		'n8n does not save a default, so this changes every workflow that left it. Keep it, or change it in a new typeVersion only.',
	required:
		'Workflows without a value stop. Give it a default and leave it optional, or require it in a new typeVersion only.',
	outputs:
		'n8n saves connections by position. Keep the number and the order, or change them in a new typeVersion only.',
};

function breaksOfType(before: Part, now: Part): string[] {
	const { at } = before;
	const told: string[] = [];
	// A hidden field keeps what was saved.
	if (now.type !== 'hidden' && kindOf(now) !== kindOf(before))
		told.push(`${at} is now ${kindOf(now)}, not ${kindOf(before)}. ${CURES.type}`);
	if (textOf(now.default) !== textOf(before.default))
		told.push(
			`${at} has the default ${textOf(now.default)}, not ${textOf(before.default)}. ${CURES.default}`,
		);
	if (now.required && (!before.required || textOf(now.shown) !== textOf(before.shown)))
		told.push(tellRequired(now));
	return told;
}

const kindOf = ({ type, several }: Part): string => (several ? `a list of ${type}` : type);

function breaksOfValues({ at, values = [], range }: Part, now: Part): string[] {
	if (now.type === 'hidden') return [];
	const kept = now.values ?? [];
	const gone = values.filter((value) => !kept.includes(value));
	const told = gone.map((value) => `${at} no longer offers ${textOf(value)}. ${CURES.value}`);
	const [least, most] = range ?? [null, null];
	const [nowLeast, nowMost] = now.range ?? [null, null];
	const isNarrower =
		(nowLeast ?? -Infinity) > (least ?? -Infinity) || (nowMost ?? Infinity) < (most ?? Infinity);
	if (isNarrower) told.push(`${at} accepts fewer numbers: ${textOf(now.range)}. ${CURES.value}`);
	return told;
}

/** With the values that both forms have. A value that is not listed has the usual outputs. */
function breaksOfOutputs({ at, values, outputs = {} }: Part, now: Part): string[] {
	const present = now.outputs ?? {};
	const both = [...new Set([...Object.keys(outputs), ...Object.keys(present)])].filter(
		(value) => value in outputs || values === undefined || values.map(String).includes(value),
	);
	return both
		.filter((value) => !haveSamePlaces(outputs[value], present[value]))
		.map((value) => {
			const [is, was] = [present[value], outputs[value]].map((names) => names?.join(', '));
			const when = value === '' ? '' : ` with ${value}`;
			return `${at}${when} has the outputs ${is ?? 'as usual'}, not ${was ?? 'as usual'}. ${CURES.outputs}`;
		});
}

/** An output may get another label, but not another place. */
function haveSamePlaces(before: string[] | undefined, now: string[] | undefined): boolean {
	if (before?.length !== now?.length) return false;
	const isMoved = (name: string, place: number) =>
		before?.includes(name) === true && before[place] !== name;
	return now?.some(isMoved) !== true;
}

/** Whether workflows that were saved before the field existed lack a value for it. */
function mustBeSet({ at, required }: Part, before: Part[]): boolean {
	const parent = at.slice(0, at.lastIndexOf(' > '));
	return required === true && before.some((part) => part.at === parent && !isOptional(part));
}

const isOptional = ({ type }: Part): boolean => type === 'collection';

const tellRequired = ({ at }: Part): string => `${at} is now required. ${CURES.required}`;

/** Whether a field is shown at least where it was: under fewer conditions, or with more values. */
function isShownWhere(before: IDisplayOptions = {}, now: IDisplayOptions = {}): boolean {
	const isShown = Object.entries(now.show ?? {}).every(([name, values]) => {
		const former = before.show?.[name];
		return former !== undefined && includesAll(values, former);
	});
	const hides = Object.entries(now.hide ?? {});
	return isShown && hides.every(([name, values]) => includesAll(before.hide?.[name], values));
}

const includesAll = (all: unknown[] = [], some: unknown[] = []): boolean =>
	some.every((each) => all.some((other) => textOf(other) === textOf(each)));

const textOf = (value: unknown): string => JSON.stringify(value) ?? 'none';
