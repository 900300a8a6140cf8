import { readFile, writeFile } from '../node';

/** The result of one tier of tests on one release of n8n. */
export interface Result {
	n8n: string;
	/** The tested part of n8n, see tiers.ts. */
	what: string;
	passed: number;
	failed: number;
	/** The date of the run. */
	date: string;
}

export const RESULTS = 'docs/versions.json';
/** The page with the table. */
export const PAGE = 'docs/compatibility.md';

const BEGIN =
	'<!-- Made by --record of npm run e2e and npm run compat, from docs/versions.json -->';
const END = '<!-- End of what was made -->';

/** Replaces the previous result by what jest reports of a whole run, and updates the page. */
export async function record(ran: Pick<Result, 'n8n' | 'what'>, report: string): Promise<void> {
	const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites }: Report = JSON.parse(report);
	const failed = numFailedTests + numRuntimeErrorTestSuites;
	const date = new Date().toISOString().slice(0, 10);
	const others = (await results()).filter(({ n8n, what }) => n8n !== ran.n8n || what !== ran.what);
	const all = [...others, { ...ran, passed: numPassedTests, failed, date }].sort(byRelease);
	await writeFile(RESULTS, `${JSON.stringify(all, null, '\t')}\n`);
	await writeFile(PAGE, withTable(await readFile(PAGE, 'utf8'), all));
}

interface Report {
	numPassedTests: number;
	numFailedTests: number;
	/** Test files that could not be loaded. */
	numRuntimeErrorTestSuites: number;
}

export async function results(): Promise<Result[]> {
	return JSON.parse(await readFile(RESULTS, 'utf8'));
}

/** The text with this table between its marks. @throws Error if it does not have exactly one pair of marks */
export function withTable(text: string, all: Result[]): string {
	const [before, made, ...more] = text.split(BEGIN);
	const [, after] = made?.split(END) ?? [];
	if (before === undefined || after === undefined || more.length > 0) {
		throw new Error('The text has no place for the table, or several');
	}
	const rows = all.map(({ n8n, what, ...came }) => [n8n, what, passedOf(came), came.date]);
	const table = tableOf(['n8n', 'What was used', 'Tests passed', 'Run on'], rows);
	return `${before}${BEGIN}\n\n${table}\n\n${END}${after}`;
}

/** A Markdown table in prettier's format. */
function tableOf(head: string[], rows: string[][]): string {
	const widths = head.map((_, at) =>
		Math.max(3, ...[head, ...rows].map((cells) => cells[at]?.length ?? 0)),
	);
	const lines = widths.map((width) => '-'.repeat(width));
	return [head, lines, ...rows]
		.map((cells) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`)
		.join('\n');
}

const passedOf = ({ passed, failed }: Pick<Result, 'passed' | 'failed'>): string =>
	failed === 0 ? `all ${passed}` : `${passed} of ${passed + failed}`;

/** Oldest release first, then alphabetically by what was tested. */
const byRelease = (one: Result, other: Result): number =>
	one.n8n.localeCompare(other.n8n, 'en', { numeric: true }) || one.what.localeCompare(other.what);
