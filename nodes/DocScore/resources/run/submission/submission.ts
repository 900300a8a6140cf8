import type { IDataObject, INodeProperties } from 'n8n-workflow';
import {
	EXECUTION_METADATA,
	executionTags,
	recordRun,
	WORKFLOW_METADATA,
} from '../../../engine/executionData';
import { InputError } from '../../../engine/input/inputError';
import { journals } from '../../../engine/journal';
import type { DocumentOf, Execution, ItemTask } from '../../../engine/operation';
import { weakMemoize } from '../../../engine/weakMemoize';
import { ServiceError } from '../../../service/errors';
import { toResult } from '../../../service/result';
import type { SubmitRequest } from '../../../service/types';
import {
	type DocumentFiles,
	type FilesField,
	filesFields,
	type FilesOption,
	filesOptions,
} from '../files/documentFiles';
import { adviseOn } from '../files/fileUrlAdvice';
import { readFileUrls } from '../files/fileUrls';
import { type ChosenFile, chooseFiles, hintOneRun, readItemFiles } from '../files/itemFiles';
import { type Deduplication, deduplicationOption, keyOf, readDeduplication } from './deduplication';
import { DEDUPLICATION_METADATA } from './findByKey';
import { RecentSubmissions } from './recentSubmissions';
import { noteAccepted } from '../waiting/lateVisibility';
import { type Submitted, Submitter } from './submitter';
import { additionalFieldsOf } from '../../../fields/additionalFields';
import { metadataFieldsOf, readMetadata } from '../../../fields/metadata';
import { requireTemplateId, templateLocator } from '../../../fields/templateLocator';

type SubmissionField = FilesField | 'extraction_template_id';

/** What Submit and Submit and Wait share: their fields, and the submission. */
export const submissionFields: Array<INodeProperties & { name: SubmissionField }> = [
	...filesFields,
	{
		...templateLocator('The extraction template that defines which fields to find'),
		required: true,
	},
];

/** What a run can carry besides its files. */
export const additionalFields = additionalFieldsOf({
	description: 'A name and your own data for the run',
	options: [
		{
			displayName: 'Agent Name',
			name: 'agent_name',
			type: 'string',
			default: '',
			placeholder: 'e.g. accounts-payable',
			description: 'Who or what submits the files, used for tracking',
		},
		...metadataFieldsOf('run'),
		{
			displayName: 'Run Name',
			name: 'run_id',
			type: 'string',
			default: '',
			placeholder: 'e.g. Invoice 2026-118',
			description: 'A name that helps you recognize and search for the run',
		},
	],
});

type SubmissionOption = FilesOption | 'checkOnly' | 'deduplication' | 'tagWithExecution';

export const submissionOptions: Array<INodeProperties & { name: SubmissionOption }> = [
	{
		displayName: 'Check Only',
		name: 'checkOnly',
		type: 'boolean',
		default: true,
		description:
			'Whether to check the documents and the settings without submitting anything. The output has an item for each document with its files, the template and what is wrong.',
	},
	deduplicationOption,
	...filesOptions,
	{
		displayName: 'Tag With Execution',
		name: 'tagWithExecution',
		type: 'boolean',
		default: true,
		description: `Whether to add the IDs of the n8n workflow and execution to the metadata of the run, as ${WORKFLOW_METADATA} and ${EXECUTION_METADATA}. Get Many then finds the runs of an execution.`,
	},
];

/** As long as the process lives. */
const recent = new RecentSubmissions();

const submitterOf = weakMemoize(
	({ client, cancellation, account }: Execution) =>
		new Submitter(client, cancellation, recent, account.fingerprint),
);

export interface PreparedSubmission {
	/** What identifies the document in the next try. */
	place: number | string;
	request: Omit<SubmitRequest, 'files'>;
	files: DocumentFiles;
	/** Returns the deduplication key; null without one. */
	key: (() => Promise<string>) | null;
}

export type SubmissionTask = ItemTask<SubmissionField | 'additionalFields', SubmissionOption>;

/** What all documents of an item share. */
type Shared = Pick<PreparedSubmission, 'request'> & { deduplication: Deduplication | null };

/** The item's document, or each of its documents. @throws InputError */
export async function readSubmissions(
	task: SubmissionTask,
): Promise<PreparedSubmission | Array<DocumentOf<PreparedSubmission>>> {
	const { input, itemIndex } = task;
	const shared = readShared(task);
	if (input.choice('filesFrom', ['url', 'input']) === 'url') {
		return complete(shared, await readUrls(task), itemIndex);
	}
	const several = input.choice('severalFiles', ['oneDocument', 'documentEach']);
	const chosen = await chooseFiles(task);
	if (several === 'oneDocument') {
		hintOneRun(task, chosen.length);
		return complete(shared, await readItemFiles(task, chosen), itemIndex);
	}
	const documents: Array<DocumentOf<PreparedSubmission>> = [];
	for (const file of chosen) {
		const prepared = await toResult(readDocument(task, shared, file));
		documents.push({ name: file.name, prepared });
	}
	return documents;
}

