import type { INode, INodeParameters } from 'n8n-workflow';
import type { ExecuteTask, Execution } from '../n8n/worker';
import { alternate, Side } from '../measure';
import { type Figure, judge, ratioAtLeast } from '../figure';
import type { Service, Stage } from '../stage';
import { chain, docScore, httpRequest } from '../workflows';

const MB = 1024 * 1024;
const SIZE = 100;

export const upload: Figure = {
	name: 'upload',
	about:
		"Recording: Upload from n8n's file store: peak growth of the process's memory (resident set, sampled every 5 ms), and the duration. Each round runs in a new process that has already uploaded 1 MB and cleared its memory. The HTTP Request node sends the same form, with its defaults and with Follow Redirects off.",
	async measure(stage) {
		const service = await stage.service();
		const { ours: worker } = stage;
		const [small, large] = [await worker.store(1, MB), await worker.store(1, SIZE * MB)];
		const uploading = (node: INode) =>
			new Side(async () => {
				const task = (items: typeof small) => chain(service.credential, items, node);
				return await uploadIn(stage, service, [task(small), task(large)]);
			});
		const ours = uploading(own);
		const redirect = { redirect: { followRedirects: false } };
		const peers = [
			{ name: 'HTTP Request', side: uploading(byHand(service)), goal: ratioAtLeast(1) },
			{ name: 'HTTP Request, no redirects', side: uploading(byHand(service, { redirect })) },
		];
		await alternate([ours, ...peers.map(({ side }) => side)]);
		const what = { size: SIZE, work: 'MB uploaded' };
		const memory = peers.map(({ name, side, goal }) => {
			const peer = { name, sample: memoryOf(side) };
			return judge({ ...what, unit: 'MB', ours: memoryOf(ours), peer, goal });
		});
		const time = peers.map(({ name, side }) => {
			const peer = { name, sample: msOf(side) };
			return judge({ ...what, unit: 'ms', ours: msOf(ours), peer });
		});
		return [...memory, ...time];
	},
};

const memoryOf = (side: Side<Execution>) => side.sample(({ extraBytes }) => extraBytes / MB);

const msOf = (side: Side<Execution>) => side.sample(({ ms }) => ms);

/** Resolves to the measurements of the last task. */
async function uploadIn(
	stage: Stage,
	{ control }: Service,
	[first, last]: [ExecuteTask, ExecuteTask],
) {
	await control.reset();
	const worker = stage.worker();
	await worker.execute(first);
	const execution = await worker.execute(last);
	await worker.stop();
	const sent = (await control.recordings()).length;
	if (sent !== 2) throw new Error(`${sent} of 2 recordings were sent`);
	return execution;
}

const own = docScore({
	resource: 'recording',
	operation: 'upload',
	is_inbound: 'inbound',
	languageCode: 'en',
	options: { maxConcurrentRequests: 1 },
});

function byHand({ credential }: Service, options: INodeParameters = {}): INode {
	return httpRequest(credential, '/scoring/submitRecording', {
		contentType: 'multipart-form-data',
		bodyParameters: {
			parameters: [
				{ parameterType: 'formBinaryData', name: 'file', inputDataFieldName: 'data' },
				{ parameterType: 'formData', name: 'is_inbound', value: 'true' },
				{ parameterType: 'formData', name: 'language_code', value: 'en' },
			],
		},
		options,
	});
}
