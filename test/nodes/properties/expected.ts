import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Temper } from '../../harness/sandbox/dialects';
import type { NodeRun } from '../../harness/n8n/runNode';
import type { RunStatus } from '../../sandbox/records';
import type { Broken, Mode } from './property';

/** The expected result of an item. */
export interface Expected {
	/** An error of the item must contain this text. */
	id: string;
	/** Whether it must, must not or may fail. */
	fails: 'always' | 'never' | 'perhaps';
	/** Describes what is wrong with the output; undefined if it is right. */
	check: (outputs: INodeExecutionData[]) => string | undefined;
	/** The same for output beside an error with this text. If missing, there must be none. */
	checkBeside?: (outputs: INodeExecutionData[], text: string) => string | undefined;
}

/** An ID that no run or template has. */
export const UNKNOWN = '5f0c2b1e-8a94-4d3b-9c61-0d5a7e4f2b18';

/** Texts of the service's own error bodies. */
const OWN_WORDS =
	/Index is down|Bad request|Who are you|Not for you|not found|Too many requests|rejected the API Key|does not have permission|does not return it|did not find it/;

/** The visible text of an error. */
export function textOf(of: NodeRun['error'] | INodeExecutionData): string {
	if (of === undefined) return '';
	if ('json' in of) return [of.json.error, of.json.message].filter(Boolean).join('\n');
	return [of.message, of.description].filter(Boolean).join('\n');
}

/** Judges the results of all items, some of which may have been affected by faults. */
export function judgeItems(
	run: NodeRun,
	expected: Expected[],
	mode: Mode,
	mostStruck = Infinity,
): Broken[] {
	const texts = [run.error, ...run.errorItems].filter((each) => each !== undefined).map(textOf);
	const told = texts.flatMap(judgeText);
	if (mode === 'stop') return [...told, ...judgeStopped(run, expected)];
	if (run.error) return [{ rule: 'apart', what: `The execution failed: ${textOf(run.error)}` }];
	const perItem = expected.flatMap((each, at) => judgeItem(run, each, at));
	const struck = expected.filter(({ fails }, at) => fails === 'perhaps' && hasFailed(run, at));
	const tooMany = struck.length > mostStruck;
	return [
		...told,
		...perItem,
		...(tooMany ? [broken('apart', `${struck.length} items failed`)] : []),
	];
}

const NOTHING = () => 'There is an output, too';

function judgeItem(run: NodeRun, expected: Expected, at: number): Broken[] {
	const { id, fails, check, checkBeside = NOTHING } = expected;
	const outputs = run.items.filter(isOf(at));
	const errors = run.errorItems.filter(isOf(at));
	if (errors.length === 0) {
		const wrong = check(outputs);
		if (fails === 'always') return [broken('complete', `Item ${at} did not fail`)];
		return wrong === undefined ? [] : [broken('complete', `Item ${at}: ${wrong}`)];
	}
	const text = errors.map(textOf).join('\n');
	const beside = outputs.length > 0 ? checkBeside(outputs, text) : undefined;
	return [
		...(errors.length > 1 ? [broken('complete', `Item ${at} has several errors`)] : []),
		...(beside === undefined ? [] : [broken('complete', `Item ${at}: ${beside}`)]),
		...(fails === 'never' ? [broken('apart', `Item ${at} failed: ${text}`)] : []),
		...(names(text, id) ? [] : [broken('named', `Item ${at} is not named: ${text}`)]),
	];
}

function judgeStopped(run: NodeRun, expected: Expected[]): Broken[] {
	if (run.error === undefined) {
		return expected.flatMap((each, at) => judgeItem(run, each, at));
	}
	const text = textOf(run.error);
	const failed = expected.filter(({ fails }) => fails !== 'never');
	if (failed.length === 0) return [broken('apart', `The execution failed: ${text}`)];
	if (failed.some(({ id }) => names(text, id))) return [];
	return [broken('named', `Nothing that failed is named: ${text}`)];
}

function judgeText(text: string): Broken[] {
	const wrong: Broken[] = [];
	if (!/\w{3}/.test(text) || text.includes('undefined')) wrong.push(broken('named', text));
	// The advice for one item must not be given to the others, unless it is given once for all.
	const parts = text.split(/\n(?=Item \d+: )/);
	const misleads = (part: string) => OWN_WORDS.test(part) && part.includes('Base URL');
	if (parts.some(misleads)) wrong.push(broken('advice', text));
	if (/Who are you|Not for you/.test(text) && !/API Key/i.test(text)) {
		wrong.push(broken('advice', text));
	}
	return wrong;
}

/** The index of the input item of this output. */
export const itemOf = ({ pairedItem }: INodeExecutionData): number =>
	typeof pairedItem === 'object' && 'item' in pairedItem ? pairedItem.item : -1;

const isOf = (at: number) => (item: INodeExecutionData) => itemOf(item) === at;

const hasFailed = (run: NodeRun, at: number): boolean => run.errorItems.some(isOf(at));

/** Whether an error names the item. A rejected key concerns all items alike. */
const names = (text: string, id: string): boolean =>
	text.toLowerCase().includes(id.toLowerCase()) ||
	text.includes('rejected the API Key') ||
	text.includes('The Base URL in the credential is wrong');

export const broken = (rule: Broken['rule'], what: string): Broken => ({ rule, what });

/** Whether more requests were sent than are needed at most. */
export const judgeBudget = (requests: number, most: number): Broken[] =>
	requests > most ? [broken('budget', `${requests} requests instead of ${most}`)] : [];

/** Whether more accepted runs are not named than these errors call unknown. */
export function judgeTold(unnamed: number, errors: string[]): Broken[] {
	const text = errors.join('\n');
	const unknown = text.match(/unknown whether/gi)?.length ?? 0;
	return unnamed > unknown ? [broken('told', `${unnamed} are not named: ${text}`)] : [];
}

/** Of an item that cannot succeed, or one that a fault can hit. */
export function failsIf(isLost: boolean, isAtRisk: boolean): Expected['fails'] {
	if (isLost) return 'always';
	return isAtRisk ? 'perhaps' : 'never';
}

/** Expects one output with the right data. */
export const oneOutput =
	(isRight: (json: IDataObject) => boolean): Expected['check'] =>
	([output, ...others]) => {
		if (output === undefined || others.length > 0) return 'not one output';
		return isRight(output.json) ? undefined : JSON.stringify(output.json);
	};

export const sameId = (a: unknown, b: string): boolean =>
	String(a).toLowerCase() === b.toLowerCase();

/** The failure reason in the output of a run with this shown status; undefined if it did not fail. */
export const reasonOf = (status: string | null, reason: string): string | undefined =>
	status === 'failed' ? reason : undefined;

/** The run whose details the service does not return. */
export const unreadableOf = (seeded: string[], { oddDetailsStatus, oddRun = 0 }: Temper) =>
	oddDetailsStatus ? seeded[oddRun] : undefined;

/** The status as the service shows it. */
export function shownStatus(status: RunStatus, { oddStatus }: Temper): string {
	if (oddStatus === 'passing' && status === 'processing') return 'reviewing';
	return oddStatus === 'final' && status === 'failed' ? 'cancelled' : status;
}
