import { readFile, writeFile } from '../node';

/** What came of one tier of tests on one release of n8n. */
export interface Result {
	n8n: string;
	/** What of n8n was used, see tiers.ts. */
	what: string;
	passed: number;
	failed: number;
	/** The day on which it ran. */
	date: string;
}

export const RESULTS = 'docs/versions.json';
/** The page with the table. */
export const PAGE = 'docs/compatibility.md';

const BEGIN =
	'<!-- Made by --record of npm run e2e, e2e:queue and compat, from docs/versions.json -->';
const END = '<!-- End of what was made -->';

/** Keeps what jest reports of a whole run, in place of the run before, and shows it on its page. */
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
	/** Files of tests that could not even be loaded. */
	numRuntimeErrorTestSuites: number;
}

export async function results(): Promise<Result[]> {
	return JSON.parse(await readFile(RESULTS, 'utf8'));
}

/** The text with the table of these results between its marks. @throws Error where it has no marks */
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

/** As prettier would lay it out. */
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

/** The oldest release first, and what was used in the order of the alphabet. */
const byRelease = (one: Result, other: Result): number =>
	one.n8n.localeCompare(other.n8n, 'en', { numeric: true }) || one.what.localeCompare(other.what);
