import fc from 'fast-check';
import type { IBinaryData, INodeExecutionData } from 'n8n-workflow';
import { readStored } from '../../harness/n8n/binaryStore';
import { holds, TIMES } from '../../harness/jest/draws';
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { SandboxProxy } from '../../harness/sandbox/sandboxProxy';
import { FileHost } from '../../harness/sandbox/fileHost';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';
import { basename } from '../../node';
import { download } from '../download/downloads';

/** A file with any name can be downloaded, and the name in the output is not a path. */

const node = new SandboxedNode();
useDrivenTime(node);
const host = new FileHost();
const between = new SandboxProxy(node);
const RUN_ID = '5f0c2b1e-8a94-4d3b-9c61-0d5a7e4f2b18';

const PIECES =
	'/|\\|..|.|:|C:|~|%2e%2e%2f|%|\0|\r\n|\t| |\u2028|\u202e|\ud83d|\ude00|😀|é|e\u0301|.pdf|.html|.exe|scan|etc|__proto__|"|\'|;|*|?'.split(
		'|',
	);

const pieced = fc.string({ unit: fc.constantFrom(...PIECES), maxLength: 8 });

const texts = fc.oneof(
	{ weight: 3, arbitrary: pieced },
	{ weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
	{
		weight: 1,
		arbitrary: fc
			.tuple(pieced, fc.constantFrom(300, 100_000))
			.map(([piece, times]) => `${(piece || 'a').repeat(times)}.pdf`),
	},
	{ weight: 1, arbitrary: fc.constantFrom('', '.', '..', ' ', '/', '../../etc/passwd') },
);

/** A file in the service's list, possibly without name or ID, or with a wrong type. */
const files = fc.array(
	fc.record({ id: fc.oneof(texts, fc.constant(7)), filename: texts }, { requiredKeys: [] }),
	{ minLength: 2, maxLength: 4 },
);

/** Control characters, line separators, and characters that change the text direction. */
const INVISIBLE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

function wrongName({ fileName = '', directory }: IBinaryData): string[] {
	const isPath = /[/\\]|^[a-z]:/i.test(fileName) || basename(fileName) !== fileName;
	return [
		...(isPath || directory !== undefined ? ['is a path'] : []),
		...(/^[.\s]*$/.test(fileName) ? ['names nothing'] : []),
		...(INVISIBLE.test(fileName) ? ['holds what nobody sees'] : []),
		...(/\p{Surrogate}/u.test(fileName) ? ['holds half a letter'] : []),
		...(Buffer.byteLength(fileName) > 255 ? ['is too long'] : []),
	];
}

async function wrongOf({ json, binary }: INodeExecutionData, at: number): Promise<string[]> {
	const { data } = binary ?? {};
	if (data === undefined) return ['no file'];
	const content = String(await readStored(data));
	return [
		...wrongName(data),
		...(json.fileName === data.fileName ? [] : ['has two names']),
		...(content === contentOf(at) ? [] : [`holds ${content}`]),
		...(data.mimeType === 'application/pdf' ? [] : [`is ${data.mimeType}`]),
	];
}

const contentOf = (at: number | string): string => `%PDF-1.7\n${at}`;

test(
	'Download Files outputs each file, with any name, under a name without a path',
	async () => {
		host.answer((response, { url = '' }) => void response.end(contentOf(url.slice(1))));
		const property = fc.asyncProperty(files, async (listed) => {
			const supportingDocs = listed.map((file, at) => ({
				...file,
				filenameUrl: `${host.origin}/${at}`,
			}));
			const doc = { id: RUN_ID, status: 'completed', supportingDocs };
			between.change = async () => await Promise.resolve({ status: 200, body: { doc } });
			const { items, error } = await node.run({
				parameters: download(),
				items: [{ id: RUN_ID }],
				credential: between.credential,
			});
			expect(error).toBeUndefined();
			const wrong = await Promise.all(items.map(wrongOf));
			expect(wrong).toEqual(listed.map(() => []));
		});
		await holds('File names', property, { numRuns: 25 });
	},
	180_000 * TIMES,
);
