// Sources: engine/itemResults.ts
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';
import { wavOf } from '../../sandbox/samples/audio';
import { upload, withFile } from '../recording/uploads';
import { get, UNKNOWN_ID, wait } from '../runs';

const node = new SandboxedNode();
useDrivenTime(node);

describe('The error output', () => {
	const onError = 'continueErrorOutput';
	const items = ['a.pdf', 'b.pdf', 'c.pdf'].map((file) => ({ file }));
	const file_urls = '={{ $json.file === "b.pdf" ? "b.pdf" : "https://a.example/1.pdf" }}';

	it('receives a failed item with its input data, and the others continue', async () => {
		const parameters = node.submission({ file_urls });
		const run = await node.run({ parameters, items, onError });
		expect(run.error).toBeUndefined();
		expect(run.items.map((item) => item.pairedItem)).toEqual([{ item: 0 }, { item: 2 }]);
		expect(run.errorItems).toHaveLength(1);
		expect(run.errorItems[0]).toMatchObject({
			json: { file: 'b.pdf', error: "'File URLs' cannot be the name of a file: 'b.pdf'" },
			pairedItem: { item: 1 },
		});
	});

	it('receives no files', async () => {
		const recordings = ['good', 'bad'].map((name) => {
			const { binary } = withFile(wavOf(16_000, 16_000), `${name}.wav`);
			return { json: { name }, binary };
		});
		const is_inbound = '={{ $json.name === "good" ? "inbound" : "sideways" }}';
		const parameters = upload({ is_inbound });
		const { errorItems } = await node.run({ parameters, items: recordings, onError });
		expect(errorItems).toHaveLength(1);
		expect(errorItems[0]?.json).toMatchObject({ name: 'bad' });
		expect(errorItems[0]?.binary).toBeUndefined();
	});

	it('receives a run that the service does not know', async () => {
		const [id] = await node.control.seedRuns([{}]);
		const runs = [{ id: UNKNOWN_ID }, { id }];
		const run = await node.run({ parameters: get(), items: runs, onError });
		expect(run.items.map((item) => item.json.id)).toEqual([id]);
		expect(run.errorItems).toMatchObject([{ json: { id: UNKNOWN_ID }, pairedItem: { item: 0 } }]);
		expect(run.errorItems[0]?.json.error).toMatch(/not found/i);
	});

	it('receives the ID, name and failure reason of a run that failed, each once', async () => {
		const failed = {
			status: 'failed',
			filename: 'Torn',
			failureReason: 'page 2 is blank',
		} as const;
		const ids = await node.control.seedRuns([failed, failed]);
		const runs = ids.map((id) => ({ id }));
		const { errorItems } = await node.run({ parameters: wait(), items: runs, onError });
		const facts = (id: string) => [
			`Run ID: ${id}`,
			'Run name: Torn',
			'Failure reason: page 2 is blank',
		];
		for (const [at, id] of ids.entries()) {
			const lines = String(errorItems[at]?.json.message).split('\n');
			expect(lines.filter((line) => /^(Run|Failure)/.test(line)).sort()).toEqual(facts(id).sort());
		}
	});

	it('is the regular one with "Continue": the failed item stays between the others', async () => {
		const parameters = node.submission({ file_urls });
		const { items: all } = await node.run({ parameters, items, onError: 'continueRegularOutput' });
		expect(all.map((item) => 'error' in item.json)).toEqual([false, true, false]);
	});
});
