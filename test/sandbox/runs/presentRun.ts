import { randomUUID } from 'crypto';
import type { RunRecord } from '../records';
import type { SandboxState } from '../state';
import { formatTimestamp } from '../timestamps';
import { told, toldId, toldMetadata, toldReason } from './fieldForm';
import { failureOf, finishedAt, outputOf, type Run, statusOf } from './run';

/** A run as the query operation returns it. */
export function summaryOf(run: Run, state: SandboxState) {
	const id = toldId(run.id, 'lists', state.dialect.capitalIds);
	return { id, ...commonOf(run, state, state.listedAt()) };
}

/** A run as the details operation returns it, with newly signed file URLs. */
export function detailsOf(run: Run, state: SandboxState) {
	const { dialect } = state;
	const now = state.clock.now();
	const metadata = toldMetadata(run.metadata, dialect.metadataValues);
	const files = statusOf(run, now) === 'completed' ? supportingDocsOf(run, state) : null;
	return {
		id: toldId(run.id, 'details', dialect.capitalIds),
		...commonOf(run, state, now),
		...told('metadata', metadata, dialect.metadataForm, {}),
		...told('supportingDocs', files, dialect.filesForm, []),
		...reasonOf(run, state).inRun,
	};
}

/** The keys beside the run in the response of the details operation. */
export const besideDetailsOf = (run: Run, state: SandboxState): object =>
	reasonOf(run, state).beside;

function reasonOf(run: Run, { clock, dialect }: SandboxState) {
	const reason = failureOf(run, clock.now());
	const hasReason = reason !== null && dialect.oddStatus !== 'final';
	return hasReason ? toldReason(reason, dialect.reasonForm) : { inRun: {}, beside: {} };
}

/** The keys that lists and details share, as of this time. */
function commonOf(run: Run, state: SandboxState, at: number) {
	const { dialect } = state;
	return {
		...told('filename', run.name, dialect.nameForm, ''),
		status: shownStatus(run, state, at),
		...(hasTime(run, state) ? { created_time: formatTimestamp(run.createdUs, dialect) } : {}),
		...told('output_schema', outputOf(run, at), dialect.outputForm, {}),
	};
}

function hasTime(run: Run, state: SandboxState): boolean {
	const { timeMissing } = state.dialect;
	return timeMissing === 'never' || (timeMissing === 'odd' && !state.isOdd(run));
}

/** The name of the status in this dialect. */
export function shownStatus(run: Run, { dialect }: SandboxState, at: number): string {
	const status = statusOf(run, at);
	if (dialect.oddStatus === 'passing' && status === 'processing') return 'reviewing';
	return dialect.oddStatus === 'final' && status === 'failed' ? 'cancelled' : status;
}

function supportingDocsOf(run: Run, state: SandboxState) {
	const expires = state.serviceNow() + state.dialect.presignedTtlMs;
	const { fileLinks } = state.dialect;
	return run.files.map(({ id, filename }) => {
		const path = `/files/${id}/${encodeURIComponent(filename)}`;
		// Nobody checks the signature: it makes each link a new one, and a secret.
		const ownLink = `${state.origin}${path}?expires=${expires}&signature=${randomUUID()}`;
		const link = filename in fileLinks ? fileLinks[filename] : ownLink;
		return { id, filename, filenameUrl: link };
	});
}

/** A run as the control returns it, with everything that is known. */
export function recordOf(run: Run, state: SandboxState): RunRecord {
	const now = state.clock.now();
	return {
		id: run.id,
		number: run.number,
		filename: run.name,
		status: statusOf(run, now),
		createdTime: formatTimestamp(run.createdUs, { timeDigits: 'us', timeZone: 'Z' }),
		finishedAt: finishedAt(run, now),
		templateId: run.templateId,
		metadata: run.metadata,
		fileUrls: run.fileUrls,
		outputSchema: outputOf(run, now),
		failureReason: failureOf(run, now),
	};
}
