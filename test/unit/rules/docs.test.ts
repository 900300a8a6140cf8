import { type Conversion, convert } from '../../../nodes/DocScore/rules/conversions';
import { readFileSync } from '../../node';
import { FORMAT } from './format';

/** What the README and docs/tables.md say about values is what comes of them. */

const CONVERSIONS: Record<string, Conversion> = {
	Number: 'number',
	Date: 'date',
	'Date and Time': 'dateTime',
	'True or False': 'boolean',
	List: 'list',
};

const DETECT = { ...FORMAT, numberFormat: 'detect', dateFormat: 'detect' } as const;

type Row = [convertTo: string, written: string, result: string];

/** The rows of the table whose third column has this name, as they are in the page. */
function cellsOf(page: string, column: string): Row[] {
	const lines = readFileSync(page, 'utf8').split('\n');
	const cells = lines.map((line) => line.split('|').map((cell) => cell.trim()));
	const at = cells.findIndex(([, first, , third]) => first === 'Convert To' && third === column);
	const rest = cells.slice(at + 2);
	const rows = rest.slice(
		0,
		rest.findIndex((row) => row.length < 4),
	);
	return rows.map(([, convertTo = '', written = '', result = '']) => [convertTo, written, result]);
}

const rowsOf = (column: string): Row[] =>
	cellsOf('docs/tables.md', column).map(([convertTo, ...texts]) => {
		const [written = '', result = ''] = texts.map((text) => text.replaceAll('`', ''));
		return [convertTo, written, result];
	});

const codesIn = (cell: string): string[] =>
	[...cell.matchAll(/`(.+?)`/g)].map(([, code = '']) => code);

/** The values in the README, each with its result; several can have the same. */
const inReadme = (): Row[] =>
	cellsOf('README.md', 'To')
		.filter(([convertTo]) => convertTo in CONVERSIONS)
		.flatMap(([convertTo, written, result]) => {
			const results = codesIn(result);
			return codesIn(written).map((value, at): Row => {
				return [convertTo, value, results[at] ?? results.at(-1) ?? ''];
			});
		});

const resultOf = (convertTo: string, written: string) =>
	convert(written, CONVERSIONS[convertTo] ?? 'asIs', DETECT);

test.each(rowsOf('Becomes'))('%s: %s becomes %s', (convertTo, written, becomes) => {
	expect(resultOf(convertTo, written)).toMatchObject({ ok: true, value: JSON.parse(becomes) });
});

test.each(rowsOf('Issue'))('%s: %s %s', (convertTo, written, problem) => {
	expect(resultOf(convertTo, written)).toEqual({ ok: false, problem });
});

test.each(inReadme())('in the README, %s: %s becomes %s', (convertTo, written, becomes) => {
	const isText = convertTo.startsWith('Date');
	const value: unknown = isText ? becomes : JSON.parse(becomes);
	expect(resultOf(convertTo, written)).toMatchObject({ ok: true, value });
});

test('the tables have many examples', () => {
	expect(inReadme().length).toBeGreaterThan(8);
	expect(rowsOf('Becomes').length).toBeGreaterThan(25);
	expect(rowsOf('Issue').length).toBeGreaterThan(20);
});
