import { parseExactly } from '../service/exactJson';
import type { ExtractedField } from '../service/types';
import { Problem } from './normalize';
import { ofList, type Table } from './tableCells';
import { ofLines, ofMarkdown } from './tableLines';

/** Reads a table from JSON, Markdown, or lines with a header. */
export function toTable(value: ExtractedField['value']): Table | Problem {
	if (Array.isArray(value)) return ofList(value);
	if (typeof value !== 'string') return new Problem('is not a table');
	const text = withoutFence(value.replace(/^\uFEFF/, ''));
	if (/^\s*[[{]/.test(text)) return ofJson(text.trim());
	return ofMarkdown(text) ?? ofLines(text);
}

/** Removes a Markdown code fence, which language models often write around an answer. */
function withoutFence(text: string): string {
	const trimmed = text.trim();
	const isFenced = trimmed.startsWith('```') && trimmed.endsWith('```');
	const start = trimmed.indexOf('\n');
	return isFenced && start > 0 ? trimmed.slice(start + 1, -3) : text;
}

/** Broken JSON is never read as lines: its first line would be lost as the header. */
function ofJson(text: string): Table | Problem {
	const json = parseExactly(text);
	if (Array.isArray(json)) return ofList(json);
	return new Problem(
		json === undefined
			? 'begins like a list, but has a mistake or is cut off'
			: 'is not a list of rows',
	);
}
