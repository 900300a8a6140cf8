// Sources: rules/tableHead.ts, rules/tableLines.ts
import type { IDataObject } from 'n8n-workflow';
import { Problem } from '../../../nodes/DocScore/rules/normalize';
import { toTable } from '../../../nodes/DocScore/rules/table';

/** The table, or the reason why there is none. */
const read = (value: Parameters<typeof toTable>[0], named?: string[]) => {
	const table = toTable(value, named);
	return table instanceof Problem ? table.text : table;
};

const ONE_LINE = 'has only one line, which may be column names or a row';
const TWO_SEPARATORS = 'can be read with more than one separator';

const PAPER = [
	{ item: 'Paper', amount: '4.50' },
	{ item: 'Pens, red', amount: null },
];

test.each([
	['a list of objects', '[{"item":"Paper","amount":"4.50"},{"item":"Pens, red","amount":null}]'],
	[
		'objects in another order',
		'[{"item":"Paper","amount":"4.50"},{"amount":"","item":"Pens, red"}]',
	],
	['a list of lists', '[["item","amount"],["Paper","4.50"],["Pens, red",null]]'],
	['texts with blanks', '[[" item ","amount "],[" Paper ","4.50"],["Pens, red","  "]]'],
	['a list in a code fence', '```json\n[["item","amount"],["Paper","4.50"],["Pens, red",""]]\n```'],
	['Markdown', '| item | amount |\n|---|---:|\n| Paper | 4.50 |\n| Pens, red || '],
	['Markdown without outer bars', 'item | amount\n--- | ---\nPaper | 4.50\nPens, red | |'],
	['tabs', 'item\tamount\nPaper\t4.50\nPens, red\t'],
	['semicolons', 'item;amount\r\n\r\n Paper ; 4.50\r\nPens, red;\r\n;\r\n'],
	['commas, with quotes', 'item,amount\nPaper,4.50\n"Pens, red",\n\n'],
	['commas, with all cells in quotes', '"item","amount"\n"Paper","4.50"\n"Pens, red",""'],
	['bars', 'item|amount\nPaper|4.50\nPens, red|'],
	['bars with outer bars', '| item | amount |\n| Paper | 4.50 |\n| Pens, red | |'],
])('a table is read from %s', (_, text) => {
	expect(read(text)).toEqual(PAPER);
});

