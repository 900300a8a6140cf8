import { isObject } from '../../../nodes/DocScore/service/json';
import { rule, rules } from '../../nodes/runs';
import { byId, type Provocation, type Stage, UNKNOWN } from './stage';

const VALUES: Array<
	[did: string, value: string | number | object | null, convertTo: string, more?: object]
> = [
	['A required field without a value', null, 'asIs', { required: true }],
	['A number that can be read in two ways', '12.500', 'number'],
	['A number written in another way', '1.234,56', 'number', { numberFormat: 'commaPoint' }],
	['A text for a number', '12 boxes', 'number'],
	['An amount in another currency', '$12', 'number', { currency: 'EUR' }],
	['A percentage for a number', '12 %', 'number'],
	['A number with too many digits', '12345678901234567890', 'number'],
	['A number with an invisible character', '12\u200b3', 'number'],
	['A date that can be read in two ways', '03/04/2025', 'date'],
	['A month with two meanings', '5 listopad 2025', 'date'],
	['A date written in another way', '12/31/2025', 'date', { dateFormat: 'dmy' }],
	['A text for a date', 'soon', 'date'],
	['A date of another calendar', '31/12/2568', 'date'],
	['A date with a year of two digits', '31/12/25', 'date'],
	['A date that does not exist', '30/02/2025', 'date'],
	['A date with another weekday', 'Monday, 31/12/2025', 'date'],
	['A date with a timezone', '31/12/2025 10:00 +02:00', 'date'],
	['A date without a time', '31/12/2025', 'dateTime'],
	['A date with an invalid time', '31/12/2025 25:00', 'dateTime'],
	['A date with a range of times', '31/12/2025 10:00-11:00', 'dateTime'],
	['A time that summer time skips', '30/03/2025 02:30', 'dateTime'],
	['A time that occurs twice at the end of summer time', '26/10/2025 02:30', 'dateTime'],
	['A group of fields for a list', { a: 1 }, 'list'],
	['A long text for a list', 'a,'.repeat(100_001), 'list'],
	['A value other than yes and no', 'perhaps', 'boolean'],
	['A table with uneven rows', 'a;b\n1', 'table'],
	['A table without column names', 'Paper;1\nPens;2', 'table'],
	['A table with a column without a name', 'a;\n1;2', 'table'],
	['A table with two columns with the same name', 'a;a\n1;2', 'table'],
	['A table without column names, but with dates', 'Paper;1 May 2025\nPens;2', 'table'],
	['A table of one line', 'Paper;box', 'table'],
	['A table that fits two separators', 'a,b;c\n1,2;3', 'table'],
	['A table without columns', 'Paper', 'table'],
	['A table with an open quote', 'a;b\n"1;2', 'table'],
	['A table with an open quote in its first line', '"a;b\n1;2', 'table'],
	['Markdown with two heads', '|a|b|\n|-|-|\n|c|d|\n|-|-|', 'table'],
	['JSON with a mistake', "[['a'],['b']]", 'table'],
	['JSON with many levels', `[${'['.repeat(50)}${']'.repeat(50)}]`, 'table'],
	['JSON that is not a list of rows', '{"a":1}', 'table'],
	['JSON with a name twice', '[{"a":1,"a":2}]', 'table'],
	['Two HTML tables', '<table></table><table></table>', 'table'],
	['HTML with joined cells', '<table><tr><td colspan="2">a</td></tr></table>', 'table'],
	['A sentence instead of a table', 'No line items, sorry!\nPlease check, thanks.', 'table'],
	['Markdown with more rows below', '|a|b|\n|-|-|\n|c|d|\nMore:\n|e|f|', 'table'],
	['A long text for a table', 'a;b\n'.repeat(100_001), 'table'],
	['A table with many cells', 'a;b\n'.repeat(5_002), 'table'],
	['A number for a table', 5, 'table'],
	['JSON with rows of two kinds', '[{"a":1},["b"]]', 'table'],
	['JSON whose second row lacks a name', '[{"a":1},{"b":1}]', 'table'],
	['JSON whose second row has one more name', '[{"a":1},{"a":1,"b":1}]', 'table'],
	['A group of fields for a table', { a: 1 }, 'table'],
];

/** The issues if a value violates a rule. */
export const ofRules = ({ node, between }: Stage): Provocation[] =>
	VALUES.map(([did, value, convertTo, more = {}]) => ({
		where: 'Field Rules',
		did,
		provoke: async () => {
			const doc = { id: UNKNOWN, status: 'completed', output_schema: { total: { value } } };
			between.change = async () => await Promise.resolve({ status: 200, body: { doc } });
			const { items } = await node.run({
				parameters: {
					resource: 'run',
					operation: 'get',
					runId: byId(UNKNOWN),
					...rules(rule('total', { convertTo, ...more })),
				},
				credential: between.credential,
				settings: { timezone: 'Europe/Berlin' },
			});
			const { issues } = items[0]?.json ?? {};
			const found: unknown[] = Array.isArray(issues) ? issues : [];
			return found.map((issue) => ({ message: String(isObject(issue) && issue.problem) }));
		},
	}));
