import type { IBinaryData, IDataObject } from 'n8n-workflow';
import { isHttpUrl } from '../../../engine/input/validation';
import { HostError, StoreError } from '../../../engine/http/download';
import { typeOfMime } from '../../../engine/binary/contentType';
import { endingOf, nameFor, safeFileName, storableName } from '../../../engine/binary/fileName';
import type { Execution } from '../../../engine/operation';
import { adviceOf, bareOf, RunError, ServiceError, CancelledError } from '../../../service/errors';
import { requestIdOf } from '../../../service/requestId';
import { toResult } from '../../../service/result';
import type { Run, SupportingDocument } from '../../../service/types';
import { sentences, TELL_PROVIDER, TRY_LATER, withRequestId } from '../../../service/messages';
import { fileType } from './fileType';

export interface FetchedFile {
	json: IDataObject;
	binary: IBinaryData;
}

/** The most characters of a link in an error; the service may send any text. */
const MAX_SHOWN = 200;

/** What a file host may answer if a link has expired: a status, or something else than the file. */
const EXPIRED_STATUSES = [undefined, 400, 401, 403, 410];

/**
 * The downloaded files of a run, in order, and the errors of the others. A rejected link may have
 * expired while other files were read, so the run is read once more.
 * @throws CancelledError
 */
export async function fetchFiles(
	execution: Execution,
	run: Run,
): Promise<{ files: FetchedFile[]; errors: RunError[] }> {
	const tried = await Promise.all(
		run.files.map(async (file) => ({ file, had: await toResult(fetchFile(execution, run, file)) })),
	);
	const files: FetchedFile[] = [];
	const errors: RunError[] = [];
	// One after another, so that no fresh link expires while it waits.
	for (const { file, had: fetched } of tried) {
		const isExpired = !fetched.ok && file.id !== null && isLinkExpired(fetched.error);
		const last = isExpired ? await toResult(fetchWithNewLink(execution, run, file)) : fetched;
		if (last.ok) files.push(last.value);
		else errors.push(toRunError(last.error, run, file));
	}
	return { files, errors };
}

async function fetchWithNewLink(
	execution: Execution,
	run: Run,
	file: SupportingDocument,
): Promise<FetchedFile> {
	const { files } = await execution.client.details(run.id);
	const now = files.find(({ id }) => id === file.id);
	return await fetchFile(execution, run, { ...file, url: now?.url ?? null });
}

async function fetchFile(
	{ client, context }: Execution,
	run: Run,
	file: SupportingDocument,
): Promise<FetchedFile> {
	const { id, name, url } = file;
	if (url === null) {
		const message = `The service returned no link to ${shown(run, file)}`;
		throw new RunError(message, run.id, {
			description: withRequestId(TRY_LATER, requestIdOf(run)),
		});
	}
	if (!isHttpUrl(url)) {
		// Without the query, which may contain the signature.
		const link = url.replace(/[?#].*$/s, '').slice(0, MAX_SHOWN);
		const message = `The link to ${shown(run, file)} is not valid: '${link}'`;
		const description = withRequestId(TELL_PROVIDER, requestIdOf(run));
		throw new RunError(message, run.id, { description });
	}
	return await client.download(url, async ({ content, head, headers }) => {
		const mimeType = fileType({ head, name: name ?? id ?? '', headers });
		const fileName = fileNameOf(file, mimeType);
		const binary = await context.helpers.prepareBinaryData(content, fileName, mimeType);
		return { json: { runId: run.id, runName: run.name, fileId: id, fileName }, binary };
	});
}

/**
 * The file's name without a path that a sender may have added, with an extension if it has none;
 * never empty.
 */
function fileNameOf({ id, name }: SupportingDocument, mimeType = ''): string {
	const told = storableName(safeFileName(name ?? '') || safeFileName(id ?? '') || 'file');
	const hasEnding = /[a-z]/.test(endingOf(told));
	return hasEnding ? told : nameFor(told, typeOfMime(mimeType)?.endings ?? []);
}

/** @throws CancelledError */
function toRunError(error: unknown, run: Run, file: SupportingDocument): RunError {
	if (error instanceof CancelledError) throw error;
	if (error instanceof RunError) return error;
	if (error instanceof StoreError) {
		return new RunError(`n8n could not store ${shown(run, file)}`, run.id, {
			description: sentences(
				"The download itself worked. Check the free space in n8n's binary data storage, or ask your n8n administrator",
				`n8n says: ${error.message}`,
			),
		});
	}
	// Without the run's ID, which the message already contains.
	const reason = error instanceof ServiceError ? bareOf(error) : String(error);
	const description = error instanceof ServiceError ? adviceOf(error.details) : undefined;
	return new RunError(`Could not download ${shown(run, file)}. ${reason}`, run.id, {
		description,
		cause: error,
	});
}

const isLinkExpired = (error: unknown): boolean =>
	error instanceof HostError && EXPIRED_STATUSES.includes(error.details.status);

const shown = (run: Run, { id, name }: SupportingDocument): string =>
	`${name === null && id === null ? 'an unnamed file' : `'${name ?? id}'`} of run ${run.id}`;
