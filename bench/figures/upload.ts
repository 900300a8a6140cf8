import type { INode, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { Execution } from '../n8n/worker';
import { alternate, Side } from '../measure';
import { type Figure, judge, type Line, ratioAtLeast, ratioOf } from '../figure';
import type { Service, Stage } from '../stage';
import { bufferedUpload, chain, docScore, httpRequest } from '../workflows';

const MB = 1024 * 1024;

export const upload: Figure = {
	name: 'upload',
	about:
		"Recording: Upload from n8n's file store: peak growth of the process's memory (resident set, sampled every 5 ms), and for 100 MB also the duration. Each round runs in a new process that has already uploaded 1 MB and cleared its memory. The HTTP Request node sends the same form, with its defaults and with Follow Redirects off. A buffered upload puts the whole file into a form of form-data, as most nodes do.",
	async measure(stage) {
		const { ours: worker } = stage;
		const uploads = new Uploads(stage, await stage.service(), await worker.store(1, MB));
		const lines: Line[] = [];
		for (const size of [1, 10]) {
			const item = await worker.store(1, size * MB);
			const ours = uploads.side(item, own);
			const peers = uploads.peers(item);
			await alternate([ours, ...peers.values()]);
			lines.push(...linesOf(size, ours, peers));
		}
		return [...lines, ...(await uploadLarge(uploads, await worker.store(10, 100 * MB)))];
	},
};

/** Compares one recording of 100 MB with the peers, and with ten in a row. */
async function uploadLarge(uploads: Uploads, items: INodeExecutionData[]): Promise<Line[]> {
	const item = items.slice(0, 1);
	const one = uploads.side(item, own);
	const ten = uploads.side(items, own);
	const peers = uploads.peers(item);
	const unredirected = uploads.byHand({ redirect: { redirect: { followRedirects: false } } });
	peers.set('HTTP Request, no redirects', uploads.side(item, unredirected));
	await alternate([one, ...peers.values(), ten]);
	return [
		...linesOf(100, one, peers),
		...[...peers].map(([name, side]) =>
			judge({
				size: 100,
				work: 'MB uploaded',
				unit: 'ms',
				ours: msOf(one),
				peer: { name, sample: msOf(side) },
			}),
		),
		judge({
			size: 10,
			work: 'uploads of 100 MB in a row',
			unit: 'MB',
			ours: memoryOf(ten),
			peer: { name: 'DocScore, one of them', sample: memoryOf(one) },
			goal: (line) => ({ text: 'at most 1.3 times one', met: ratioOf(line) >= 1 / 1.3 }),
		}),
	];
}

function linesOf(size: number, ours: Side<Execution>, peers: Map<string, Side<Execution>>): Line[] {
	return [...peers].map(([name, side]) => {
		const goal = size === 100 && name === 'HTTP Request' ? ratioAtLeast(1) : undefined;
		const peer = { name, sample: memoryOf(side) };
		return judge({ size, work: 'MB uploaded', unit: 'MB', ours: memoryOf(ours), peer, goal });
	});
}

const memoryOf = (side: Side<Execution>) => side.sample(({ extraBytes }) => extraBytes / MB);

const msOf = (side: Side<Execution>) => side.sample(({ ms }) => ms);

const own = docScore({
	resource: 'recording',
	operation: 'upload',
	is_inbound: 'inbound',
	languageCode: 'en',
	options: { maxConcurrentRequests: 1 },
});

class Uploads {
	/** @param small warm-up items */
	constructor(
		private readonly stage: Stage,
		private readonly service: Service,
		private readonly small: INodeExecutionData[],
	) {}

	side(items: INodeExecutionData[], node: INode): Side<Execution> {
		const { control, credential } = this.service;
		return new Side(async () => {
			await control.reset();
			const worker = this.stage.worker();
			await worker.execute(chain(credential, this.small, node));
			const execution = await worker.execute(chain(credential, items, node));
			await worker.stop();
			const sent = (await control.recordings()).length;
			const wanted = this.small.length + items.length;
			if (sent !== wanted) throw new Error(`${sent} of ${wanted} recordings were sent`);
			return execution;
		});
	}

	peers(item: INodeExecutionData[]): Map<string, Side<Execution>> {
		return new Map([
			['HTTP Request', this.side(item, this.byHand())],
			['buffered upload', this.side(item, bufferedUpload())],
		]);
	}

	byHand(options: INodeParameters = {}): INode {
		return httpRequest(this.service.credential, '/scoring/submitRecording', {
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
}
