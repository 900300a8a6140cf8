import type { Sandbox } from '../harness/sandbox/sandbox';
import { useSandbox } from '../harness/sandbox/useSandbox';
import { join, readdir, readFile } from '../node';
import type { Dialect } from '../sandbox/dialect';
import { readDialect } from '../sandbox/readDialect';
import { check, dialectOf } from './check';
import { checkSandbox } from './checked';
import { Conversation } from './conversation';
import type { Row } from './finding';
import { playbackOf } from './playback';
import { recordOf } from './record';

const RECORDS = join('test', 'conformance', 'records');

let sandbox: Sandbox;
useSandbox((opened) => (sandbox = opened));

async function playBack(record: string): Promise<{ rows: Row[]; ended: string | null }> {
	const { baseUrl, spend, options, time, send } = playbackOf(record);
	const { signal } = new AbortController();
	const conversation = new Conversation({ baseUrl, key: 'none', spend, time, send, signal });
	const rows: Row[] = [];
	const ended = await check(conversation, options, (row) => rows.push(row));
	return { rows, ended };
}

const DIALECTS: Array<Partial<Dialect>> = [
	{},
	{ pageOrder: 'status' },
	{ capitalIds: 'lists', pageOrder: 'id', reasonForm: 'beside', unknownId: '404 with id' },
	{ timeZone: 'local', bounds: 'inclusive', timeDigits: 'us', metadataEquality: 'caseless' },
	{ listedAfterMs: 3_000, listLagMs: 10_000, metadataValues: 'numbers', oddStatus: 'passing' },
	{ requestsPerSecond: 2, retryAfter: 'date', unknownId: '404 HTML', totalCountForm: 'text' },
];

describe('a record that is played back without the service leads to the same findings', () => {
	test.each(DIALECTS)('%j', async (dialect) => {
		const { rows, conversation } = await checkSandbox(sandbox, dialect);
		const record = recordOf(conversation, {
			key: sandbox.key,
			templateId: sandbox.templates.invoice,
			fileUrls: ['https://files.example.com/invoice.pdf'],
			recording: new File([], 'call.wav'),
			spend: 5,
		});
		const played = await playBack(record);
		expect(played.ended).toBeNull();
		expect(dialectOf(played.rows)).toEqual(dialectOf(rows));
		const foundBy = (of: Row[]) =>
			of.filter(({ number }) => number !== 41).map(({ number, found }) => [number, found]);
		expect(foundBy(played.rows)).toEqual(foundBy(rows));
	});
});

test('every stored record leads to its stored dialect', async () => {
	const names = (await readdir(RECORDS)).filter((name) => name.endsWith('.jsonl'));
	expect(names).toContain('sandbox.jsonl');
	for (const name of names) {
		const { rows, ended } = await playBack(await readFile(join(RECORDS, name), 'utf8'));
		expect(ended).toBeNull();
		const found = await readDialect(join(RECORDS, name.replace(/l$/, '')));
		expect([name, dialectOf(rows)]).toEqual([name, found]);
	}
});

test('an invalid record and another conversation are rejected', async () => {
	expect(() => playbackOf('{"some": "JSON"}')).toThrow('This is no record of a check');
	const start = JSON.stringify({ templateId: 'x', files: 0, recording: false, spend: 0 });
	await expect(playBack(start)).rejects.toThrow('The record has ended, not query');
});
