import type { IDataObject } from 'n8n-workflow';
import { documentName } from './documentName';
import { isUnauthorized, naming, ServiceError } from './errors';
import { countOrNull, isObject, textOrNull } from './json';
import { readRun, readSummary } from './readRun';
import { notSuccess } from './reply';
import { noteRequestId, requestIdOf } from './requestId';
import { toResult } from './result';
import type { MayRepeat } from './retries';
import type { Download, Transport } from './transport';
import {
	isFinished,
	type RecordingUpload,
	type Run,
	type RunPage,
	type RunQuery,
	type RunSummary,
	type Submission,
	type SubmitRequest,
	type Template,
} from './types';
import { ADDRESS, saidBy, TRY_LATER } from './messages';

const TOO_LARGE = 413;

/** How long an upload may take without any progress, in ms. */
const UPLOAD_LIMIT_MS = 300_000;

/** The service's operations (docs/service.md, Conventions). Each response is validated. */
export class DocScoreClient {
	constructor(private readonly transport: Transport) {}

	/**
	 * Submits a document. Not idempotent: after an error with an unknown outcome, the run may exist
	 * (docs/service.md, Submit).
	 * @throws ServiceError
	 */
	async submit(request: SubmitRequest): Promise<Submission> {
		const { files, ...rest } = request;
		const id = rest.extraction_template_id;
		const name = (message: string) =>
			`Document '${documentName(request)}', template ${id}: ${message}`;
		return await withSubject(
			'Template',
			id,
			async () => {
				const answer = await this.transport.write(async () => ({
					path: '/workflows/submit',
					body: { file_urls: await files.urls(), ...rest },
				}));
				const runId = textOrNull(answer.doc_id);
				if (runId !== null) return { id: runId, message: textOrNull(answer.message) };
				if (tellsFailure(answer)) throw notSuccess(answer);
				throw unexpected('no run ID', answer);
			},
			name,
		);
	}

	/** Reads a page of a list of runs (docs/service.md, Query). @throws ServiceError */
	async query(query: RunQuery): Promise<RunPage> {
		const parse = (answer: IDataObject): RunPage => {
			if (!Array.isArray(answer.docs)) throw unexpected('no list of runs', answer);
			const pagination = isObject(answer.pagination) ? answer.pagination : {};
			const runs = answer.docs.map((doc: unknown) => {
				const run = readSummary(doc);
				if (run === null) throw unexpected('a run without an ID', answer);
				return run;
			});
			// Past the end, some services show the last page again: readers see that it has nothing new.
			const page = countOrNull(pagination.currentPage) ?? query.page;
			if (page > query.page || !runs.every(isAskedFor(query))) throw another('list of runs');
			return { runs, totalCount: countOrNull(pagination.totalCount) };
		};
		return await withAddressAdvice(
			async () => await this.transport.read('/workflows/runs/getData', { ...query }, parse),
		);
	}

	/** Reads a run in detail (docs/service.md, Details). @throws ServiceError */
	async details(id: string, mayRepeat?: MayRepeat): Promise<Run> {
		const parse = (answer: IDataObject): Run => {
			const run = readRun(answer);
			if (run === null) throw unexpected('no run', answer);
			if (!isSameId(run.id, id)) throw another('run');
			return noteRequestId(run, requestIdOf(answer));
		};
		return await withSubject(
			'Run',
			id,
			async () => await this.transport.read('/workflows/runs/getDetails', { id }, parse, mayRepeat),
		);
	}

	/** Reads a template (docs/service.md, Template). @throws ServiceError */
	async template(id: string): Promise<Template> {
		const parse = (answer: IDataObject): Template => {
			const doc = isObject(answer.doc) ? answer.doc : {};
			const known = textOrNull(doc.id);
			if (known === null) throw unexpected('no template', answer);
			if (!isSameId(known, id)) throw another('template');
			return {
				id: known,
				name: textOrNull(doc.name),
				orgId: textOrNull(doc.org_id),
				instructions: isObject(doc.evaluation_schema) ? doc.evaluation_schema : {},
				raw: doc,
			};
		};
		const path = '/workflows/extractionTemplates/getById';
		return await withSubject(
			'Template',
			id,
			async () => await this.transport.read(path, { id }, parse),
		);
	}

	/**
	 * Uploads a recording. Not idempotent, like a submission. Resolves to the whole response, because
	 * it may contain an ID (docs/service.md, Recording).
	 * @throws ServiceError
	 */
	async upload({ file, parts }: RecordingUpload): Promise<IDataObject> {
		return await withSubject('Recording', `'${file.name}'`, async () => {
			const answer = await this.transport.write(() => {
				const body = new FormData();
				for (const [name, value] of parts) body.append(name, value);
				// Without a third argument: with a name, the form would make a copy of the file, which is not
				// streamed.
				body.append('file', file);
				return { path: '/scoring/submitRecording', body };
			}, UPLOAD_LIMIT_MS);
			if (tellsFailure(answer)) throw notSuccess(answer);
			return answer;
		});
	}