test.each([
	['a;b\n"x\ny";"say ""hi"""\n', [{ a: 'x\ny', b: 'say "hi"' }]],
	['a;b\n12" wide;1', [{ a: '12" wide', b: '1' }]],
	['*a*b;a*b*\n1;2', [{ '*a*b': '1', 'a*b*': '2' }]],
	['Maße;b\nMasse;b', [{ Maße: 'Masse', b: 'b' }]],
	['a:b;c\nab;c', [{ 'a:b': 'ab', c: 'c' }]],
	['a | b\n--- | ---\n|\n+--+ | +--+', [{ a: '+--+', b: '+--+' }]],
	['item,data\nPaper,"[{""a"":1}]"', [{ item: 'Paper', data: '[{"a":1}]' }]],
	['item,data\nPaper,[{"a":1}]', [{ item: 'Paper', data: '[{"a":1}]' }]],
	['| a | b |\n|---|---|\n| x \\| y | 1 |', [{ a: 'x | y', b: '1' }]],
	['| a | b | c |\n|---|---|---|\n| x || 1 |', [{ a: 'x', b: null, c: '1' }]],
	['a\tb\tc\n\t|-\t', [{ a: null, b: '|-', c: null }]],
	['\uFEFF"a; b";c\n"x; y";1', [{ 'a; b': 'x; y', c: '1' }]],
	['\uFEFF| a | b |\n|---|---|\n| 1 | 2 |', [{ a: '1', b: '2' }]],
	['\uFEFF[["a"],["1"]]', [{ a: '1' }]],
	['\u00A0[["a"],["1"]]\u00A0', [{ a: '1' }]],
	['a;b\n\u00A0"x; y"\u00A0;1', [{ a: 'x; y', b: '1' }]],
	['"price, net";item\n"4,50";Paper', [{ 'price, net': '4,50', item: 'Paper' }]],
	['"net[EUR]";"item"\n"4.50";"Paper"', [{ 'net[EUR]': '4.50', item: 'Paper' }]],
	[
		'Item;Price, net;Amount\nPaper;4,50;4,50',
		[{ Item: 'Paper', 'Price, net': '4,50', Amount: '4,50' }],
	],
	[
		'Item|Price, net\nPaper|4,50\nPens|5',
		[
			{ Item: 'Paper', 'Price, net': '4,50' },
			{ Item: 'Pens', 'Price, net': '5' },
		],
	],
	['{"items":[{"item":"Paper"}],"currency":"EUR"}', [{ item: 'Paper' }]],
	['{"items":[{"item":"Paper"}]}', [{ item: 'Paper' }]],
	['a;b\n;sep=,\n', [{ a: null, b: 'sep=,' }]],
	['{"item":"Paper","amount":4.5}', [{ item: 'Paper', amount: 4.5 }]],
	['Line items:\n{"item":"Paper","unit":null}', [{ item: 'Paper', unit: null }]],
	['{"item":null,"amount":""}', []],
	['item\tunit\n\t"box"', [{ item: null, unit: 'box' }]],
	[
		'item|note|quantity|unit\n|see above|two|\nPaper|white|one|box',
		[
			{ item: null, note: 'see above', quantity: 'two', unit: null },
			{ item: 'Paper', note: 'white', quantity: 'one', unit: 'box' },
		],
	],
	['| item | unit |\n|---|---|\n| Paper | - |', [{ item: 'Paper', unit: '-' }]],
	[
		'| debit | credit |\n|---|---|\n| -5.00 | -0.95 |\n| 4.50- | 0.85- |',
		[
			{ debit: '-5.00', credit: '-0.95' },
			{ debit: '4.50-', credit: '0.85-' },
		],
	],
	['| item | unit |\n|---|---|\n\nNo line items found.', []],
	['[["a","b"]]', []],
	['[]', []],
	['[["",null],["",""]]', []],
	['| a | b |\n|---|---|', []],
	['[{},{"a":1}]', [{ a: 1 }]],
	['[{"a":12345678901234567890}]', [{ a: '12345678901234567890' }]],
	['[{"__proto__":"x"}]', [Object.fromEntries([['__proto__', 'x']])]],
	['[["a"],[{"b":1}]]', [{ a: '{"b":1}' }]],
	['[{"item":"Paper","paid":false}]', [{ item: 'Paper', paid: false }]],
	['[["item","total"],["Paper",": 4.50"]]', [{ item: 'Paper', total: ': 4.50' }]],
])('%j is %j', (text, table) => {
	expect(read(text)).toEqual(table);
});

