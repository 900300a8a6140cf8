import type { IBinaryData, IDataObject } from 'n8n-workflow';
import { checkHttpUrl } from '../../engine/checks';
import { defineOperation, type Execution, type OutputItem } from '../../engine/operation';
import { RunError, ServiceError } from '../../service/errors';
import { textOrNull } from '../../service/json';
import { settle } from '../../service/settle';
import type { Run, SupportingDocument } from '../../service/types';
import { readRunId, runLocator } from '../../fields/runLocator';

interface FetchedFile {
	json: IDataObject;
	binary: IBinaryData;
}

export const downloadFiles = defineOperation({
	name: 'Download Files',
	value: 'downloadFiles',
	action: 'Download the files of a run',
	description: 'Download the supporting documents of a completed run as binary data',
	properties: [
		runLocator,
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
			default: false,
			description:
				'Whether to put all files of a run on one item, in fields numbered like data_0 and data_1',
		},
		{
			displayName: 'File Name Pattern',
			name: 'pattern',
			type: 'string',
			default: '',
			placeholder: 'e.g. *.pdf',
			description:
				'Only files whose whole name matches; * stands for any text, ? for one character',
		},
	],
	prepare({ input, options }) {
		const runId = readRunId(input);
		const field = input.text('binaryPropertyName');
		const matches = matcher(options.text('pattern'));
		const oneItem = options.flag('oneItem');
		return async (execution) => {
			const run = await execution.client.details(runId);
			if (run.status !== 'completed') throw noFilesYet(run);
			const wanted = run.files.filter(({ name }) => matches(name ?? ''));
			const files = await Promise.all(
				wanted.map(async (file) => await fetchFile(execution, run, file)),
			);
			return oneItem ? [onOneItem(run, files, field)] : files.map((file) => onItem(file, field));
		};
	},
});

async function fetchFile(
	{ client, context }: Execution,
	run: Run,
	file: SupportingDocument,
): Promise<FetchedFile> {
	const { name } = file;
	const shown = `${name ?? file.id ?? 'a file without a name'} of run ${run.id}`;
	if (file.url === null) throw new RunError(`There is no link to ${shown}`, run.id, {});
	const url = checkHttpUrl(`The link to ${shown}`, file.url);
	const fetched = await settle(
		client.download(url, async ({ content, headers }) => {
			const mimeType = textOrNull(headers['content-type'])?.split(';')[0]?.trim();
			return await context.helpers.prepareBinaryData(content, name ?? undefined, mimeType);
		}),
	);
	if (fetched.ok) {
		const json = { runId: run.id, runName: run.name, fileId: file.id, fileName: name };
		return { json, binary: fetched.value };
	}
	const { error } = fetched;
	if (!(error instanceof ServiceError)) throw error;
	const message = `Could not download ${shown}: ${error.message}`;
	throw new RunError(message, run.id, { description: error.details.description, cause: error });
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

function noFilesYet({ id, status }: Run): RunError {
	const message = `Run ${id} has no files: its status is ${status ?? 'unknown'}`;
	const description = 'The service gives the files of completed runs only. Use Wait before.';
	return new RunError(message, id, { description });
}

/** Without regard to case, as file systems and people differ in it. */
function matcher(pattern: string): (name: string) => boolean {
	if (pattern === '') return () => true;
	const literal = pattern.replace(/[.+^${}()|[\]\\]/g, '\\$&');
	const expression = new RegExp(`^${literal.replace(/\*/g, '.*').replace(/\?/g, '.')}$`, 'is');
	return (name) => expression.test(name);
}
