import { BinaryDataService } from 'n8n-core';
import { container } from '../../harness/n8n/container';
import { withContent } from '../../harness/sandbox/fileHost';
import { nextTurn } from '../../node';
import { completedRunOf, download, linkTo } from '../../nodes/download/downloads';
import { byId, type Provocation, type Stage, toldBy, toldByItem, UNKNOWN } from './stage';

/** Errors while waiting for a run. */
export function ofWaiting(stage: Stage): Provocation[] {
	const { node } = stage;
	const row = (where: string, did: string, provoke: Provocation['provoke']) => ({
		where,
		did,
		provoke,
	});
	const wait = (id: string, options = {}) => ({
		resource: 'run',
		operation: 'wait',
		runId: byId(id),
		options,
	});
	const submitAndWait = async (more = {}, items = [{}]) =>
		await stage.error({
			parameters: node.submission({ operation: 'submitAndWait', ...more }),
			items,
		});
	const failing = async (failureReason: string, more = {}) => {
		await node.control.setRunPlan({ fixedResult: { failureReason } });
		return await submitAndWait({ additionalFields: { run_id: 'Invoice 118' }, ...more });
	};
	const [SUBMIT, WAIT] = ['Submit and Wait', 'Wait'];
	return [
		row(SUBMIT, 'A run that fails', async () => await failing('page 2 is blank')),
		row(SUBMIT, 'A run that fails, by the error output', async () => {
			const failureReason = 'page 2 is blank';
			await node.control.setRunPlan({ fixedResult: { failureReason } });
			const { errorItems } = await node.run({
				parameters: node.submission({
					operation: 'submitAndWait',
					additionalFields: { run_id: 'Invoice 118' },
				}),
				onError: 'continueErrorOutput',
			});
			return errorItems.map(toldByItem);
		}),
		row(SUBMIT, 'A run that fails because of a file', async () => {
			return await failing('File could not be fetched');
		}),
		row(SUBMIT, 'A run that fails without a reason', async () => await failing('')),
		row(SUBMIT, 'Two runs, of which one fails', async () => {
			await node.control.setRunPlan({ stuck: 'pending' });
			const parameters = node.submission({ operation: 'submitAndWait' });
			const { finished } = node.start({ parameters, items: [{}, {}] });
			await stage.time.pass(2_500);
			const [{ id } = { id: '' }] = await node.control.runs();
			await node.control.setRun(id, { status: 'failed', failureReason: 'page 2 is blank' });
			stage.time.flow();
			return toldBy((await finished).error);
		}),
		row(SUBMIT, 'A run that fails in each of two tries, with Retry On Fail', async () => {
			await node.control.setRunPlan({ fixedResult: { failureReason: 'page 2 is blank' } });
			const parameters = node.submission({
				operation: 'submitAndWait',
				additionalFields: { run_id: 'Invoice 118' },
			});
			return await stage.error({ parameters, maxTries: 2 });
		}),
		row(SUBMIT, 'Max Wait that ends', async () => {
			await node.control.setRunPlan({ stuck: 'processing' });
			return await submitAndWait({ options: { maxWait: 1 } });
		}),
		row(SUBMIT, 'A run that the service does not return after it is accepted', async () => {
			const fault = { kind: 'status', status: 404, error: 'Workflow run not found' } as const;
			await node.control.addFault({ ...fault, endpoint: 'details' });
			return await submitAndWait();
		}),
		row(WAIT, 'A run that failed without a name or a reason', async () => {
			const body = { doc: { id: UNKNOWN, status: 'failed' } };
			return await stage.errorAt({ status: 200, body }, wait(UNKNOWN));
		}),
		row(WAIT, 'Max Wait that ends at a status that is not documented', async () => {
			const body = { doc: { id: UNKNOWN, filename: 'Invoice 118', status: 'cancelled' } };
			return await stage.errorAt({ status: 200, body }, wait(UNKNOWN, { maxWait: 0.3 }));
		}),
		row(WAIT, 'Max Wait that ends before the details of finished runs come', async () => {
			const durations = { pendingMs: 1, processingMs: 2_000 };
			const [id = ''] = await node.control.seedRuns([{ count: 3, durations }]);
			const latency = { kind: 'latency', by: 'clock', ms: 9_000 } as const;
			await node.control.addFault({ ...latency, endpoint: 'details' });
			const runs = await node.control.runs();
			const runId = { ...byId(id), value: '={{ $json.id }}' };
			const told = await stage.error({
				parameters: { ...wait(id, { maxWait: 0.1 }), runId },
				items: runs.map((run) => ({ id: run.id })),
			});
			await stage.time.pass(10_000);
			stage.time.flow();
			return told;
		}),
		row(WAIT, 'Max Wait that ends while the service has a problem', async () => {
			const fault = {
				kind: 'status',
				status: 500,
				error: 'Busy',
				details: 'Back at noon',
			} as const;
			await node.control.addFault({ ...fault, endpoint: 'details' });
			return await stage.error({ parameters: wait(UNKNOWN, { maxWait: 0.5 }) });
		}),
		row(WAIT, 'Max Wait that ends before the search for an unknown run', async () => {
			return await stage.error({ parameters: wait(UNKNOWN, { maxWait: 0.3 }) });
		}),
		row(WAIT, 'An unknown run', async () => await stage.error({ parameters: wait(UNKNOWN) })),
		row(WAIT, 'A wrong key', async () => {
			return await stage.error({ parameters: wait(UNKNOWN), credential: { apiKey: 'wrong' } });
		}),
		row(WAIT, 'A service with a long outage', async () => {
			const fault = { kind: 'status', status: 500, error: 'Busy' } as const;
			await node.control.addFault({ ...fault, endpoint: 'details' });
			return await stage.error({ parameters: wait(UNKNOWN, { maxWait: 60 }) });
		}),
		row('Download Files, hint', 'A run without files', async () => {
			const [id = ''] = await node.control.seedRuns([{ files: [] }]);
			return await stage.hints({ parameters: download(), items: [{ id }] });
		}),
	];
}