test.each([
	['a;b\n1;2;3', 'has 3 cells in row 1, but 2 columns'],
	['a;b\n1;2\nPage 2\n3;4', 'has 1 cell in row 2, but 2 columns'],
	['a;b\n\n1;2\n3', 'has 1 cell in row 2, but 2 columns'],
	['Paper;2\nPens;1', "has no column names: its first row contains '2'"],
	['a;;b\n1;2;3', 'has a column without a name'],
	[';a;b;\n;1;2;', 'has a column without a name'],
	['a;b;a\n1;2;3', 'has two columns with the same name'],
	['| | |\n|---|---|\n| Paper | box |\n| Pens | pack |', 'has a column without a name'],
	['[{"":"Paper"},{"":"Pens"}]', 'has a column without a name'],
	['[["",""],["Paper","box"],["Pens","pack"]]', 'has a column without a name'],
	['[["item",null],["Paper","box"]]', 'has a column without a name'],
	['[[{"item":"Paper"}],[{"item":"Pens"}]]', 'has a column without a name'],
	['|item|unit|note\n|Paper|box|white', 'has a column without a name'],
	['Paper;4.50 EUR\nPens;5.50 EUR', "has no column names: its first row contains '4.50 EUR'"],
	['[["Paper","€ 4"],["Pens","€ 5"]]', "has no column names: its first row contains '€ 4'"],
	['Paper;14 March 2025\nPens;2', "has no column names: its first row contains '14 March 2025'"],
	[
		'| 14.03.2025 | 4.50 |\n|---|---|\n| 15.03.2025 | 5.50 |',
		"has no column names: its first row contains '14.03.2025'",
	],
	['Copy paper A4; 2 boxes; 4.50 EUR', ONE_LINE],
	['Paper, Pens, Ink', ONE_LINE],
	['\n"a\nb";c\n\n', ONE_LINE],
	["[['item','unit'],['Paper','box']]", 'begins like a list, but has a mistake or is cut off'],
	[
		"[['item','unit'],\n['Paper','box'],\n['Pens','pack'],]",
		'begins like a list, but has a mistake or is cut off',
	],
	['\n[["item","unit"],["Paper","bo', 'begins like a list, but has a mistake or is cut off'],
	[
		'Line items: {"item":"Paper"}\n{"item":"Pe',
		'has fewer than two named columns, or an unclosed quote',
	],
	['```\na;b\n1;2\n```\n```\na;b\n3;4\n```', 'has fewer than two named columns'],
	['a,b;c\n1,2;3', TWO_SEPARATORS],
	['item;price, net\nPaper;1;4,50\nPens;2;5,50', TWO_SEPARATORS],
	['item;price, net\nPaper;4,50\nPens;5,50', TWO_SEPARATORS],
	['item|price; net\nPaper|4;5;6', TWO_SEPARATORS],
	['item;price, net\nPaper;4,50\nPens;"5"x,50', TWO_SEPARATORS],
	['item;"price, net\nPaper;4,50', TWO_SEPARATORS],
	['a;b\n"x;1', 'has an unclosed quote'],
	['a;b\n"x" y;1', 'has an unclosed quote'],
	['"a;b\nx;1', 'has fewer than two named columns, or an unclosed quote'],
	['Total', 'has fewer than two named columns'],
	['| Pos;Qty |\n|---|---|\n| 1;2 |', 'has 1 cell in row 1, but 2 columns'],
	['item,unit,price; net\nPaper,box', 'has 2 cells in row 1, but 3 columns'],
	['| a | b |\n|---|---|\n| 1 |', 'has 1 cell in row 1, but 2 columns'],
	['Invoice | page one\n---\nitem | unit\nPaper | box', 'has 1 cell in row 1, but 2 columns'],
	['| a | b |\n|---|---|\n| 1 | 2 |\n|---|---|\n| 3 | 4 |', 'has a second line of dashes'],
	['[{"a":1},{"b":1}]', "has no 'a' in row 2, unlike its first row"],
	['[{"a":1},{"a":1,"b":2}]', "has 'b' in row 2, but not in its first row"],
	['[["a"],[1,2]]', 'has 2 cells in row 1, but 1 column'],
	['[1,2]', 'is not a list of objects or of lists'],
	['[[1,"b"],[2,3]]', "has no column names: its first row contains '1'"],
	['[["a",true],[2,3]]', "has no column names: its first row contains 'true'"],
	['[["a"],{"a":1}]', 'is not a list of objects or of lists'],
	['[{"a":1},null]', 'is not a list of objects or of lists'],
	['{"rows":[],"more":[]}', 'is not a list of rows'],
	['{"item":"Paper"}', 'is not a list of rows'],
	['{"line_items":null}', 'is not a list of rows'],
	['{"item":"Paper","note":["white"]}', 'is not a list of rows'],
	['{"amount":9,"taxes":[{"rate":7}]}', 'is not a list of rows'],
	['{"item":"Paper","note":{}}', 'is not a list of rows'],
	['{"note":"none","items":[]}', 'is not a list of rows'],
	['{"name":"Anna","address":[{"street":"x"}],"salary":5}', 'is not a list of rows'],
	['{"item":"Paper","colors":["red"],"sizes":[["S"],["M"]]}', 'is not a list of rows'],
	[
		'{"item":"Paper","quantity":2,"amount":9.0,"discounts":[{"type":"early","percent":2}]}',
		'is not a list of rows',
	],
	[
		'{"item":"Paper","quantity":2,"amount":9,"taxes":[{"rate":7,"tax":1},{"rate":19,"tax":2}]}',
		'is not a list of rows',
	],
	['{"columns":["item"],"rows":[["Paper"],null]}', 'is not a list of rows'],
	['{"columns":["item"],"rows":[["Paper"]],"total":[["4.50"]]}', 'is not a list of rows'],
	[7, 'is not a table'],
])('%j is not a table: %s', (value, problem) => {
	expect(read(value)).toBe(problem);
});

const OF_WORDS = [
	{ item: 'Paper', unit: 'box' },
	{ item: 'Pens', unit: 'pack' },
];
const OBJECTS = JSON.stringify(OF_WORDS);
const MARKDOWN = '| item | unit |\n|---|---|\n| Paper | box |\n| Pens | pack |';
const GRID =
	'+---+---+\n| item | unit |\n+===+===+\n| Paper | box |\n+---+---+\n| Pens | pack |\n+---+---+';

