import { format } from 'prettier';
import { cpus, totalmem } from '../test/node';
import { ROUNDS, type Sample } from './measure';
import { type Figure, type Line, ratioOf } from './figure';

export interface Measured {
	figure: Figure;
	lines: Line[];
}

const COLUMNS = [
	'Figure',
	'Work',
	'Unit',
	'Ours',
	'Growth',
	'Peer',
	'Takes',
	'Growth',
	'Ratio',
	'Goal',
];

/** Columns with numbers, aligned to the right. */
const NUMBERS = ['Ours', 'Growth', 'Takes', 'Ratio'];

/** The report in Markdown: the machine, one table, and a section about each figure. */
export async function writeReport(
	measured: Measured[],
	facts: { command: string; versions: string },
): Promise<string> {
	const text = `# Figures

Written by \`${facts.command}\` on ${new Date().toISOString().slice(0, 10)}.

- Machine: ${machine()}
- Software: ${facts.versions}

Medians of ${ROUNDS} rounds in which the sides run in turn; minimum and maximum follow in parentheses
if they differ. Lower is always better. The ratio is the peer's value divided by ours. Growth compares
with the same work at the previous size.

${tableOf(measured)}

${measured.map(({ figure }) => `## ${figure.name}\n\n${figure.about}`).join('\n\n')}
`;
	return await format(text, { parser: 'markdown' });
}

function machine(): string {
	const [cpu] = cpus();
	const memory = `${Math.round(totalmem() / 2 ** 30)} GB of memory`;
	return `${cpu?.model.trim() ?? 'unknown'}, ${cpus().length} cores, ${memory}`;
}

/** The table in Markdown, with a row for each line of each figure. */
export function tableOf(measured: Measured[]): string {
	const rows = measured.flatMap(({ figure, lines }) =>
		lines.map((line) => cellsOf(figure, line, lines)),
	);
	const rule = COLUMNS.map((column) => (NUMBERS.includes(column) ? '---:' : '---'));
	return [COLUMNS, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function cellsOf(figure: Figure, line: Line, lines: Line[]): string[] {
	const { size, work, unit, ours, peer, goal } = line;
	const before = lines.filter((each) => each.size < size && sameWork(each, line)).at(-1);
	return [
		figure.name,
		`${size.toLocaleString('en-US')} ${work}`,
		unit,
		shown(ours),
		growth(ours, before?.ours),
		peer?.name ?? '',
		peer ? shown(peer.sample) : '',
		growth(peer?.sample, before?.peer?.sample),
		Number.isNaN(ratioOf(line)) ? '' : digits(ratioOf(line)),
		goal ? `${goal.met ? 'met' : 'missed'}: ${goal.text}` : '',
	];
}

const sameWork = (a: Line, b: Line): boolean =>
	a.work === b.work && a.unit === b.unit && a.peer?.name === b.peer?.name;

const growth = (sample?: Sample, before?: Sample): string =>
	sample && before ? `× ${digits(sample.median / before.median)}` : '';

function shown({ median, min, max }: Sample): string {
	return digits(median) + (min === max ? '' : ` (${digits(min)} to ${digits(max)})`);
}

/** Rounds to two significant digits, but never within the integer part. */
function digits(value: number): string {
	const magnitude = Math.floor(Math.log10(Math.abs(value) || 1));
	const decimals = Number.isInteger(value) ? 0 : Math.min(3, Math.max(0, 1 - magnitude));
	const format = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
	return value.toLocaleString('en-US', format);
}
