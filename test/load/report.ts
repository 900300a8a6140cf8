import { type Cell, judge } from './goals';
import type { Measured } from './measured';
import type { Scenario } from './scenarios';

export interface Played {
	scenario: Scenario;
	rounds: Measured[];
}

interface Row {
	name: string;
	cells: Record<string, Cell>;
	failures: Measured['failures'];
}

/** The rounds of a scenario. The last one is compared with the second. */
function rowsOf({ scenario, rounds }: Played): Row[] {
	return rounds.map((measured, at) => {
		const isLast = at > 1 && at === rounds.length - 1;
		return {
			name: scenario.name + (rounds.length > 1 ? `, round ${at + 1}` : ''),
			cells: judge(scenario, measured, isLast ? rounds[1] : undefined),
			failures: measured.failures,
		};
	});
}

/** Whether every goal was met. */
export function allMet(played: Played[]): boolean {
	const rows = played.flatMap(rowsOf);
	return rows.every(({ cells }) => Object.values(cells).every(({ met }) => met !== false));
}

/** A Markdown table, followed by the reasons of failed executions. */
export function reportOf(played: Played[]): string {
	const rows = played.flatMap(rowsOf);
	const head = Object.keys(rows[0]?.cells ?? {}).filter((column) =>
		rows.some(({ cells }) => cells[column]?.text !== ''),
	);
	const lines = rows.map(({ name, cells }) => [name, ...head.map((each) => shown(cells[each]))]);
	return [aligned([['Scenario', ...head], ...lines]), ...rows.flatMap(reasonsOf)].join('\n');
}

function shown(cell?: Cell): string {
	if (cell?.met === undefined) return cell?.text ?? '';
	return `${cell.text}: ${cell.met ? 'met' : 'missed'}`;
}

function aligned(table: string[][]): string {
	const [head = []] = table;
	const widths = head.map((_, at) => Math.max(...table.map((row) => row[at]?.length ?? 0)));
	const lineOf = (row: string[]) => row.map((cell, at) => cell.padStart(widths[at] ?? 0));
	const rule = widths.map((width) => `${'-'.repeat(width - 1)}:`);
	const [first, ...others] = table.map(lineOf);
	return [first, rule, ...others].map((cells) => `| ${cells?.join(' | ')} |`).join('\n');
}

function reasonsOf({ name, failures }: Row): string[] {
	if (failures.size === 0) return [];
	const reasons = [...failures].sort(([, a], [, b]) => b - a);
	return [`\nFailed in ${name}:`, ...reasons.map(([reason, count]) => `  ${count} × ${reason}`)];
}
