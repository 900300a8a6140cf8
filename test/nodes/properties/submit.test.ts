import { byKey } from '../../harness/deduplication';
import fc from 'fast-check';
import type { NodeRun } from '../../harness/n8n/runNode';
import type { Temper } from '../../harness/sandbox/dialects';
import {
	broken,
	type Expected,
	failsIf,
	judgeBudget,
	judgeItems,
	judgeTold,
	sameId,
	textOf,
	UNKNOWN,
} from './expected';
import {
	type Broken,
	itHolds,
	type Mode,
	modes,
	seldom,
	type Situation,
	TimedNode,
} from './property';
import { TRIES, writeMayFail } from './struck';
import { keyMetadata } from '../../../nodes/DocScore/resources/run/submission/findByKey';

const node = new TimedNode();

interface Input {
	/** The deduplication key of each item, empty for none; null for an unknown template. */
	keys: Array<string | null>;
	/** Whether to execute everything twice. */
	again: true | null;
	maxConcurrentRequests: number;
	mode: Mode;
}

const input: fc.Arbitrary<Input> = fc.record({
	keys: fc.oneof(
		fc.array(fc.constantFrom('', '', '', null), { minLength: 2, maxLength: 4 }),
		fc.array(fc.constantFrom('A-1', 'a-1', '7', '007'), { minLength: 2, maxLength: 4 }),
	),
	again: seldom(fc.constant(true)),
	maxConcurrentRequests: fc.constantFrom(5, 1),
	mode: modes,
});

/**
 * In these dialects, the node may be unable to find out whether a key was submitted before. It then submits
 * nothing.
 */
const UNSURE: Array<keyof Temper> = [
	'oddDetailsStatus',
	'metadataForm',
	'metadataValues',
	'detailsAfterMs',
];

async function execute(
	{ keys, mode, maxConcurrentRequests }: Input,
	template: string,
	lingerMs?: number,
): Promise<NodeRun> {
	const deduplication = keys.some((key) => key) && byKey('={{ $json.key }}');
	const run = {
		parameters: node.submission({
			additionalFields: { run_id: '={{ $json.name }}' },
			extraction_template_id: '={{ $json.template }}',
			options: { ...deduplication, maxConcurrentRequests },
		}),
		items: keys.map((key, at) => ({
			name: `Item ${at}`,
			key: key ?? '',
			template: key === null ? UNKNOWN : template,
		})),
	};
	return await node.runIn(mode, run, lingerMs);
}

/** Expects that nothing was submitted twice, and that each run is named or reported as unknown. */
async function judgeRuns(
	done: NodeRun[],
	{ keys, again }: Input,
	isCalm: boolean,
): Promise<Broken[]> {
	const runs = await node.control.runs();
	const errors = done.flatMap(({ error, errorItems }) => [error, ...errorItems]).map(textOf);
	const ids = done.flatMap(({ items }) => items.map(({ json }) => json.id));
	const isNamed = (id: string) =>
		ids.some((each) => sameId(each, id)) || errors.some((text) => text.toLowerCase().includes(id));
	const unnamed = runs.filter(({ id }) => !isNamed(id)).length;
	const times = (key: string) =>
		runs.filter(({ metadata }) => metadata.n8n_dedup_key === keyMetadata(key).n8n_dedup_key).length;
	const twice = keys.filter((key) => key !== null && key !== '' && times(key) > 1);
	const most = keys.filter((key) => key === '').length * (again ? 2 : 1);
	// A document whose template is unknown can stop all others.
	const never = isCalm && !keys.includes(null) ? keys.filter((key) => key && !times(key)) : [];
	const withoutKey = runs.filter(({ metadata }) => metadata.n8n_dedup_key === undefined).length;
	return [
		...judgeTold(unnamed, errors),
		...twice.map((key) => broken('once', `${key} was submitted ${times(String(key))} times`)),
		...never.map((key) => broken('once', `${key} was not submitted`)),
		...(withoutKey > most ? [broken('once', `${withoutKey} runs instead of ${most}`)] : []),
	];
}

async function judge({ dialect, faults, input: asked }: Situation<Input>) {
	await node.control.setRunPlan({ fixedResult: { outputSchema: {} } });
	await node.addFaults(faults);
	// A new template, because the process remembers what it submitted with each template.
	const template = await node.control.addTemplate('Invoice', { total: 'The total' });
	const done = [await execute(asked, template, asked.again ? 1_000 : undefined)];
	if (asked.again) done.push(await execute(asked, template));
	const submitted = await node.answered('submit');
	// Runs that are counted for this key but not listed may belong to another key.
	const isHidden =
		dialect.metadataEquality !== undefined &&
		(dialect.firstPageEmpty === true || dialect.totalCountOf === 'unlisted');
	const isCalm = !isHidden && !UNSURE.some((point) => point in dialect) && !writeMayFail(faults);
	const expected = asked.keys.map(
		(key): Expected => ({
			// If nothing was accepted, only an unknown template must be named.
			id: key === null ? UNKNOWN : '',
			fails: failsIf(key === null, !isCalm),
			check: (outputs) => (outputs.length === 1 ? undefined : `${outputs.length} outputs`),
		}),
	);
	return [
		...done.flatMap((run) => judgeItems(run, expected, asked.mode)),
		...(await judgeRuns(done, asked, isCalm)),
		...judgeBudget(submitted, TRIES * asked.keys.length * done.length),
	];
}

const TWICE: Input = {
	keys: ['A-1', 'A-1'],
	again: true,
	maxConcurrentRequests: 5,
	mode: 'stop',
};

itHolds(node, 'Submit', {
	endpoints: ['submit', 'query', 'details'],
	input,
	judge,
	examples: [
		// Submitted twice, because the first run was not listed yet, or never.
		{ dialect: { listedAfterMs: 3_000 }, faults: [], input: TWICE },
		{ dialect: { firstPageEmpty: true }, faults: [], input: TWICE },
		{ dialect: { totalCountOf: 'unlisted', oddRun: 0 }, faults: [], input: TWICE },
		// A different key was treated as the same.
		{
			dialect: { metadataEquality: 'caseless' },
			faults: [],
			input: { ...TWICE, keys: ['A-1', 'a-1'], again: null, maxConcurrentRequests: 1 },
		},
	],
});
