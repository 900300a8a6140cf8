import type { RunRecord } from '../records';
import type { SandboxState } from '../state';
import { formatTimestamp } from '../timestamps';
import { failureOf, outputOf, type Run, statusOf } from './run';

/** The form that the query operation returns. */
export function summaryOf(run: Run, state: SandboxState) {
	const now = state.clock.now();
	const outputSchema = outputOf(run, now);
	return {
		id: run.id,
		filename: run.name,
		status: statusOf(run, now),
		created_time: formatTimestamp(run.createdUs, state.settings.timestampFormat),
		...(outputSchema === null ? {} : { output_schema: outputSchema }),
	};
}

/** The form that the details operation returns, its file URLs freshly signed. */
export function detailsOf(run: Run, state: SandboxState) {
	const now = state.clock.now();
	const failureReason = failureOf(run, now);
	const isCompleted = statusOf(run, now) === 'completed';
	return {
		...summaryOf(run, state),
		metadata: run.metadata,
		...(isCompleted ? { supportingDocs: supportingDocsOf(run, state) } : {}),
		...(failureReason === null ? {} : { failure_reason: failureReason }),
	};
}

function supportingDocsOf(run: Run, state: SandboxState) {
	const expires = state.serviceNow() + state.settings.presignedTtlMs;
	return run.files.map(({ id, filename }) => ({
		id,
		filename,
		filenameUrl: state.origin + state.presigner.sign(id, filename, expires),
	}));
}

/** What the control plane tells of a run: everything. */
export function recordOf(run: Run, state: SandboxState): RunRecord {
	const now = state.clock.now();
	return {
		id: run.id,
		filename: run.name,
		status: statusOf(run, now),
		createdTime: formatTimestamp(run.createdUs, 'us'),
		templateId: run.templateId,
		agentName: run.agentName,
		metadata: run.metadata,
		fileUrls: run.fileUrls,
		outputSchema: outputOf(run, now),
		failureReason: failureOf(run, now),
	};
}