/** One of several documents of the item. @throws InputError */
async function readDocument(
	task: SubmissionTask,
	{ request, deduplication }: Shared,
	file: ChosenFile,
): Promise<PreparedSubmission> {
	const { run_id: runName } = request;
	const run_id = runName === undefined ? file.fileName : `${runName} - ${file.fileName}`;
	const own = {
		request: { ...request, run_id },
		deduplication:
			deduplication?.by === 'key'
				? { ...deduplication, key: `${deduplication.key}/${file.part}` }
				: deduplication,
	};
	const files = await readItemFiles(task, [file]);
	return complete(own, files, `${task.itemIndex}/${file.part}`);
}

/** @throws InputError */
function complete(
	{ request, deduplication }: Shared,
	files: DocumentFiles,
	place: number | string,
): PreparedSubmission {
	return { place, request, files, key: keyOf(deduplication, files) };
}

/** @throws InputError */
function readShared(task: SubmissionTask): Shared {
	const { input, options, context } = task;
	const details = input.collection('additionalFields');
	const deduplication = readDeduplication(options);
	const given = readMetadata(details);
	const tags = options.isOn('tagWithExecution') ? executionTags(context) : {};
	checkOwn(given, [...(deduplication ? [DEDUPLICATION_METADATA] : []), ...Object.keys(tags)]);
	const metadata = { ...given, ...tags };
	const runName = details.text('run_id');
	const agentName = details.text('agent_name');
	const request = {
		extraction_template_id: requireTemplateId(input),
		...(runName === '' ? {} : { run_id: runName }),
		...(agentName === '' ? {} : { agent_name: agentName }),
		...(Object.keys(metadata).length === 0 ? {} : { metadata }),
	};
	return { request, deduplication };
}

/** @throws InputError if an option would overwrite the user's metadata */
function checkOwn(metadata: IDataObject, names: string[]): void {
	const taken = names.find((name) => Object.hasOwn(metadata, name));
	if (taken === undefined) return;
	const advice = 'Use another name, or remove the options for deduplication and Tag With Execution';
	throw new InputError('Metadata', taken, 'has a name that an option of the node uses', advice);
}

/** @throws InputError */
async function readUrls({ input, context }: SubmissionTask): Promise<DocumentFiles> {
	const urls = readFileUrls(input);
	const onFailure = await adviseOn(context, urls);
	const parts = urls.map((name) => ({ name, type: null, bytes: null }));
	return { parts, urls: async () => await Promise.resolve(urls), onFailure };
}

const journal = journals<Submitted>();

/**
 * Submits the files, or returns the run with the same deduplication key or from an earlier try of
 * n8n's Retry On Fail, which `isEarlier` tells.
 */
export async function submitRun(
	execution: Execution,
	{ place, request, files, key }: PreparedSubmission,
): Promise<Submitted & { isEarlier: boolean }> {
	const submitter = submitterOf(execution);
	const submit = async () => {
		const sent = { files: { ...files, urls: async () => await linksTo(files) }, ...request };
		const submitted = await submitter.submit(sent, key && (await key()));
		execution.tally[submitted.deduplicated ? 'reused' : 'submitted']++;
		return submitted;
	};
	const { extraction_template_id: template } = request;
	const find = async () => (key ? await submitter.findUnknown(template, await key()) : null);
	const known = journal(execution.context);
	const isEarlier = known.has(place);
	const submitted = await known.once(place, submit, find);
	if (execution.accepted.addRun(submitted.id)) recordRun(execution.context, submitted.id);
	noteAccepted(submitted.id);
	return { ...submitted, isEarlier };
}

/** @throws ServiceError if n8n no longer makes links, which proves that nothing was sent */
async function linksTo(files: DocumentFiles): Promise<string[]> {
	const made = await toResult(files.urls());
	if (made.ok) return made.value;
	const { error } = made;
	if (!(error instanceof InputError)) throw error;
	const { message, description } = error;
	throw new ServiceError(message, { description, outcome: 'rejected', transient: false });
}

/** Lets the next try submit the document again, because this run has failed. */
export function submitAgain(
	execution: Execution,
	{ place }: PreparedSubmission,
	failedRun: string,
): void {
	journal(execution.context).forget(place);
	execution.accepted.failRun(failedRun);
}
