import type { IExecuteFunctions } from 'n8n-workflow';
import { weakMemoize } from './weakMemoize';

const toldIn = weakMemoize<IExecuteFunctions, Set<string>>(() => new Set());

/** Shows a warning in the node's output pane, once for all items. */
export function hintOnce(context: IExecuteFunctions, message: string): void {
	const told = toldIn(context);
	if (told.has(message)) return;
	told.add(message);
	context.addExecutionHints({ message, type: 'warning', location: 'outputPane' });
}
