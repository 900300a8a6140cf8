import type { IExecuteFunctions } from 'n8n-workflow';
import { hintOnce } from '../../../engine/hintOnce';
import { workflowSettings } from '../../../engine/workflowSettings';
import { spanOf } from '../../../service/retries';

/**
 * Shows a hint if n8n stops the workflow before the wait is over. n8n does not tell nodes its own
 * limit.
 */
export function hintTimeout(context: IExecuteFunctions, maxWaitMs: number): void {
	const { executionTimeout = 0 } = workflowSettings(context);
	const timeoutMs = Number(executionTimeout) * 1000;
	const isLonger = maxWaitMs === 0 || maxWaitMs >= timeoutMs;
	if (timeoutMs > 0 && isLonger) hintOnce(context, stoppedEarly(timeoutMs));
}

const stoppedEarly = (timeoutMs: number): string =>
	`n8n stops this workflow after ${spanOf(timeoutMs)} (Timeout Workflow in its settings), before Max Wait ends. Set a shorter Max Wait, so that When Max Wait Is Exceeded applies.`;
