import type { IExecuteFunctions, IWorkflowSettings } from 'n8n-workflow';

/** The settings of the workflow; none where n8n does not tell them to nodes, as in 2.0 to 2.4. */
export function workflowSettings(context: IExecuteFunctions): Readonly<IWorkflowSettings> {
	const { getWorkflowSettings: read }: Partial<IExecuteFunctions> = context;
	return read?.call(context) ?? {};
}
