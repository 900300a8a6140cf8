import { randomUUID } from 'crypto';
import type { Metadata } from '../records';
import type { SandboxState } from '../state';
import { readFilesOf } from './readFilesOf';
import { fileNameOf, type Run } from './run';

export interface SubmitBody {
	file_urls: string[];
	extraction_template_id: string;
	run_id?: string;
	metadata?: Metadata;
}

/** Adds a run. The caller has already checked the body. */
export function submitRun(state: SandboxState, body: SubmitBody): Run {
	const { pendingMs, processingMs, stuck, fixedResult } = state.runPlan;
	const acceptedAt = state.clock.now();
	const processingAt = stuck === 'pending' ? Infinity : acceptedAt + pendingMs;
	const number = state.runs.nextNumber();
	const run: Run = {
		id: randomUUID(),
		number,
		name: body.run_id ?? fileNameOf(body.file_urls[0] ?? ''),
		createdUs: state.serviceNow() * 1000 + state.datedAheadUs(number),
		acceptedAt,
		processingAt,
		finishAt: stuck === null ? processingAt + processingMs : Infinity,
		result: fixedResult,
		templateId: body.extraction_template_id.toLowerCase(),
		metadata: body.metadata ?? {},
		fileUrls: body.file_urls,
		files: [],
	};
	state.runs.add(run);
	if (fixedResult === null && stuck === null) {
		state.clock.at(processingAt, async () => await readFilesOf(run, state));
	}
	return run;
}
