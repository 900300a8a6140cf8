import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from './errors';
import { countOrNull, isObject, textOrNull } from './json';
import { readRun, readSummary } from './readRun';
import type { Download, Transport } from './transport';
import type {
	RecordingUpload,
	Run,
	RunPage,
	RunQuery,
	Submission,
	SubmitRequest,
	Template,
} from './types';

/** Of silence on the connection, not of the whole upload. */
const UPLOAD_TIMEOUT_MS = 300_000;

/** The service's operations (docs/service.md, Conventions), each answer checked before it is handed on. */
export class DocScoreClient {
	constructor(private readonly transport: Transport) {}

	/**
	 * Not idempotent: an error whose outcome is unknown may hide an accepted run (docs/service.md,
	 * Submit).
	 */
	async submit(request: SubmitRequest): Promise<Submission> {
		const answer = await this.transport.writeJson('/workflows/submit', { ...request });
		const id = textOrNull(answer.doc_id);
		if (id === null) throw unexpected('a submission', 'without a doc_id', answer);
		return { id, message: textOrNull(answer.message) };
	}

	/** A page of a list (docs/service.md, Query). */
	async query(query: RunQuery): Promise<RunPage> {
		const answer = await this.transport.read('/workflows/runs/getData', { ...query });
		if (!Array.isArray(answer.docs)) throw unexpected('a query', 'without a list of docs', answer);
		const pagination = isObject(answer.pagination) ? answer.pagination : {};
		return {
			runs: answer.docs.map((doc: unknown) => {
				const run = readSummary(doc);
				if (run === null) throw unexpected('a query', 'with a run that has no id', answer);
				return run;
			}),
			totalCount: countOrNull(pagination.totalCount),
		};
	}

	/** All that is known of a run (docs/service.md, Details). */
	async details(id: string): Promise<Run> {
		const answer = await this.transport.read('/workflows/runs/getDetails', { id });
		const run = readRun(answer);
		if (run === null) throw unexpected('a run', 'without a doc that has an id', answer);
		return run;
	}

	/** docs/service.md, Template. */
	async template(id: string): Promise<Template> {
		const answer = await this.transport.read('/workflows/extractionTemplates/getById', { id });
		const doc = isObject(answer.doc) ? answer.doc : {};
		const known = textOrNull(doc.id);
		if (known === null) throw unexpected('a template', 'without a doc that has an id', answer);
		return {
			id: known,
			name: textOrNull(doc.name),
			orgId: textOrNull(doc.org_id),
			instructions: isObject(doc.evaluation_schema) ? doc.evaluation_schema : {},
			raw: doc,
		};
	}

	/**
	 * Not idempotent, like a submission. Gives the whole answer, since it is left open which
	 * identifier it may hold (docs/service.md, Recording).
	 */
	async upload({ file, parts }: RecordingUpload): Promise<IDataObject> {
		return await this.transport.write(() => {
			const body = new FormData();
			for (const [name, value] of parts) body.append(name, value);
			// Its name is its own: given here, the form would make a copy that is not streamed.
			body.append('file', file);
			return { path: '/scoring/submitRecording', body, timeoutMs: UPLOAD_TIMEOUT_MS };
		});
	}

	/**
	 * Hands the content of a presigned URL to `consume`, again from the start where a passing failure
	 * broke it off.
	 */
	async download<T>(url: string, consume: (file: Download) => Promise<T>): Promise<T> {
		return await this.transport.download(url, consume);
	}
}

export type RunLister = Pick<DocScoreClient, 'query'>;
export type RunReader = Pick<DocScoreClient, 'details'>;

function unexpected(asked: string, how: string, answer: IDataObject): ServiceError {
	const said = textOrNull(answer.error) ?? textOrNull(answer.message);
	return new ServiceError(`The service answered the request for ${asked} ${how}`, {
		description: said ?? undefined,
		status: 200,
		outcome: 'unknown',
		transient: false,
	});
}
