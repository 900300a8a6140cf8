import type { RunPlan } from '../records';

export function defaultRunPlan(): RunPlan {
	return { pendingMs: 600, processingMs: 1000, stuck: null, fixedResult: null };
}