	/**
	 * Passes the content of a presigned URL to `consume`, again from the start after a temporary
	 * failure.
	 * @throws ServiceError
	 */
	async download<T>(url: string, consume: (file: Download) => Promise<T>): Promise<T> {
		return await this.transport.download(url, consume);
	}
}

/** A cache or a proxy may have mixed up two answers, so that the next one may be right. */
const another = (what: string): ServiceError =>
	new ServiceError(`The response contains another ${what}`, {
		description: TRY_LATER,
		status: 200,
		outcome: 'unknown',
		transient: true,
	});

const isSameId = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/**
 * Whether the run does not contradict the filter by status. It keeps a final one, so that a list and
 * its filter cannot disagree about it for a moment.
 */
const isAskedFor = ({ filters }: RunQuery) => {
	const asked = filters?.status ?? null;
	const isFinal = isFinished({ status: asked });
	return ({ status }: Pick<RunSummary, 'status'>): boolean =>
		status === null || status === asked || !isFinal;
};

export type RunLister = Pick<DocScoreClient, 'query'>;
export type RunReader = Pick<DocScoreClient, 'details'>;

/** The advice for a status, if it depends on the object. */
interface Advice {
	/** Undefined if 404 means a wrong Base URL. */
	notFound?: string;
	tooLarge?: string;
}

const ADVICE: Record<'Run' | 'Template' | 'Recording', Advice> = {
	Run: {
		notFound:
			'Check the ID (field "id" in the output of Submit), or select the run From List. If no run is found at all, the API Key may belong to another account',
	},
	Template: {
		notFound:
			'Copy the ID from the dashboard again. If no template is found at all, the API Key may belong to another account',
	},
	Recording: { tooLarge: 'Make the recording or its metadata smaller' },
};

/** Adds the object's name to every error, unless the error concerns the credential. */
async function withSubject<T>(
	kind: keyof typeof ADVICE,
	id: string,
	ask: () => Promise<T>,
	name = (message: string) => naming(kind, id, message),
): Promise<T> {
	const { notFound, tooLarge } = ADVICE[kind];
	const answer = await toResult(notFound === undefined ? withAddressAdvice(ask) : ask());
	if (answer.ok) return answer.value;
	const { error } = answer;
	if (!(error instanceof ServiceError) || isOfCredential(error)) throw error;
	const { details, message: bare } = error;
	if (notFound !== undefined && isNotFound(error)) {
		const description = notFound;
		throw new ServiceError(`${kind} not found: ${id}`, { ...details, bare, description });
	}
	const advice = details.status === TOO_LARGE ? tooLarge : undefined;
	const description = advice ?? details.description;
	throw new ServiceError(name(bare), { ...details, bare, description });
}

/** Whether the error concerns every request with this credential. */
const isOfCredential = (error: ServiceError): boolean =>
	isUnauthorized(error) || error.details.isWrongPath === true;

/** Whether the service itself did not find the object; not a 404 of another server. */
export const isNotFound = (error: unknown): error is ServiceError =>
	error instanceof ServiceError &&
	error.details.status === 404 &&
	error.details.isOwnBody === true &&
	error.details.isWrongPath !== true;

/** For requests that cannot be answered with 404 at the right Base URL. */
async function withAddressAdvice<T>(ask: () => Promise<T>): Promise<T> {
	const answer = await toResult(ask());
	if (answer.ok) return answer.value;
	const { error } = answer;
	if (!isNotFound(error)) throw error;
	throw new ServiceError('The Base URL in the credential is wrong', error.details);
}

/**
 * Whether a success response reports a failure. Only for responses without a documented
 * `statusCode`: a number there may be an HTTP status (docs/service.md, Errors).
 */
function tellsFailure({ statusCode, error, message }: IDataObject): boolean {
	if (statusCode === 'FAILURE' || Number(statusCode) >= 400) return true;
	return textOrNull(error) !== null && textOrNull(message) === null;
}

function unexpected(what: string, answer: IDataObject): ServiceError {
	const said = saidBy(textOrNull(answer.error) ?? textOrNull(answer.message));
	return new ServiceError(`The response contains ${what}`, {
		description: `${ADDRESS}. If it is correct, contact the provider`,
		said,
		status: 200,
		requestId: requestIdOf(answer),
		outcome: 'unknown',
		transient: false,
	});
}
