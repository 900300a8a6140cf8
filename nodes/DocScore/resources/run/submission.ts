import type { INodeProperties } from 'n8n-workflow';
import { checkHttpUrl, checkUuid } from '../../engine/checks';
import { type Input, InputError } from '../../engine/input';
import type { Execution, ItemTask } from '../../engine/operation';
import { onceFor } from '../../engine/onceFor';
import { isObject, parseJson } from '../../service/json';
import type { SubmitRequest } from '../../service/types';
import { RecentSubmissions } from './recentSubmissions';
import { type Submitted, Submitter } from './submitter';
import { metadataFields, readMetadata } from '../../fields/metadata';

type SubmissionField =
	| 'file_urls'
	| 'extraction_template_id'
	| 'run_id'
	| 'agent_name'
	| 'metadataMode'
	| 'metadata'
	| 'metadataJson';

/** What Submit and Submit and Wait have in common: their fields, and the submission itself. */
export const submissionFields: Array<INodeProperties & { name: SubmissionField }> = [
	{
		displayName: 'File URLs',
		name: 'file_urls',
		type: 'string',
		typeOptions: { rows: 2 },
		required: true,
		default: '',
		placeholder: 'e.g. https://files.example.com/invoice.pdf',
		description:
			'The files of one document: one URL per line, or an expression that gives a list of URLs. Images (PNG, JPG, JPEG, GIF, WEBP) and PDFs are supported.',
		hint: 'The service fetches the files itself, so the URLs must be public or presigned',
	},
	{
		displayName: 'Template ID',
		name: 'extraction_template_id',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. 5f0c2b1e-8a94-4d3b-9c61-0d5a7e4f2b18',
		description: 'The extraction template that tells which fields to find',
	},
	{
		displayName: 'Run Name',
		name: 'run_id',
		type: 'string',
		default: '',
		placeholder: 'e.g. Invoice 2026-118',
		description: 'A name to recognise the run by; lists show it and can be searched for it',
	},
	{
		displayName: 'Agent Name',
		name: 'agent_name',
		type: 'string',
		default: '',
		placeholder: 'e.g. accounts-payable',
		description: 'Who or what submits the files, for tracking',
	},
	...metadataFields,
];

export const deduplicationOption: INodeProperties & { name: 'deduplicationKey' } = {
	displayName: 'Deduplication Key',
	name: 'deduplicationKey',
	type: 'string',
	default: '',
	placeholder: 'e.g. {{ $json.invoiceNumber }}',
	description:
		'A text that is the same whenever the same document comes again, such as its number or checksum. A run that carries it and has not failed is returned instead of submitting the document a second time.',
};

/** For as long as the process lives. */
const recent = new RecentSubmissions();

const submitterOf = onceFor(
	({ client, stop, account }: Execution) => new Submitter(client, stop, recent, account.print),
);

export interface PreparedSubmission {
	request: SubmitRequest;
	/** Null for none. */
	deduplicationKey: string | null;
}

/** @throws InputError */
export function readSubmission(
	task: ItemTask<SubmissionField, 'deduplicationKey'>,
): PreparedSubmission {
	const { input } = task;
	const where = 'as shown in the dashboard of the service';
	const metadata = readMetadata(input);
	const runName = input.text('run_id');
	const agentName = input.text('agent_name');
	const request = {
		file_urls: readFileUrls(input),
		extraction_template_id: checkUuid('Template ID', input.text('extraction_template_id'), where),
		...(runName === '' ? {} : { run_id: runName }),
		...(agentName === '' ? {} : { agent_name: agentName }),
		...(Object.keys(metadata).length === 0 ? {} : { metadata }),
	};
	return { request, deduplicationKey: readDeduplicationKey(task) };
}

/** An option that was added and gives nothing is a mistake: each document would be paid for anew. */
function readDeduplicationKey({
	options,
	context,
	itemIndex,
}: ItemTask<SubmissionField, 'deduplicationKey'>): string | null {
	const key = options.text('deduplicationKey');
	if (key !== '') return key;
	const given: unknown = context.getNodeParameter('options', itemIndex, {});
	if (!isObject(given) || !('deduplicationKey' in given)) return null;
	const advice = 'Enter what tells the document from others, or remove the option';
	throw new InputError(options.label('deduplicationKey'), key, 'is empty', advice);
}

/** Submits the files, or finds the run that was submitted for their deduplication key. */
export async function submitRun(
	execution: Execution,
	{ request, deduplicationKey }: PreparedSubmission,
): Promise<Submitted> {
	const submitted = await submitterOf(execution).submit(request, deduplicationKey);
	execution.accepted(submitted.id);
	return submitted;
}

function readFileUrls(input: Input<SubmissionField>): string[] {
	const given = input.value('file_urls');
	const urls = listOf(given).map((url) => {
		if (typeof url === 'string') return checkHttpUrl('File URLs', url.trim());
		throw new InputError('File URLs', url, 'holds something that is no text', 'Give only URLs');
	});
	if (urls.length > 0) return urls;
	throw new InputError('File URLs', given, 'is empty', 'Enter the URL of at least one file');
}

/**
 * A list, a list written as JSON (as an expression amid text gives it), or URLs between white space or
 * commas. A comma that no further URL follows is part of one.
 */
function listOf(given: unknown): unknown[] {
	if (Array.isArray(given)) return given;
	if (typeof given !== 'string') return [given];
	const parsed = given.trim().startsWith('[') ? parseJson(given) : undefined;
	if (Array.isArray(parsed)) return parsed;
	return given.split(/,?\s+|,(?=https?:\/\/)/i).filter((url) => url !== '');
}
