import type { IDataObject } from 'n8n-workflow';

/** The rows as a text table. Each column is as wide as its widest cell. */
export function table(rows: IDataObject[], columns: string[]): string {
	const cells = [columns, ...rows.map((row) => columns.map((column) => cell(row[column])))];
	const widths = columns.map((_, at) => Math.max(...cells.map((line) => line[at]?.length ?? 0)));
	const lines = cells.map((line) =>
		line.map((text, at) => text.padEnd(widths[at] ?? 0)).join('  '),
	);
	const rule = widths.map((width) => '-'.repeat(width)).join('  ');
	return [lines[0], rule, ...lines.slice(1)].map((line) => `  ${line?.trimEnd()}`).join('\n');
}

const cell = (value: unknown): string =>
	value === null ? '(not found)' : String(value).replace(/\s+/g, ' ');
