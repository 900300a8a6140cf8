import type { INodeProperties } from 'n8n-workflow';
import { InputError } from '../../../engine/input/inputError';
import { journals } from '../../../engine/journal';
import type { Execution, ItemTask } from '../../../engine/operation';
import { weakMemoize } from '../../../engine/weakMemoize';
import { isObject } from '../../../service/json';
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
import { readItemFiles } from '../files/itemFiles';
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
		...templateLocator(
			'extraction_template_id',
			'The extraction template that defines which fields to find',
		),
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

type SubmissionOption = FilesOption | 'deduplicationKey';

export const submissionOptions: Array<INodeProperties & { name: SubmissionOption }> = [
	{
		displayName: 'Deduplication Key',
		name: 'deduplicationKey',
		type: 'string',
		default: '',
		placeholder: 'e.g. {{ $json.messageId }}',
		description:
			'A text that identifies the document, such as the email ID, the file name or a checksum. If a run with this key exists and has not failed, the node returns it instead of submitting the document again. Other workers, and n8n after a restart, find a run only once the service lists it.',
	},
	...filesOptions,
];

/** As long as the process lives. */
const recent = new RecentSubmissions();

const submitterOf = weakMemoize(
	({ client, cancellation, account }: Execution) =>
		new Submitter(client, cancellation, recent, account.fingerprint),
);

export interface PreparedSubmission {
	request: Omit<SubmitRequest, 'file_urls'>;
	files: DocumentFiles;
	/** Returns the deduplication key; null without one. */
	key: (() => Promise<string>) | null;
}

/** @throws InputError */
export async function readSubmission(
	task: ItemTask<SubmissionField | 'additionalFields', SubmissionOption>,
): Promise<PreparedSubmission> {
	const { input } = task;
	const details = input.collection('additionalFields');
	const metadata = readMetadata(details);
	const runName = details.text('run_id');
	const agentName = details.text('agent_name');
	const request = {
		extraction_template_id: requireTemplateId(input, 'extraction_template_id'),
		...(runName === '' ? {} : { run_id: runName }),
		...(agentName === '' ? {} : { agent_name: agentName }),
		...(Object.keys(metadata).length === 0 ? {} : { metadata }),
	};
	const files = await readFiles(task);
	return { request, files, key: readKey(task, files) };
}

/** @throws InputError */
async function readFiles(
	task: ItemTask<SubmissionField, SubmissionOption>,
): Promise<DocumentFiles> {
	const { input, context } = task;
	if (input.choice('filesFrom', ['url', 'input']) === 'input') return await readItemFiles(task);
	const urls = readFileUrls(input);
	const onFailure = await adviseOn(context, urls);
	return { urls: async () => await Promise.resolve(urls), onFailure };
}

/** @throws InputError */
function readKey(
	task: ItemTask<SubmissionField, SubmissionOption>,
	{ digest }: DocumentFiles,
): PreparedSubmission['key'] {
	const { options } = task;
	const key = readDeduplicationKey(task);
	if (!options.flag('deduplicateByContent')) return key === null ? null : async () => key;
	const label = options.label('deduplicateByContent');
	if (key !== null) {
		const advice = 'Remove one of the two options';
		throw new InputError(label, '', 'cannot be combined with Deduplication Key', advice);
	}
	if (digest) return async () => `sha256:${await digest()}`;
	const advice = 'Set Files to From Input Data, or use Deduplication Key instead';
	throw new InputError(label, '', 'needs Files to be From Input Data', advice);
}

/** An added but empty option is an error, because each document would be paid for again. */
function readDeduplicationKey({
	options,
	context,
	itemIndex,
}: ItemTask<SubmissionField, SubmissionOption>): string | null {
	const key = options.text('deduplicationKey');
	if (key !== '') return key;
	const given: unknown = context.getNodeParameter('options', itemIndex, {});
	if (!isObject(given) || !('deduplicationKey' in given)) return null;
	const advice =
		'Enter a value that identifies the document, such as its number, or remove the option';
	throw new InputError(options.label('deduplicationKey'), key, 'is empty', advice);
}

const journal = journals<Submitted>();

/**
 * Submits the files, or returns the run with the same deduplication key or from an earlier try of
 * n8n's Retry On Fail.
 */
export async function submitRun(
	execution: Execution,
	{ request, files, key }: PreparedSubmission,
	itemIndex: number,
): Promise<Submitted> {
	const submitter = submitterOf(execution);
	const submit = async () => {
		const complete = { file_urls: await files.urls(), ...request };
		return await submitter.submit(complete, key && (await key()));
	};
	const { extraction_template_id: template } = request;
	const find = async () => (key ? await submitter.findUnknown(template, await key()) : null);
	const submitted = await journal(execution.context).once(itemIndex, submit, find);
	execution.accepted.addRun(submitted.id);
	noteAccepted(submitted.id);
	return submitted;
}

/** Lets the next try submit the document again, because this run has failed. */
export function submitAgain(execution: Execution, itemIndex: number, failedRun: string): void {
	journal(execution.context).forget(itemIndex);
	execution.accepted.failRun(failedRun);
}