/** Errors of the files of a run. */
export function ofDownloads(stage: Stage): Provocation[] {
	const { node, host } = stage;
	const get = async (run: { id: string }) =>
		await stage.error({ parameters: download(), items: [run] });
	const row = (did: string, provoke: Provocation['provoke']) => ({
		where: 'Download Files',
		did,
		provoke,
	});
	const withStatus = (status: 'failed' | 'pending') => async () => {
		const [id = ''] = await node.control.seedRuns([{ status, failureReason: 'page 2 is blank' }]);
		return await get({ id });
	};
	const linked = (did: string, link: string | null) =>
		row(did, async () => {
			const run = await completedRunOf(node, ['a.pdf']);
			await node.control.setDialect({ fileLinks: { 'a.pdf': link } });
			return await get(run);
		});
	const hosted = (did: string, ...answers: Parameters<typeof host.answer>) =>
		row(did, async () => {
			const run = await completedRunOf(node, ['a.pdf']);
			await linkTo(host, node, ['a.pdf']);
			host.answer(...answers);
			return await get(run);
		});
	return [
		stage.rejected(
			'Download Files',
			'Put Output File in Field: an expression that returns nothing',
			{ ...download(), runId: byId(UNKNOWN), binaryPropertyName: '={{ "" }}' },
		),
		row('A failed run', withStatus('failed')),
		row('A run that has not finished', withStatus('pending')),
		linked('A file without a link', null),
		linked('A link of another kind', 'ftp://files.example.com/a.pdf'),
		linked('A link to a host that does not respond', 'http://127.0.0.1:9/a.pdf'),
		hosted('A link that has expired', withContent(403, 'No')),
		hosted('A page to sign in, in the place of a file', withContent(200, '<html>')),
		hosted('An error of the file server, in the place of a file', withContent(200, '<Error/>')),
		hosted('A file of 0 bytes', withContent(200, '')),
		hosted('A file that is not ready', withContent(202, '')),
		hosted('A file host that redirects in a circle', withContent(302, '', { location: '/a.pdf' })),
		hosted('A file that is gone', withContent(404, 'No')),
		hosted('A file host with a problem', withContent(500, 'No')),
		hosted('A host that breaks off in the middle', (response) => {
			response.writeHead(200, { 'content-length': '1000' }).write('half');
			void nextTurn().then(() => response.destroy());
		}),
		row('A host that sends a byte a second', async () => {
			const run = await completedRunOf(node, ['a.pdf']);
			const trickle = { kind: 'trickle', ms: 600_000, by: 'clock' } as const;
			await node.control.addFault({ ...trickle, endpoint: 'files' });
			return await get(run);
		}),
		row('A file without a name or a link', async () => {
			const doc = { id: UNKNOWN, status: 'completed', supportingDocs: [{}] };
			const items = [{ id: UNKNOWN }];
			return await stage.errorAt({ status: 200, body: { doc } }, download(), { items });
		}),
		row('A full disk', async () => {
			const run = await completedRunOf(node, ['a.pdf']);
			const service = container.get(BinaryDataService);
			const store = jest.spyOn(service, 'store').mockImplementation(async () => {
				throw new Error('ENOSPC: no space left on device, write');
			});
			const told = await get(run);
			store.mockRestore();
			return told;
		}),
	];
}
