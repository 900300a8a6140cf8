import { randomUUID } from 'crypto';
import type { RunResult, RunStatus, SeedSpec } from '../records';
import type { SandboxState } from '../state';
import { seededTemplates } from '../templates';
import { parseTimestamp } from '../timestamps';
import type { Run } from './run';

/** Adds runs to the history without a submission. */
export async function seedRuns(state: SandboxState, specs: SeedSpec[]): Promise<string[]> {
	const ids: string[] = [];
	for (const spec of specs) {
		const runs = runsOf(spec, state);
		for (const run of runs) await addFiles(run, spec.files ?? [], state);
		state.runs.addMany(runs);
		ids.push(...runs.map(({ id }) => id));
	}
	return ids;
}

async function addFiles(run: Run, names: string[], { files }: SandboxState): Promise<void> {
	for (const name of names) {
		run.files.push(await files.add(name, 'application/pdf', Buffer.from(`%PDF-1.7\n${name}`)));
	}
}

function runsOf(spec: SeedSpec, state: SandboxState): Run[] {
	const firstUs =
		spec.createdTime === undefined
			? (state.serviceNow() - (spec.createdAgoMs ?? 0)) * 1000
			: parseTimestamp(spec.createdTime);
	return Array.from({ length: spec.count ?? 1 }, (_, index) => {
		const n = String(index + 1);
		const number = state.runs.nextNumber();
		const acceptedUs = firstUs + index * (spec.spacingMs ?? 0) * 1000;
		const acceptedAt = acceptedUs / 1000 - state.dialect.skewMs;
		return {
			id: randomUUID(),
			number,
			name: (spec.filename ?? 'Run {n}').replace('{n}', n),
			createdUs: acceptedUs + state.datedAheadUs(number),
			acceptedAt,
			...courseOf(spec, acceptedAt),
			result: resultOf(spec, n),
			templateId: spec.templateId ?? seededTemplates.invoice,
			metadata: spec.metadata ?? {},
			fileUrls: [],
			files: [],
		};
	});
}

function courseOf(spec: SeedSpec, acceptedAt: number): Pick<Run, 'processingAt' | 'finishAt'> {
	if (spec.durations === undefined) return resting(spec.status ?? 'completed');
	const processingAt = acceptedAt + spec.durations.pendingMs;
	return { processingAt, finishAt: processingAt + spec.durations.processingMs };
}

/** The times of a run that always stays in this status. */
export function resting(status: RunStatus): Pick<Run, 'processingAt' | 'finishAt'> {
	return {
		processingAt: status === 'pending' ? Infinity : -Infinity,
		finishAt: status === 'pending' || status === 'processing' ? Infinity : -Infinity,
	};
}

function resultOf(spec: SeedSpec, n: string): RunResult {
	if (spec.status === 'failed' || spec.failureReason !== undefined) {
		return { failureReason: spec.failureReason ?? 'The file could not be read' };
	}
	const reasoning = 'Found after "Invoice No" on page 1 of invoice.pdf';
	return { outputSchema: spec.outputSchema ?? { invoice_number: { value: n, reasoning } } };
}
