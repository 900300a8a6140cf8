import type { IExecuteFunctions, IWorkflowSettings } from 'n8n-workflow';

/** The workflow's settings; empty if n8n does not expose them to nodes, as in 2.0 to 2.4. */
export function workflowSettings(context: IExecuteFunctions): Readonly<IWorkflowSettings> {
	const { getWorkflowSettings: read }: Partial<IExecuteFunctions> = context;
	return read?.call(context) ?? {};
}
