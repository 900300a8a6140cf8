import fc from 'fast-check';
import type { INodeExecutionData } from 'n8n-workflow';
import { readStored } from '../../harness/n8n/binaryStore';
import type { RunStatus } from '../../sandbox/records';
import { download } from '../download/downloads';
import {
	type Expected,
	failsIf,
	itemOf,
	judgeBudget,
	judgeItems,
	sameId,
	UNKNOWN,
	unreadableOf,
} from './expected';
import { itHolds, type Mode, modes, type Situation, TimedNode } from './property';
import { mayFail, strikes, TRIES } from './struck';

const node = new TimedNode();

interface Input {
	/** Status and number of files of each run; null for an unknown run. */
	runs: Array<{ status: RunStatus; files: number } | null>;
	mode: Mode;
}

const run = fc.record({
	status: fc.constantFrom<RunStatus>('completed', 'completed', 'failed', 'pending'),
	files: fc.nat({ max: 2 }),
});

const input: fc.Arbitrary<Input> = fc.record({
	runs: fc.array(fc.oneof({ weight: 4, arbitrary: run }, fc.constant(null)), {
		minLength: 2,
		maxLength: 4,
	}),
	mode: modes,
});

const namesOf = (at: number, files: number): string[] =>
	Array.from({ length: files }, (_, file) => `${at}-${file}.pdf`);

/** The name and content of the item's file, or what is wrong with it. */
async function contentOf({ json, binary }: INodeExecutionData, id: string): Promise<string> {
	if (!sameId(json.runId, id) || binary?.data === undefined) return JSON.stringify(json);
	const content = String(await readStored(binary.data)).replace('%PDF-1.7\n', '');
	return content === json.fileName ? content : `${content} as ${String(json.fileName)}`;
}

async function judge({ dialect, faults, input: { runs, mode } }: Situation<Input>) {
	const ids: string[] = [];
	for (const [at, each] of runs.entries()) {
		const spec = each && { status: each.status, files: namesOf(at, each.files) };
		const seeded = spec ? await node.control.seedRuns([{ ...spec, createdAgoMs: 60_000 }]) : [];
		ids.push(seeded[0] ?? UNKNOWN);
	}
	await node.addFaults(faults);
	const done = await node.runIn(mode, {
		parameters: download(),
		items: ids.map((id) => ({ id })),
	});
	const seeded = ids.filter((id) => id !== UNKNOWN);
	const unreadable = unreadableOf(seeded, dialect);
	const contents = new Map<INodeExecutionData, string>();
	for (const item of done.items) contents.set(item, await contentOf(item, ids[itemOf(item)] ?? ''));
	const expected = runs.map((each, at): Expected => {
		const id = ids[at] ?? '';
		const isLost = each === null || each.status !== 'completed' || id === unreadable;
		const told = dialect.filesForm === undefined ? (each?.files ?? 0) : 0;
		const due = isLost ? [] : namesOf(at, told);
		const gotOf = (outputs: INodeExecutionData[]) => outputs.map((each) => contents.get(each));
		return {
			id,
			fails: failsIf(isLost, mayFail(faults)),
			check: (outputs) => {
				const got = JSON.stringify(gotOf(outputs));
				return got === JSON.stringify(due) ? undefined : got;
			},
			// Each file is either in the output, in order, or named in the error.
			checkBeside: (outputs, text) => {
				const got = gotOf(outputs);
				const isRight =
					JSON.stringify(got) === JSON.stringify(due.filter((name) => !text.includes(name)));
				return isRight && got.length < due.length
					? undefined
					: `${JSON.stringify(got)} of ${due.length}, and ${text}`;
			},
		};
	});
	const requests = await node.answered('details', 'files');
	const most = runs.reduce((sum, each) => sum + TRIES * (1 + (each?.files ?? 0)), 0);
	return [...judgeItems(done, expected, mode, strikes(faults)), ...judgeBudget(requests, most)];
}

itHolds(node, 'Download Files', {
	endpoints: ['details', 'files'],
	input,
	judge,
	examples: [
		// The advice to check the API Key was missing if another item had failed before.
		{
			dialect: {},
			faults: [
				{ fault: '403', endpoint: 'details', after: 1, times: null },
				{ fault: '400', endpoint: 'details', after: 0, times: null },
			],
			input: {
				runs: [
					{ status: 'completed', files: 0 },
					{ status: 'completed', files: 0 },
				],
				mode: 'stop',
			},
		},
	],
});
