import type { IExecuteFunctions } from 'n8n-workflow';
import { forReaders, listed } from '../service/messages';
import { weakMemoize } from './weakMemoize';

const toldIn = weakMemoize<IExecuteFunctions, Set<string>>(() => new Set());

/** Shows a warning in the node's output pane, once for all items. */
export function hintOnce(context: IExecuteFunctions, text: string): void {
	const message = forReaders(text);
	const told = toldIn(context);
	if (told.has(message)) return;
	told.add(message);
	context.addExecutionHints({ message, type: 'warning', location: 'outputPane' });
}

/**
 * The text of a hint about several items.
 * @param list what is to be said of each, separated by semicolons
 */
type Tell = (list: string, count: number) => string;

interface Entry {
	itemIndex: number;
	text: string;
}

const gatheredIn = weakMemoize<IExecuteFunctions, Map<Tell, Entry[]>>(() => new Map());

/** Adds texts about an item to a hint that is shown once, after the last item. */
export function gatherHint(
	context: IExecuteFunctions,
	tell: Tell,
	itemIndex: number,
	...texts: string[]
): void {
	if (texts.length === 0) return;
	const gathered = gatheredIn(context);
	const entries = gathered.get(tell) ?? [];
	entries.push(...texts.map((text) => ({ itemIndex, text })));
	gathered.set(tell, entries);
}

type LateHint = () => string | null;

const lateIn = weakMemoize<IExecuteFunctions, LateHint[]>(() => []);

/** Shows a hint after the last item, unless it has no text. */
export function hintAtEnd(context: IExecuteFunctions, hint: LateHint): void {
	lateIn(context).push(hint);
}

/** In the order of the items, of which several are prepared at once. */
export function showLateHints(context: IExecuteFunctions): void {
	for (const [tell, entries] of gatheredIn(context)) {
		const sorted = entries.sort((a, b) => a.itemIndex - b.itemIndex);
		const texts = sorted.map(({ itemIndex, text }) => `item ${itemIndex}: ${text}`);
		hintOnce(context, tell(listed(texts, '; '), sorted.length));
	}
	for (const hint of lateIn(context)) {
		const message = hint();
		if (message !== null) hintOnce(context, message);
	}
}