test.each([
	['an object with one list', `{"line_items":${OBJECTS}}`],
	[
		'the head and the rows apart',
		'{"columns":["item","unit"],"rows":[["Paper","box"],["Pens","pack"]]}',
	],
	['a list in a list', `[${OBJECTS}]`],
	['JSON lines', OF_WORDS.map((row) => JSON.stringify(row)).join('\n')],
	[
		'JSON lines with spaces around them',
		OF_WORDS.map((row) => JSON.stringify(row)).join(' \r\n  '),
	],
	['JSON in JSON', JSON.stringify(OBJECTS)],
	['a sentence before JSON', `Line items: ${OBJECTS}`],
	['a sentence after JSON', `${OBJECTS}\n\nLet me know if you need more.`],
	['JSON on several lines', `Line items: ${JSON.stringify(OF_WORDS, null, 2)}`],
	[
		'sentences around JSON on several lines',
		`Sure, here they are:\n\n${JSON.stringify({ items: OF_WORDS }, null, 2)}\n\nThank you.`,
	],
	['a sentence before a fence', `Here are the line items:\n\`\`\`json\n${OBJECTS}\n\`\`\``],
	['a sentence after a fence', `\`\`\`json\n${OBJECTS}\n\`\`\`\nLet me know if you need more.`],
	['a fence on one line', `\`\`\`json ${OBJECTS} \`\`\``],
	['lines in a fence', '```\nitem;unit\nPaper;box\nPens;pack\n```'],
	[
		'lines in a fence, with sentences around it',
		'Sure, here they are:\n\n```csv\nitem;unit\nPaper;box\nPens;pack\n```\n\nThank you.',
	],
	['four backticks', `\`\`\`\`json\n${OBJECTS}\n\`\`\`\``],
	['the word json', `json\n${OBJECTS}`],
	['a sentence around Markdown', `Line items:\n\n${MARKDOWN}\n\nThank you.`],
	['Markdown with empty lines', MARKDOWN.replaceAll('\n', '\n \n')],
	['Markdown with too few dashes', MARKDOWN.replace('|---|---|', '|---|')],
	['line breaks as text', MARKDOWN.replaceAll('\n', '\\n')],
	['dashes of another kind', MARKDOWN.replaceAll('---', '===')],
	['long dashes', MARKDOWN.replaceAll('---', '—')],
	['the head again on the next page', MARKDOWN.replace('| Pens', '| item | unit |\n| Pens')],
	['the head and dashes again', MARKDOWN.replace('| Pens', '| Item | Unit |\n|---|---|\n| Pens')],
	['a grid', GRID],
	['a grid with blanks at the ends of lines', GRID.replaceAll('\n', ' \n ')],
	['a separator at the end', 'item;unit;\nPaper;box;\nPens;pack;'],
	['a bar at the end', 'item|unit|\nPaper|box|\nPens|pack|'],
	['bars with blanks after them', '| item | unit | \n| Paper | box | \n| Pens | pack | '],
	['a line that announces it', 'Sure, here is the table:\nitem,unit\nPaper,box\nPens,pack'],
	['an empty line after that', 'Sure, here is the table:\n\nitem,unit\nPaper,box\nPens,pack'],
	['emphasis of other kinds', '*item*;`unit`\nPaper;box\nPens;pack'],
	['emphasis without a line of dashes', '**item**;**unit**\nPaper;box\nPens;pack'],
	['the head again in lines', 'item;unit\nPaper;box\nitem;unit\nPens;pack'],
	['marks of pages', 'Page 1 of 2\n item;unit \nPaper;box\nSeite 2\n\nitem;unit\nPens;pack'],
	['marks of pages in Markdown', MARKDOWN.replace('| Pens', '1/2\n\n| item | unit |\n| Pens')],
	['the line in which Excel tells the separator', 'sep=;\r\nitem;unit\r\nPaper;box\r\nPens;pack'],
	['an object with values beside the rows', `{"currency":"EUR","items":${OBJECTS},"total":2}`],
	[
		'HTML',
		'<table><thead><tr><th>item</th><th>unit</th></tr></thead><tbody><tr><td>Paper</td><td class="x"><b>box</b></td></tr><tr><td>Pens</td><td>pack</td></tr></tbody></table>',
	],
])('a table is read from %s', (_, text) => {
	expect(read(text)).toEqual(OF_WORDS);
});

test.each([
	'| Q1 | 2nd |\n|---|---|\n| 3 | 4 |',
	'<table><tr><th>Q1</th><th>2nd</th></tr><tr><td>3</td><td>4</td></tr></table>',
	'<table id="a"><tr id="b"><th id="c">Q1</th><th id="d">2nd</th></tr><tr><td>3</td><td>4</td></tr></table>\nThank you.',
	'{"head":["Q1","2nd"],"rows":[["3","4"]]}',
	'[{"Q1":"3","2nd":"4"}]',
])('names with numbers are names if the form shows it, as in %j', (text) => {
	expect(read(text)).toEqual([{ Q1: '3', '2nd': '4' }]);
});

