import type { IExecuteFunctions } from 'n8n-workflow';
import { isObject } from '../service/json';
import { weakMemoize } from './weakMemoize';

const RUNS = 'docscore_runs';
const COUNT = 'docscore_run_count';

/** The most characters that n8n takes as a value. */
const MAX_LENGTH = 255;

/**
 * Puts the run's ID onto the execution, so that an execution can be found by the run it submitted:
 * the first IDs, as many as n8n takes, and the number of all.
 */
export function recordRun(context: IExecuteFunctions, id: string): void {
	try {
		record(customDataOf(context), id);
	} catch {
		// The run is accepted and may be paid for, so a note about it must not fail its item.
	}
}

function record(data: CustomData | undefined, id: string): void {
	if (data === undefined) return;
	const { [RUNS]: listed = '', [COUNT]: count = '0' } = data.getAll();
	const ids = listed === '' ? [] : listed.split(',');
	if (ids.includes(id)) return;
	const all = [...ids, id].join(',');
	data.setAll({
		[RUNS]: all.length > MAX_LENGTH ? listed : all,
		[COUNT]: String(Number(count) + 1),
	});
}

/** Texts that n8n keeps with the execution. */
interface CustomData {
	getAll(): Record<string, string>;
	setAll(data: Record<string, string>): void;
}

/** As expressions see it: n8n 1.x has no other way. An agent outside of a workflow has none. */
const customDataOf = weakMemoize((context: IExecuteFunctions): CustomData | undefined => {
	const { $execution: execution }: Record<string, unknown> = context.getWorkflowDataProxy(0);
	const data = isObject(execution) ? execution.customData : undefined;
	return isCustomData(data) ? data : undefined;
});

const isCustomData = (data: unknown): data is CustomData =>
	typeof data === 'object' && data !== null && 'getAll' in data && 'setAll' in data;

/** The metadata names of the execution that submitted a run. */
export const WORKFLOW_METADATA = 'n8n_workflow_id';
export const EXECUTION_METADATA = 'n8n_execution_id';

/** The IDs of n8n's workflow and execution, as metadata; without those that there are not. */
export function executionTags(context: IExecuteFunctions): Record<string, string> {
	const tags = {
		[WORKFLOW_METADATA]: context.getWorkflow().id,
		[EXECUTION_METADATA]: context.getExecutionId(),
	};
	return Object.fromEntries(Object.entries(tags).flatMap(([name, id]) => (id ? [[name, id]] : [])));
}
