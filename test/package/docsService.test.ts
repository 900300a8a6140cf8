import { DocScore } from '../../nodes/DocScore/DocScore.node';
import { ServiceError } from '../../nodes/DocScore/service/errors';
import { readReply } from '../../nodes/DocScore/service/reply';
import {
	MAX_PAGE_SIZE,
	MAX_RECORDING_BYTES,
	RUN_STATUSES,
} from '../../nodes/DocScore/service/types';
import { join, readdir, readFile } from '../node';
import { probes } from '../conformance/probes';
import { plainDialect } from '../sandbox/dialect';
import { metadataOperators } from '../sandbox/runs/metadataFilter';
import { MarkdownDocument } from './markdown';

const PAGE = 'docs/service.md';
const CLIENT = join('nodes', 'DocScore', 'service', 'client.ts');
const SOURCES = ['credentials', 'nodes', join('test', 'sandbox'), join('test', 'conformance')];

let page: MarkdownDocument;
let sources: string[];

beforeAll(async () => {
	page = await MarkdownDocument.read(PAGE);
	sources = (await Promise.all(SOURCES.map(textsIn))).flat();
});

async function textsIn(folder: string): Promise<string[]> {
	const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.ts'));
	return await Promise.all(files.map(async (file) => await readFile(join(folder, file), 'utf8')));
}

const codes = (): string[] => page.all('inlineCode').map(({ text }) => text);

/** The row about this limit. */
function limitOf(what: string): { limit: string; here: string } {
	const row = page.table('What', 'Limit', 'Here').find(([first]) => first === what);
	return { limit: row?.[1] ?? '', here: row?.[2] ?? '' };
}

/** The node's parameters with this name, in any operation. */
const parameters = (name: string) =>
	new DocScore().description.properties.filter((property) => property.name === name);

describe(PAGE, () => {
	it('lists exactly the paths of the client', async () => {
		const paths = codes().filter((text) => text.startsWith('/'));
		const client = await readFile(CLIENT, 'utf8');
		const sent = [...client.matchAll(/'(\/[\w/]+)'/g)].map(([, path]) => path);
		expect(sent).toHaveLength(5);
		expect([...new Set(paths)].sort()).toEqual(sent.sort());
	});

	it('lists the statuses of a run', () => {
		const [, ...rows] = page.table('Status', 'Meaning');
		expect(rows.map(([status]) => status)).toEqual([...RUN_STATUSES]);
	});

	it('has the limits of the code', () => {
		const runs = limitOf('Runs on a page');
		expect(runs.limit).toContain(`${MAX_PAGE_SIZE} at most`);
		expect(runs.here).toContain(`${MAX_PAGE_SIZE} where many are read`);
		const bytes = MAX_RECORDING_BYTES.toLocaleString('en-US');
		expect(limitOf('Size of a recording').here).toContain(`${bytes} bytes`);
	});

	it('lists the filters of Get Many', () => {
		const filters = codes().flatMap((text) => /^filters\.(.+)/.exec(text)?.[1] ?? []);
		const options = parameters('filters').flatMap(({ options: declared = [] }) => declared);
		expect(filters.sort()).toEqual(options.map(({ name }) => name).sort());
		const operators = codes().filter((text) => /^[!<=>]+$/.test(text));
		expect(new Set(operators)).toEqual(new Set(metadataOperators));
	});

	it('says which statuses are retried, and after which a write may be repeated', () => {
		const rows = page
			.table('What happens', 'A read')
			.filter(([what = '']) => /^[\dx, ]+$/.test(what));
		const told = rows.flatMap(([what = '', , write = '']) =>
			what
				.split(', ')
				.flatMap(statusesOf)
				.map((status) => ({ status, again: !write.includes('not repeated') })),
		);
		const statuses = Array.from({ length: 200 }, (_, index) => 400 + index);
		const judged = statuses.flatMap((status) => {
			const { transient, outcome } = judge(status);
			return transient ? [{ status, again: outcome === 'rejected' }] : [];
		});
		expect(told.sort((a, b) => a.status - b.status)).toEqual(judged);
	});

	it('lists each point of the dialect once', () => {
		const [, ...rows] = page.table('Point', 'What is known', 'Values', 'Set by');
		const told = rows.flatMap(([, , , points = '']) => points.split(', '));
		const points = Object.keys(plainDialect()).filter((point) => point !== 'oddRun');
		expect(told.sort()).toEqual(points.sort());
	});

	it('gives each open point the number of its probe', () => {
		const [, ...rows] = page.table('No.', 'Point', 'What is known', 'What this package does');
		const known = [...probes]
			.sort((a, b) => a.number - b.number)
			.map(({ number, point }) => [`${number}`, point.replaceAll('`', '')]);
		expect(rows.map(([number, point]) => [number, point])).toEqual(known);
	});

	it('contains only names from the nodes or the sandbox', () => {
		const known = new Set(sources.flatMap((text) => text.match(/\w+/g) ?? []));
		const named = codes().flatMap((text) => text.match(/\w+/g) ?? []);
		expect(named).not.toEqual([]);
		expect(named.filter((name) => !known.has(name))).toEqual([]);
	});
});

/** All hundred statuses if it is written as 5xx. */
function statusesOf(status: string): number[] {
	if (!status.endsWith('xx')) return [Number(status)];
	return Array.from({ length: 100 }, (_, index) => Number(status[0]) * 100 + index);
}

function judge(status: number): ServiceError['details'] {
	try {
		readReply({ status, headers: {}, text: '{}' });
	} catch (error) {
		if (error instanceof ServiceError) return error.details;
	}
	throw new RangeError(`Status ${status} was taken for a success`);
}