test.each([
	'account;2024\nRent;900',
	'[["account","2024"],["Rent","900"]]',
	'[{"account":"Rent","2024":"900"}]',
	'| account | 2024 |\n|---|---|\n| Rent | 900 |',
])('a year is a name if a rule names another column, as in %j', (text) => {
	expect(read(text, ['account'])).toEqual([{ account: 'Rent', 2024: '900' }]);
	expect(read(text, ['amount'])).toBe("has no column names: its first row contains '2024'");
});

test.each<[string, IDataObject]>([
	[' \nsep=, \nitem;a,unit;b\nPaper,box', { 'item;a': 'Paper', 'unit;b': 'box' }],
	['[["Item","Yes"],["Belts"," "]]', { Item: 'Belts', Yes: null }],
	['Item;✓;✓ new;new ✓\nA;x;✓;✓', { Item: 'A', '✓': 'x', '✓ new': '✓', 'new ✓': '✓' }],
	['| Item | Box 1 |\n|---|---|\n| Paper | Box 2 |', { Item: 'Paper', 'Box 1': 'Box 2' }],
	['| 1000 EUR | 30 days |\n|---|---|\n| 1200 | days |', { '1000 EUR': '1200', '30 days': 'days' }],
	['No;Item\n1;Paper\n-;Pens', { No: '1', Item: 'Paper' }],
	['No.;Item;Checked;On\nno;x;yes;no', { 'No.': 'no', Item: 'x', Checked: 'yes', On: 'no' }],
	['Item;Yes;No;N/A\nBelts;✓;;\nLights;;;✓', { Item: 'Belts', Yes: '✓', No: null, 'N/A': null }],
	['Item;Yes;N/A\nBelts;x;', { Item: 'Belts', Yes: 'x', 'N/A': null }],
	[
		'| Frage | Ja | Nein |\n|---|---|---|\n| Bremsen | ja | nein |',
		{ Frage: 'Bremsen', Ja: 'ja', Nein: 'nein' },
	],
	['| Belts | ✓ |\n|---|---|\n| Lights | ✗ |', { Belts: 'Lights', '✓': '✗' }],
	[
		'Question;Yes;No\nBrakes ok?;yes;\nLights ok?;;no',
		{ Question: 'Brakes ok?', Yes: 'yes', No: null },
	],
	['Frage,Nein,Ja,k. A.\nLicht,,ja,', { Frage: 'Licht', Nein: null, Ja: 'ja', 'k. A.': null }],
	[
		'<table><tr><th>Question</th><th>Yes</th><th>No</th></tr><tr><td>Belts</td><td>Yes</td><td></td></tr></table>',
		{ Question: 'Belts', Yes: 'Yes', No: null },
	],
	['Point;Yes;N/A;No\nA;yes;;', { Point: 'A', Yes: 'yes', 'N/A': null, No: null }],
	[
		'<table><tr><th>Item</th><th>30 days</th></tr><tr><td>Net</td><td>10 days</td></tr></table>',
		{ Item: 'Net', '30 days': '10 days' },
	],
	['[["Item","Yes"],["A",true]]', { Item: 'A', Yes: true }],
	['[{"Yes":1,"?":2}]', { Yes: 1, '?': 2 }],
	['| - | Q1 |\n|---|---|\n| Rent | 900 |', { '-': 'Rent', Q1: '900' }],
	['Item;No\nPaper;-\nPens;-', { Item: 'Paper', No: '-' }],
	[
		'| Position | 2024 EUR | 2025 EUR |\n|---|---|---|\n| Sales | 1200 EUR | 1300 EUR |',
		{ Position: 'Sales', '2024 EUR': '1200 EUR', '2025 EUR': '1300 EUR' },
	],
	['Price: net;Price: gross\n4.50;5.00', { 'Price: net': '4.50', 'Price: gross': '5.00' }],
	[
		'Employee name, job title\nAnna Rossi, head cook\nJohn Smith, bus driver',
		{ 'Employee name': 'Anna Rossi', 'job title': 'head cook' },
	],
	[
		'Name of the person in charge;Place in which they now live\nAnna Maria Rossi;Rome or Milan',
		{
			'Name of the person in charge': 'Anna Maria Rossi',
			'Place in which they now live': 'Rome or Milan',
		},
	],
	['ordered;missing\n5;2', { ordered: '5', missing: '2' }],
	['Item, unit price\nPaper, box', { Item: 'Paper', 'unit price': 'box' }],
	['Item name, Unit price\nPaper, box', { 'Item name': 'Paper', 'Unit price': 'box' }],
	[
		'Name of the employee,Place of residence\nAnna Maria Rossi,Rome or Milan',
		{
			'Name of the employee': 'Anna Maria Rossi',
			'Place of residence': 'Rome or Milan',
		},
	],
	[
		'| Q1 2025 | 30 days |\n|---|---|\n| 4.50 EUR | 5 EUR |',
		{ 'Q1 2025': '4.50 EUR', '30 days': '5 EUR' },
	],
])('names that look like values are names if the cells are others: %j', (text, row) => {
	const table = read(text);
	expect(Array.isArray(table) ? table[0] : table).toEqual(row);
});

