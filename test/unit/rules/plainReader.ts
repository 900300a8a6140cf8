/** Reads lines character by character, to compare with the result of the node. */

const SEPARATORS = ['\t', ';', ',', '|'];

type Lines = string[][];

interface Opinion {
	separator: string;
	head: string[];
	/** Null if the text is not a table with this separator. */
	rows: Lines | null;
	/** Whether a row is longer or shorter than the head. */
	isUneven: boolean;
}

/** The only table that the text can be; null if it is none or ambiguous. */
export function readPlainly(text: string): { head: string[]; rows: Lines } | null {
	const opinions = SEPARATORS.map((separator) => opinionOn(text, separator)).filter(
		({ head }) => head.length > 1,
	);
	const tables = opinions.flatMap(({ separator, head, rows }) =>
		rows === null ? [] : [{ separator, head, rows }],
	);
	const [table] = tables;
	if (table === undefined || tables.length > 1) return null;
	const others = opinions.filter(({ separator }) => separator !== table.separator);
	// A comma in a name is no separator, if it does not divide the rows as it does the head, or the head
	// into more.
	const isUnsure = others.some(
		({ separator, isUneven, head }) =>
			table.head.join('').includes(separator) &&
			(separator !== ',' || !isUneven || head.length > table.head.length),
	);
	return isUnsure ? null : table;
}

function opinionOn(text: string, separator: string): Opinion {
	const { lines, isBroken } = linesOf(text, separator);
	const filled = lines.filter((line) => line.join('') !== '');
	const isFramed =
		separator === '|' &&
		filled.every((line) => line.length > 2 && line[0] + (line[line.length - 1] ?? '') === '');
	const [head = [], ...rows] = isFramed ? filled.map((line) => line.slice(1, -1)) : filled;
	const isNamed =
		new Set(head).size === head.length &&
		head.every((name) => name !== '' && !/[0-9]/.test(name)) &&
		!isSentence(head);
	const isEven = rows.length > 0 && rows.every((row) => row.length === head.length);
	const isUneven = !isBroken && rows.some((row) => row.length !== head.length);
	return { separator, head, rows: !isBroken && isNamed && isEven ? rows : null, isUneven };
}

/** A head that ends as a sentence does, or has a name in which one ends; if it is short, not with a dot. */
function isSentence(head: string[]): boolean {
	const text = head.map((name) => `${name}\n`).join('');
	if (/[:!?]\n|[!?] /.test(text)) return true;
	const words = head.flatMap((name) => name.split(' ')).length;
	return words >= 2 * head.length && /\. |[a-zé]{3}\.\n$/i.test(text);
}

function linesOf(text: string, separator: string): { lines: Lines; isBroken: boolean } {
	const lines: Lines = [];
	let line: string[] = [];
	let cell = '';
	let state: 'begins' | 'plain' | 'quoted' | 'closed' = 'begins';
	let before = '';
	for (const sign of [...text.replaceAll('\r\n', '\n'), 'end']) {
		const isBlank = sign === ' ' || (sign === '\t' && separator !== '\t');
		const endsLine = sign === 'end' || sign === '\n';
		const endsCell = endsLine || sign === separator;
		const isEscaped = state === 'closed' && sign === '"' && before === '"';
		before = sign;
		if (isEscaped) {
			cell += '"';
			state = 'quoted';
		} else if (state === 'quoted' && sign !== 'end') {
			if (sign === '"') state = 'closed';
			else cell += sign;
		} else if (state === 'quoted' || (state === 'closed' && !endsCell && !isBlank)) {
			return { lines: [...lines, [...line, '']], isBroken: true };
		} else if (endsCell) {
			line.push(cell.trim());
			cell = '';
			state = 'begins';
			if (endsLine) lines.push(line);
			if (endsLine) line = [];
		} else if (state === 'begins' && sign === '"') {
			cell = '';
			state = 'quoted';
		} else if (state !== 'closed') {
			cell += sign;
			if (!isBlank) state = 'plain';
		}
	}
	return { lines, isBroken: false };
}
