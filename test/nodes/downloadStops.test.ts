import { useDrivenTime } from '../harness/jest/drivenTime';
import { FileHost, withContent } from '../harness/sandbox/fileHost';
import { SandboxedNode } from '../harness/sandbox/sandboxedNode';
import { nextTurn, once } from '../node';

const node = new SandboxedNode();
useDrivenTime(node);
const host = new FileHost();

const download = {
	resource: 'run',
	operation: 'downloadFiles',
	runId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
};

/** Completed runs, each with one file on the test's host. */
async function runsOnHost(count: number): Promise<Array<{ id: string }>> {
	await node.control.setDialect({ fileLinks: { 'a.pdf': `${host.origin}/a.pdf` } });
	const ids = await node.control.seedRuns([{ count, status: 'completed', files: ['a.pdf'] }]);
	return ids.map((id) => ({ id }));
}

/** A response with half a file, and the time when its connection was closed. */
function halfAFile(begun = () => {}) {
	let close = () => {};
	const closed = new Promise<void>((resolve) => {
		close = resolve;
	});
	const answer: Parameters<typeof host.answer>[0] = (response) => {
		response.writeHead(200, { 'content-length': '1000' }).write('half');
		void once(response, 'close').then(close);
		void nextTurn().then(begun);
	};
	return { answer, closed };
}

describe('The download of a file stops', () => {
	it('if the execution is cancelled', async () => {
		const items = await runsOnHost(1);
		const { answer, closed } = halfAFile(() => cancel());
		host.answer(answer);
		const { finished, cancel } = node.start({ parameters: download, items });
		const { error } = await finished;
		await closed;
		expect(error?.message).toBe('The execution was cancelled');
		expect(host.requests).toBe(1);
	}, 10_000);

	it('if another item fails', async () => {
		const items = await runsOnHost(2);
		const { answer, closed } = halfAFile();
		host.answer(answer, withContent(404, 'No'));
		const { error } = await node.run({ parameters: download, items });
		await closed;
		expect(error?.message).toMatch(/no longer has the file \(status 404\)$/);
		expect(error?.description).not.toContain('Item');
		expect(host.requests).toBe(2);
	}, 10_000);
});
