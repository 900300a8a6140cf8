import { gatherHint } from '../../engine/hintOnce';
import type { Input } from '../../engine/input/input';
import { InputError } from '../../engine/input/inputError';
import { defineOperation, type OutputItem, PartialError } from '../../engine/operation';
import { completedRunLocator, readRunId } from '../../fields/runLocator';
import { RunError } from '../../service/errors';
import type { Run } from '../../service/types';
import { counted, LOOK_AT_EXPRESSION, saidBy, sentences } from '../../service/messages';
import { type FetchedFile, fetchFiles } from './download/fetchFiles';
import { readDetails } from './waiting/lateVisibility';

export const downloadFiles = defineOperation({
	name: 'Download Files',
	value: 'downloadFiles',
	action: 'Download documents of run',
	description: 'Download the supporting documents of a completed run as binary data',
	properties: [
		completedRunLocator,
		{
			displayName: 'Put Output File in Field',
			name: 'binaryPropertyName',
			type: 'string',
			required: true,
			default: 'data',
			placeholder: 'e.g. data',
			description: 'The name of the output field to put a file in',
		},
	],
	options: [
		{
			displayName: 'All Files on One Item',
			name: 'oneItem',
			type: 'boolean',
			default: true,
			description:
				'Whether to put all files of a run into one item, in numbered fields such as data_0 and data_1',
		},
	],
	prepare({ input, options, itemIndex }) {
		const runId = readRunId(input);
		const field = readField(input);
		const oneItem = options.isOn('oneItem');
		return async (execution) => {
			const run = await readDetails(execution, runId);
			if (run.status !== 'completed') throw noFilesYet(run);
			const { files, errors } = await fetchFiles(execution, run);
			const output = oneItem
				? [onOneItem(run, files, field)]
				: files.map((file) => onItem(file, field));
			const [first] = errors;
			if (output.length === 0 && errors.length === 0)
				gatherHint(execution.context, tellNoFiles, itemIndex, `run ${run.id}`);
			if (first === undefined) return output;
			// If many files fail for one reason, it is shown once. The first message is that of the error itself.
			const told = new Set(
				errors.flatMap(({ message, details }) => [message, details.description]).slice(1),
			);
			throw new PartialError(files.length > 0 ? output : [], first.message, run.id, {
				...first.details,
				runName: run.name,
				description: [...told].filter((text) => text).join('\n'),
			});
		};
	},
});

const tellNoFiles = (list: string, count: number): string =>
	`No item is output for ${counted(count, 'run')} without files. ${list}.`;

/** @throws InputError */
function readField(input: Input<'binaryPropertyName'>): string {
	const field = input.text('binaryPropertyName');
	if (field !== '') return field;
	const advice = `Enter a field name, such as data. ${LOOK_AT_EXPRESSION}`;
	throw new InputError(input.label('binaryPropertyName'), field, 'is empty', advice);
}

function onItem({ json, binary }: FetchedFile, field: string): OutputItem {
	return { json, binary: { [field]: binary } };
}

function onOneItem(run: Run, files: FetchedFile[], field: string): OutputItem {
	const listed = files.map(({ json }, at) => ({
		fileId: json.fileId,
		fileName: json.fileName,
		field: `${field}_${at}`,
	}));
	const binaries = files.map(({ binary }, at) => [`${field}_${at}`, binary] as const);
	return {
		json: { runId: run.id, runName: run.name, files: listed },
		binary: Object.fromEntries(binaries),
	};
}

function noFilesYet({ id, name, status, failureReason }: Run): RunError {
	const known = { runName: name, failureReason };
	if (status === 'failed') {
		const description = sentences(
			'Failed runs have no files. Fix the document, then submit it again',
			saidBy(failureReason),
		);
		return new RunError(`Run ${id} has no files because it failed`, id, { description, ...known });
	}
	const message = `Run ${id} has no files yet: its status is ${status ?? 'unknown'}`;
	const description =
		'Only completed runs have files. Add a DocScore node with the operation Wait before this node';
	return new RunError(message, id, { description, ...known });
}