test('an object of one name is a row if a rule is for the column', () => {
	expect(read('{"Item":"Paper"}', ['item'])).toEqual([{ Item: 'Paper' }]);
	expect(read('{"Item":"Paper"}', ['amount'])).toBe('is not a list of rows');
	const nested = '{"Item":"Paper","quantity":2,"taxes":[{"rate":"19","tax":2}]}';
	expect(read(nested, ['rate'])).toEqual([{ rate: '19', tax: 2 }]);
	expect(read(nested, ['item'])).toBe('is not a list of rows');
});

test.each([
	['item:;paid?\nPaper;yes', ['Item']],
	['[["item:","paid?"],["Paper","yes"]]', []],
	['<table><tr><td>item:<td>paid?<tr><td>Paper<td>yes</table>', []],
	['| item: | paid? |\n|---|---|\n| Paper | yes |', []],
])(
	'names end with a colon or a question mark, if a rule or the form shows it: %j',
	(text, named) => {
		expect(read(text, named)).toEqual([{ 'item:': 'Paper', 'paid?': 'yes' }]);
	},
);

test.each([
	'Article;Full Descr.',
	'item;unit;net price;gross price',
	'Item name;Order no.',
	'Name of the person in charge;Place in which they now live',
	'Order date;Price excl.VAT',
	'Pos.;Art. No.;Description;Qty.',
	'employee;hours (h:mm)',
])('names are read, also abbreviated ones: %j', (head) => {
	const names = head.split(';');
	const row = Object.fromEntries(names.map((name) => [name, 'x']));
	for (const mark of [';', ',']) {
		const lines = [names, names.map(() => 'x')].map((line) => line.join(mark));
		expect(read(lines.join('\n'))).toEqual([row]);
	}
});

test('a cell of HTML has characters for their names and numbers, and lines', () => {
	const cells = [
		'A &amp; B<br />C<br>&lt;4&gt;&nbsp;&quot;C&apos;&quot;',
		'&#8364; &constructor; &#99999999;',
	];
	const row = `<tr><td>${cells.join('</td><td>')}</td></tr>`;
	expect(read(`<table><tr><th>item</th><th>unit</th></tr>${row}</table>`)).toEqual([
		{ item: 'A & B\nC\n<4> "C\'"', unit: '€ &constructor; \u{10ffff}' },
	]);
});

const inCell = (html: string) =>
	read(`<table><tr><th>item</th></tr><tr><td>${html}</td></tr></table>`);

test.each([
	['&#x27;&#X20ac;&#39;&quot;', "'€'\""],
	['M&uuml;ller &amp; C&ocirc;t&eacute; &ndash; 5&nbsp;&pound;', 'Müller & Côté – 5 £'],
	['&Uuml;&yuml;&frac12;&iexcl;&thing;&#xg;', 'Üÿ½¡&thing;&#xg;'],
	['<p>Paper</p><p>A4</p>', 'Paper\nA4'],
	['<ul><li>Paper</li><li class="a">A4</li></ul>', 'Paper\nA4'],
	['<ol><li>Paper</ol>A4', 'Paper\nA4'],
	['<h2 class="a">Paper</h2>A4', 'Paper\nA4'],
	['Paper<p class="a b">A4', 'Paper\nA4'],
	['1<b class="a b">2</b>3', '123'],
	['<pre>Paper</pre> <b>A</b><i>4</i>', 'Paper A4'],
	['Tube Ø < 5 mm, L > 20 mm', 'Tube Ø < 5 mm, L > 20 mm'],
	['Paper<!-- <td>a</td> > --> A4', 'Paper A4'],
	['m<sup>2</sup>', 'm2'],
	// What a tag divides is not one number.
	['4<sup>99</sup> €', '4\n99 €'],
	['4,50<sup>1</sup>', '4,50\n1'],
	['<p>1</p><p>200</p>', '1\n200'],
	['<span>4</span><span>٩</span>', '4\n٩'],
	// These only change the form of letters.
	['12<b>345</b>, <u>1</u>23, DE89<wbr>3704', '12345, 123, DE893704'],
])('a cell of HTML shows %j as %j', (html, text) => {
	expect(inCell(html)).toEqual([{ item: text }]);
});

