/** The size of the font, in points. A character of it is as wide as it is high. */
const SIZE = 11;

const LEFT = 56;
const TOP = 780;

/**
 * A PDF page in any script: each line is a label and its value. The font has no glyphs, only codes: what
 * reads the text needs no more, and a font for each script would be large.
 */
export function unicodePdf(lines: Array<[label: string, value: string]>): Buffer {
	const text = lines.flatMap(([label, value], at) => {
		const y = TOP - at * 3 * SIZE;
		return [textAt(LEFT, y, label), textAt(LEFT + 250, y, value)];
	});
	return pdfOf([
		'<</Type/Catalog/Pages 2 0 R>>',
		'<</Type/Pages/Kids[3 0 R]/Count 1>>',
		'<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F 4 0 R>>>>/Contents 8 0 R>>',
		'<</Type/Font/Subtype/Type0/BaseFont/Any/Encoding/Identity-H/DescendantFonts[5 0 R]/ToUnicode 6 0 R>>',
		'<</Type/Font/Subtype/CIDFontType2/BaseFont/Any/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor 7 0 R/DW 1000>>',
		streamOf(codesAreText()),
		'<</Type/FontDescriptor/FontName/Any/Flags 4/FontBBox[0 0 1000 1000]/ItalicAngle 0/Ascent 800/Descent -200/CapHeight 700/StemV 80>>',
		streamOf(`BT /F ${SIZE} Tf ${text.join(' ')} ET`),
	]);
}

const textAt = (left: number, y: number, text: string): string =>
	`1 0 0 1 ${left} ${y} Tm <${hex(asSeen(text))}> Tj`;

/**
 * A PDF has the letters of a right-to-left script from left to right; digits are so anyway. The words
 * stay in their order, because the sandbox reads lines from left to right.
 */
const asSeen = (text: string): string =>
	text
		.split(' ')
		.map((word) => {
			const isReversed = /\p{Script=Arabic}/u.test(word) && !/\p{N}/u.test(word);
			return isReversed ? [...word].reverse().join('') : word;
		})
		.join(' ');

const hex = (text: string): string =>
	Array.from({ length: text.length }, (_, at) =>
		text.charCodeAt(at).toString(16).padStart(4, '0'),
	).join('');

/** A map that says that each code is the character of this number. */
function codesAreText(): string {
	const rows = Array.from({ length: 256 }, (_, high) => {
		const first = high.toString(16).padStart(2, '0');
		return `<${first}00> <${first}FF> <${first}00>`;
	});
	const blocks = [0, 100, 200].map((start) => {
		const part = rows.slice(start, start + 100);
		return `${part.length} beginbfrange\n${part.join('\n')}\nendbfrange`;
	});
	return `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CMapName /Any def /CMapType 2 def
1 begincodespacerange <0000> <FFFF> endcodespacerange
${blocks.join('\n')}
endcmap end end`;
}

const streamOf = (content: string): string =>
	`<</Length ${content.length}>>stream\n${content}\nendstream`;

function pdfOf(objects: string[]): Buffer {
	let file = '%PDF-1.7\n';
	const offsets = objects.map((object, at) => {
		const offset = file.length;
		file += `${at + 1} 0 obj${object}endobj\n`;
		return `${String(offset).padStart(10, '0')} 00000 n \n`;
	});
	const start = file.length;
	const count = objects.length + 1;
	file += `xref\n0 ${count}\n0000000000 65535 f \n${offsets.join('')}`;
	file += `trailer<</Size ${count}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`;
	return Buffer.from(file, 'latin1');
}
