import { getDocumentProxy } from 'unpdf';

interface Word {
	text: string;
	x: number;
	y: number;
	width: number;
	height: number;
}

/** The text of each page in reading order, as lines with tabs between columns. */
export async function readPdf(bytes: Uint8Array): Promise<string[][]> {
	if (!Buffer.from(bytes.slice(-1024)).includes('%%EOF')) {
		throw new Error('the PDF is broken, its end is missing');
	}
	return await pagesOf(bytes).catch(() => {
		throw new Error('the PDF is broken and cannot be read');
	});
}

async function pagesOf(bytes: Uint8Array): Promise<string[][]> {
	// pdf.js takes ownership of the bytes, so it gets a copy.
	const document = await getDocumentProxy(bytes.slice(), { verbosity: 0 });
	const pages: string[][] = [];
	for (let number = 1; number <= document.numPages; number += 1) {
		const content = await (await document.getPage(number)).getTextContent();
		pages.push(linesOf(content.items.flatMap(wordOf)));
	}
	await document.destroy();
	return pages;
}

type Item = { str: string; transform: unknown[]; width: number; height: number } | { type: string };

function wordOf(item: Item): Word[] {
	if (!('str' in item) || item.str.trim() === '') return [];
	const { str, transform, width, height } = item;
	return [{ text: str, x: Number(transform[4]), y: Number(transform[5]), width, height }];
}

/** A PDF has no lines, only words with positions. Words at the same height form a line. */
function linesOf(words: Word[]): string[] {
	const lines: Word[][] = [];
	for (const word of words.sort((a, b) => b.y - a.y)) {
		const line = lines.at(-1);
		const above = line?.[0];
		if (line && above && above.y - word.y < above.height / 2) line.push(word);
		else lines.push([word]);
	}
	return lines.map(textOf);
}

function textOf(line: Word[]): string {
	let text = '';
	let end = -Infinity;
	for (const word of line.sort((a, b) => a.x - b.x)) {
		const gap = word.x - end;
		if (text !== '' && gap > word.height) text += '\t';
		else if (text !== '' && gap > word.height * 0.1) text += ' ';
		text += word.text.trim();
		end = word.x + word.width;
	}
	return text;
}
