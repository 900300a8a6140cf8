import type { Parser, Plugin } from 'prettier';
import * as markdown from 'prettier/plugins/markdown';
import { format } from 'prettier/standalone';
import { isObject } from '../../nodes/DocScore/service/json';
import { join, readdir, readFile } from '../node';

/** A part of a document: a heading, a link, a block of code and so on. */
interface Part {
	type: string;
	/** Its text, including the text of its parts. */
	text: string;
	/** The target of a link or image. */
	url: string;
	/** The language of a code block. */
	language: string;
	parts: Part[];
}

/** A document of the project, parsed as Markdown. */
export class MarkdownDocument {
	private constructor(
		readonly name: string,
		private readonly parts: Part[],
	) {}

	static async read(name: string): Promise<MarkdownDocument> {
		return await MarkdownDocument.of(name, await readFile(name, 'utf8'));
	}

	static async of(name: string, source: string): Promise<MarkdownDocument> {
		return new MarkdownDocument(name, withAllBelow(await parse(source)));
	}

	all(...types: string[]): Part[] {
		return this.parts.filter(({ type }) => types.includes(type));
	}

	/** The texts of headings, paragraphs and table cells, with X instead of code. */
	get prose(): string[] {
		return this.all('heading', 'paragraph', 'tableCell').map((part) =>
			withoutCode(part).replace(/\s+/g, ' ').trim(),
		);
	}

	/** The code blocks in this language. */
	code(language: string): string[] {
		const blocks = this.all('code').filter((block) => block.language === language);
		return blocks.map(({ text }) => text);
	}

	/** The rows of the first table with these column headings. */
	table(...head: string[]): string[][] {
		const tables = this.all('table').map(({ parts }) =>
			parts.map((row) => row.parts.map(({ text }) => text)),
		);
		return tables.find(([first]) => head.every((word, at) => first?.[at] === word)) ?? [];
	}

	/** The targets of links and images. */
	get links(): string[] {
		const inHtml = this.all('html').flatMap(({ text }) => [
			...text.matchAll(/(?:href|src|srcset)="([^"]*)"/g),
		]);
		return [
			...this.all('definition', 'image', 'link').map(({ url }) => url),
			...inHtml.map(([, url = '']) => url),
		];
	}

	/** The anchors of headings, as GitHub generates them. */
	get anchors(): string[] {
		return this.all('heading').map(({ text }) =>
			text
				.toLowerCase()
				.replace(/[^\p{L}\p{N}_ -]/gu, '')
				.replaceAll(' ', '-'),
		);
	}
}

const FOLDERS = ['.', '.github', 'docs', 'test', join('examples', 'queue-mode')];

/** All documents of the project but the license. `npm run conformance` writes a file that is none. */
export async function readDocuments(): Promise<MarkdownDocument[]> {
	const names = await Promise.all(
		FOLDERS.map(async (folder) => (await readdir(folder)).map((name) => join(folder, name))),
	);
	const isDocument = (name: string) =>
		name.endsWith('.md') && !['LICENSE.md', 'conformance.md'].includes(name);
	return await Promise.all(names.flat().filter(isDocument).map(MarkdownDocument.read));
}

/** The syntax tree that prettier creates before it formats a document. */
async function parse(source: string): Promise<Part> {
	let tree: unknown;
	const { remark } = markdown.parsers;
	const observed: Parser = {
		...remark,
		parse: async (text, options) => {
			const parsed: unknown = await remark.parse(text, options);
			tree = structuredClone(parsed);
			return parsed;
		},
	};
	const plugin: Plugin = { parsers: { observed } };
	await format(source, { parser: 'observed', plugins: [markdown, plugin] });
	return readPart(tree);
}

function readPart(node: unknown): Part {
	const { type, value, url, lang, children } = isObject(node) ? node : {};
	const parts = Array.isArray(children) ? children.map(readPart) : [];
	return {
		type: String(type),
		text: typeof value === 'string' ? value : parts.map(({ text }) => text).join(''),
		url: String(url ?? ''),
		language: String(lang ?? ''),
		parts,
	};
}

function withoutCode({ type, text, parts }: Part): string {
	if (type === 'inlineCode') return 'X';
	return parts.length === 0 ? text : parts.map(withoutCode).join('');
}

const withAllBelow = (part: Part): Part[] => [part, ...part.parts.flatMap(withAllBelow)];
