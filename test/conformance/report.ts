import { maskOf } from '../../nodes/DocScore/service/secrets';
import { dialectOf } from './check';
import type { Row } from './finding';

/** Facts about a check besides its rows. None of them identifies the account. */
export interface Occasion {
	version: string;
	/** Whether the sandbox was checked. */
	ofSandbox: boolean;
	spend: number;
	spent: number;
	requests: number;
	tookMs: number;
	/** Why the check ended early; null if it did not. */
	ended: string | null;
}

const byNumber = (rows: Row[]): Row[] => [...rows].sort((a, b) => a.number - b.number);

/** The contents of the files that the check writes. */
export function filesOf(rows: Row[], occasion: Occasion, key: string) {
	return {
		report: maskOf(key)(reportOf(rows, occasion)),
		dialect: `${JSON.stringify(dialectOf(rows), null, '\t')}\n`,
	};
}

/** The report to attach to an issue, in Markdown. */
function reportOf(rows: Row[], occasion: Occasion): string {
	const sorted = byNumber(rows);
	const table = sorted.map(
		(row) => `| ${row.number} | ${row.point} | ${row.result} | ${row.found} |`,
	);
	const means = sorted.flatMap(({ number, point, means: text }) =>
		text === undefined ? [] : [`- **${number}, ${point}**: ${text}.`],
	);
	return [
		'# Conformance report',
		'',
		...introductionOf(occasion),
		'',
		'| No. | Point | Result | What was found |',
		'| --- | --- | --- | --- |',
		...table,
		'',
		...(means.length > 0 ? ['## What the differences mean', '', ...means, ''] : []),
	].join('\n');
}

function introductionOf(occasion: Occasion): string[] {
	const { version, ofSandbox, spend, spent, requests, tookMs, ended } = occasion;
	return [
		`How ${ofSandbox ? 'the sandbox' : 'the service'} settles each point of docs/service.md, What is left open.`,
		'',
		`- n8n-nodes-docscore ${version}`,
		`- ${requests} requests in ${Math.round(tookMs / 1_000)} s; ${spent} of ${spend} submissions sent`,
		...(ended === null ? [] : [`- It ended early: ${ended}`]),
		'',
		'It holds no key, no name, no value and no address. Please attach it to your issue.',
	];
}

/** A row as printed in the terminal. */
export function lineOf({ number, point, result, found }: Row): string {
	const name = point.replaceAll('`', '').padEnd(26);
	return `${String(number).padStart(2)}  ${name}  ${result.padEnd(14)}  ${found.replaceAll('`', '')}`;
}

/** The number of each result, and what the differences mean. */
export function summaryOf(rows: Row[]): string {
	const results = ['holds', 'differs', 'cannot be told', 'not tried'] as const;
	const counts = results.map(
		(result) => `${result}: ${rows.filter((row) => row.result === result).length}`,
	);
	const means = byNumber(rows).flatMap(({ number, point, means: text }) =>
		text === undefined ? [] : [`${number}, ${point.replaceAll('`', '')}: ${text}.`],
	);
	return [counts.join(', '), ...means].join('\n');
}
