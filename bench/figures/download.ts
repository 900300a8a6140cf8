import type { INode } from 'n8n-workflow';
import type { ExecuteTask, Execution } from '../n8n/worker';
import { alternate, Side } from '../measure';
import { type Figure, type Goal, judge, ratioAtLeast, type Unit } from '../figure';
import type { Service, Stage } from '../stage';
import { chain, docScore, httpRequest, named, splitOut } from '../workflows';
import { detailsOfEach } from './byHand';

const MB = 1024 * 1024;
const SIZE = 100;

export const download: Figure = {
	name: 'download',
	about:
		"Run: Download Files for a completed run with one file, into n8n's file store: peak growth of the process's memory (resident set, sampled every 5 ms), and the duration. Each round runs in a new process that has already downloaded 1 MB and cleared its memory. Without this node, it takes an HTTP Request node for the details, a Split Out node for the list of files, and an HTTP Request node with the response format File.",
	async measure(stage) {
		const service = await stage.service();
		const [small = '', large = ''] = await seedRuns(service, [1, SIZE]);
		const downloading = (...nodes: INode[]) => {
			const task = (id: string) => chain(service.credential, [{ json: { id } }], ...nodes);
			return new Side(async () => await downloadIn(stage, task(small), task(large)));
		};
		const ours = downloading(own);
		const theirs = downloading(...byHand(service));
		await alternate([ours, theirs]);
		const line = (unit: Unit, numberOf: (execution: Execution) => number, goal?: Goal) =>
			judge({
				size: SIZE,
				work: 'MB downloaded',
				unit,
				ours: ours.sample(numberOf),
				peer: { name: 'HTTP Request, file', sample: theirs.sample(numberOf) },
				goal,
			});
		return [
			line('MB', ({ extraBytes }) => extraBytes / MB, ratioAtLeast(0.9)),
			line('ms', ({ ms }) => ms),
		];
	},
};

/** Seeds completed runs, each with one file of the given size in MB. Resolves to their IDs. */
async function seedRuns({ control }: Service, sizes: number[]): Promise<string[]> {
	const ids: string[] = [];
	// Files of seeded runs are small, but their links can lead to any file.
	const fileLinks: Record<string, string> = {};
	for (const size of sizes) {
		const name = `${size}.pdf`;
		const content = Buffer.alloc(size * MB).toString('base64');
		fileLinks[name] = await control.putFile(name, content, 'application/pdf');
		ids.push(...(await control.seedRuns([{ files: [name] }])));
	}
	await control.setDialect({ fileLinks });
	return ids;
}

async function downloadIn(stage: Stage, small: ExecuteTask, large: ExecuteTask) {
	const worker = stage.worker();
	await worker.execute(small);
	const execution = await worker.execute(large);
	await worker.stop();
	if (execution.items !== 1)
		throw new Error(`${execution.items} files were downloaded instead of 1`);
	return execution;
}

const own = docScore({
	resource: 'run',
	operation: 'downloadFiles',
	runId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
});

function byHand({ credential }: Service): INode[] {
	const file = httpRequest(credential, '', {
		method: 'GET',
		url: '={{ $json.filenameUrl }}',
		authentication: 'none',
		sendBody: false,
		options: { response: { response: { responseFormat: 'file' } } },
	});
	return [detailsOfEach(credential), splitOut('doc.supportingDocs'), named('File', file)];
}