test('a row in a comment of HTML is none', () => {
	const row = (cell: string) => `<tr><td>${cell}</td></tr>`;
	const rows = `${row('Paper')}<!-- ${row('Pens')} <table> -->${row('Ink')}<!-- ${row('Glue')}`;
	expect(read(`<table><tr><th>item</th></tr>${rows}`)).toEqual([
		{ item: 'Paper' },
		{ item: 'Ink' },
	]);
});

test.each([
	['_|b\n|B\nx|y', { _: null, b: 'B' }],
	[
		[
			['null', 'b'],
			[null, 'B'],
			['x', 'y'],
		],
		{ null: null, b: 'B' },
	],
])('a row with an empty cell is not the head of %j again', (value, row) => {
	expect(read(value)).toMatchObject([
		row,
		Object.fromEntries(Object.keys(row).map((name, at) => [name, 'xy'[at]])),
	]);
});

test.each([
	['<thead><tr><th>Item</th><td>Qty</td></tr></thead>', 'Qty', ''],
	['<tr><th>Item</th><td id="a">Qty</td></tr>', 'Qty', /contains 'Qty'$/],
	['<tr><th>Item</th><td> </td></tr>', '', 'has a column without a name'],
])('a head of HTML that has a cell of values is one within thead: %s', (head, name, problem) => {
	const found = read(`<table>${head}<tr><td>Paper</td><td>1</td></tr></table>`);
	if (problem === '') expect(found).toEqual([{ Item: 'Paper', [name]: '1' }]);
	else expect(found).toMatch(problem);
});

test.each([
	['{"table":"Item;Price\\nPaper;1","note":"Page 1"}', 'is not a list of rows'],
	['Name; Title,City,Amount\nMiller; CEO,Rome,1,200\nSmith; CFO,Paris,900', TWO_SEPARATORS],
])('%j is no table, rather than another one', (text, problem) => {
	expect(read(text)).toBe(problem);
});

const FIRST_ROW = /^has no column names: its first row contains/;

test.each([
	...['2 pcs', '9.00 EUR each', '850 руб.', 'Rs 3,600.00', '14 mars 2025', '10h30', 'A-4711'],
	...['१२', '½'],
])('a first row with %j is no head', (cell) => {
	for (const text of [`Paper;${cell}\nPens;${cell}`, `[["Paper","${cell}"],["Pens","${cell}"]]`]) {
		expect(read(text)).toMatch(FIRST_ROW);
	}
});

