import { isObject, parseJson } from '../../nodes/DocScore/service/json';
import type { Sandbox } from '../harness/sandbox/sandbox';

export interface Answer {
	status: number;
	/** The parsed body; null if it is not a JSON object. */
	body: Record<string, unknown> | null;
	text: string;
}

/** A client for tests of the sandbox, independent of the nodes. */
export async function post(
	sandbox: Pick<Sandbox, 'baseUrl' | 'key'>,
	path: string,
	body: unknown,
	headers: Record<string, string> = {},
): Promise<Answer> {
	return await answerOf(
		await fetch(sandbox.baseUrl + path, {
			method: 'POST',
			headers: {
				authorization: `Bearer ${sandbox.key}`,
				'content-type': 'application/json',
				...headers,
			},
			body: typeof body === 'string' ? body : JSON.stringify(body),
		}),
	);
}

export async function answerOf(response: Response): Promise<Answer> {
	const text = await response.text();
	const body = parseJson(text);
	return { status: response.status, body: isObject(body) ? body : null, text };
}

export const paths = {
	submit: '/workflows/submit',
	query: '/workflows/runs/getData',
	details: '/workflows/runs/getDetails',
	template: '/workflows/extractionTemplates/getById',
	recording: '/scoring/submitRecording',
};

export const unknownId = '00000000-0000-4000-8000-000000000000';

/** Submits files with a template and returns the ID of the run. */
export async function submit(
	sandbox: Sandbox,
	fileUrls: string[],
	more: Record<string, unknown> = {},
): Promise<string> {
	const { body, text } = await post(sandbox, paths.submit, {
		file_urls: fileUrls,
		extraction_template_id: sandbox.templates.invoice,
		...more,
	});
	if (typeof body?.doc_id !== 'string') throw new Error(`Not accepted: ${text}`);
	return body.doc_id;
}

interface Doc {
	id: string;
	filename: string;
	status: string;
	created_time: string;
	output_schema?: Record<string, { value: string | null; reasoning: string | null }>;
	metadata?: Record<string, unknown>;
	supportingDocs?: Array<{ id: string; filename: string; filenameUrl: string }>;
	failure_reason?: string;
}

export async function details(sandbox: Sandbox, id: string): Promise<Doc> {
	const { text } = await post(sandbox, paths.details, { id });
	const answer: { doc: Doc } = JSON.parse(text);
	return answer.doc;
}

export async function query(sandbox: Sandbox, body: Record<string, unknown>) {
	const { text } = await post(sandbox, paths.query, body);
	const answer: {
		docs: Doc[];
		pagination: { currentPage: number; totalPages: number; totalCount: number; limit: number };
	} = JSON.parse(text);
	return answer;
}

/** Submits files, advances the clock and returns the finished run. */
export async function runThrough(
	sandbox: Sandbox,
	fileUrls: string[],
	templateId: string,
): Promise<Doc> {
	const id = await submit(sandbox, fileUrls, { extraction_template_id: templateId });
	await sandbox.control.advance(5000);
	return await details(sandbox, id);
}
