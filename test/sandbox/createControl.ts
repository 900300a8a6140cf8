import type { SandboxControl } from './control';
import { recordOf } from './runs/presentRun';
import type { Run } from './runs/run';
import { resting, seedRuns } from './runs/seedRuns';
import type { SandboxState } from './state';

export function createControl(state: SandboxState): SandboxControl {
	return {
		reset: async () => state.reset(),

		advance: async (ms) => await state.clock.advance(ms),
		hold: async () => await state.clock.hold(),
		now: async () => state.serviceNow(),

		setDialect: async (change) => state.setDialect(change),
		setRunPlan: async (change) => void Object.assign(state.runPlan, change),

		addFault: async (fault) => state.faults.add(fault),
		clearFaults: async () => state.faults.clear(),

		requests: async () => state.requestLog.all(),
		counts: async () => state.requestLog.counts(),
		clearRequests: async () => state.requestLog.clear(),

		runs: async () => state.runs.all().map((run) => recordOf(run, state)),
		recordings: async () => state.recordings,
		seedRuns: async (specs) => await seedRuns(state, specs),
		setRun: async (id, { status, outputSchema, failureReason }) => {
			const run = existing(state, id);
			Object.assign(run, resting(status));
			if (status === 'completed') run.result = { outputSchema: outputSchema ?? {} };
			if (status === 'failed') run.result = { failureReason: failureReason ?? 'It failed' };
		},
		deleteRun: async (id) => void state.runs.delete(existing(state, id).id),

		addTemplate: async (name, evaluationSchema) => state.templates.add(name, evaluationSchema),
		putFile: async (name, base64, contentType) => {
			const file = await state.files.add(name, contentType, Buffer.from(base64, 'base64'));
			return `${state.origin}/public/${file.id}/${encodeURIComponent(name)}`;
		},
	};
}

function existing(state: SandboxState, id: string): Run {
	const run = state.runs.get(id);
	if (run === undefined) throw new Error(`There is no run ${id}`);
	return run;
}