test.each([
	['[["Paper",true],["Pens",false]]', FIRST_ROW],
	['Seat belts;yes\nLights;no\nTyres;worn', FIRST_ROW],
	['Seat belts;yes\nLights;N/A', FIRST_ROW],
	['Seat belts;N/A\nLights;yes', FIRST_ROW],
	['Seat belts;N/A\nLights;worn', FIRST_ROW],
	['Seat belts;-\nLights;5', FIRST_ROW],
	['Seat belts;✓\nLights;✗', FIRST_ROW],
	['Seat belts;✗\nLights;N/A', FIRST_ROW],
	['[["Gurte","ja"],["Licht","nein"]]', FIRST_ROW],
	['Gurte,ja\nLicht,nein', FIRST_ROW],
	['Gurte;ja;yes\nLicht;nein;no', FIRST_ROW],
	['Ceintures;Non\nPhares;-', FIRST_ROW],
	['Gordels;ONWAAR\nLicht;WAAR', FIRST_ROW],
	['Belts;yes;no;-\nLights;no;yes;-', FIRST_ROW],
	['Seat belts;no\nLights;N/A', FIRST_ROW],
	['| Paper | 1.200 EUR |\n|---|---|\n| Pens | 1.300 EUR |', FIRST_ROW],
	['| Paper | 4.50 EUR |\n|---|---|\n| Pens | 12 EUR |', FIRST_ROW],
	['| Paper | € 4,50 netto |\n|---|---|\n| Pens | € 12,00 netto |', FIRST_ROW],
	['| Paper | 14 May 2025 |\n|---|---|\n| Pens | 2. März 2025 |', FIRST_ROW],
	['| Paper | 1.5.2025 bar |\n|---|---|\n| Pens | 2.5.2025 bar |', FIRST_ROW],
	['| Steel | 2000 x 3 mm |\n|---|---|\n| Brass | 1900 x 5 mm |', FIRST_ROW],
	['Name: John; Role: Driver\nName: Anna; Role: Cook\nAll: 2; x', FIRST_ROW],
	[
		'The driver, who was alone, left the road\nThe car, which was new, was damaged',
		/^begins .*: 'The driver, who was alone, left the road'$/,
	],
	[
		'Der Fahrer trägt einen Gurt, Licht ist an bei Nacht\nEs regnet, Sicht ist gut',
		/^begins with a sentence/,
	],
	['item;unit\nPaper;box\n14 May 2025\nitem;unit\nPens;pack', /^has 1 cell in row 2/],
	['item: Paper, amount: 4.50\nitem: Pens, amount: 1.20', FIRST_ROW],
	['item=Paper; amount=4.50\nitem=Pens; amount=1.20', FIRST_ROW],
	['Invoice 4711, page 1\nitem,amount\nPaper,4.50', FIRST_ROW],
	['Items, as read:\nPaper,4.50\nPens,1.20', FIRST_ROW],
	['item:;unit:\nPaper;box\nPens;pack', /^begins with a sentence, .*: 'item:'$/],
	['item:,unit:\nPaper,box\nPens,pack', /^begins with a sentence, .*: 'item:'$/],
	['No line items found, sorry.\nPlease check the document, thanks.', /^begins with a sentence/],
	['Alas, no items found.\nPlease, send it again.', /^begins .*: 'Alas, no items found\.'$/],
	[
		'Sorry, I found no line items, no totals, nothing at all.\nPlease, send the whole document, all pages, once more.',
		/^begins with a sentence/,
	],
	['Example GmbH, Dept. X\nSample Street 1, 12345 Town', /^begins with a sentence/],
	['[{"item":"Paper","item":"Pens"}]', /^has a name twice in a row$/],
	[
		'<table id="a"><tr><th>a</th></tr></table><table id="b"><tr><th>a</th></tr></table>',
		/^has more than one table$/,
	],
	['<table><tr><th colspan="2">a</th></tr></table>', /^has cells that span/],
	[
		'<table><tr><th>item</th><td><b>Paper</b></td></tr><tr><th>unit</th><td>box</td></tr></table>',
		/^has no column names: its first row contains 'Paper'$/,
	],
	[`${MARKDOWN}\nTotals:\n| all | 2 |`, /^has rows apart from the table$/],
] as const)('%j is surely no table', (text, problem) => {
	expect(read(text)).toMatch(problem);
});

test('a table of more than 4,000 cells, which would keep n8n busy, is refused', () => {
	const rows = (count: number) =>
		Array.from({ length: count }, (_, at) => ({ a: `x${at}`, b: 'y' }));
	expect(read(rows(2_000))).toHaveLength(2_000);
	const tooMany = rows(2_001);
	const lists = [['a', 'b'], ...tooMany.map((row) => Object.values(row))];
	const lines = `a;b\n${'x;y\n'.repeat(2_001)}`;
	for (const value of [tooMany, [tooMany], JSON.stringify(tooMany), lists, lines]) {
		expect(read(value)).toBe('has more than 4,000 cells');
	}
	expect(read('x'.repeat(100_001))).toBe('has more than 100,000 characters');
});

test.each([48, 49, 5_000, 49_000])('a cell of %d lists in each other has a limit', (levels) => {
	const cell = '['.repeat(levels) + ']'.repeat(levels);
	const deep = 'is nested more than 50 levels deep';
	for (const text of [`[["a"],[${cell}]]`, `[{"a":${cell}}]`]) {
		for (const value of [text, JSON.parse(text)]) {
			expect(read(value)).toEqual(levels > 48 ? deep : [{ a: cell }]);
		}
	}
});

test.each([
	['names that may be values', JSON.stringify([Array(16_000).fill('n/a')])],
	['blank names', `x${';'.repeat(40_000)}\n${'x\n'.repeat(25_000)}`],
])('a head of many %s does not keep n8n busy', (_, text) => {
	const start = Date.now();
	expect(read(text)).toMatch(/^has /);
	expect(Date.now() - start).toBeLessThan(2_000);
});
