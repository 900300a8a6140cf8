import { jsonParse } from 'n8n-workflow';
import type { Sandbox } from '../../harness/sandbox/sandbox';
import type { WorkflowFile } from '../../harness/n8n/workflow';
import { join, process, readdir, readFile, writeFile } from '../../node';
import { wavOf } from '../../sandbox/samples/audio';

/** A workflow that comes with the package, as its file holds it. */
export interface Example extends WorkflowFile {
	/** Name of its file, without the extension. */
	file: string;
}

/** What stands in for what a user would have. */
export interface Surroundings {
	/** For each type of credential, the one that the nodes are to use. */
	credentials: Record<string, { id: string; name: string }>;
	sandbox: Sandbox;
	/** A folder in which workflows may read and write files. */
	folder: string;
}

const EXAMPLES = join(process.cwd(), 'examples');
const SAMPLES = join(EXAMPLES, 'samples');

/** Where the examples find their files: an address that serves nothing, and n8n's own folder. */
const FILES_URL = 'https://files.example.com/';
const FILES_FOLDER = '/home/node/.n8n-files';

/** Nodes for which an example leaves it to its user to choose an account, with the type of that. */
const ACCOUNTS: Record<string, string> = {
	'n8n-nodes-base.emailReadImap': 'imap',
	'n8n-nodes-base.emailSend': 'smtp',
};

/** In the order of their names. */
export async function loadExamples(): Promise<Example[]> {
	const names = (await readdir(EXAMPLES)).filter((name) => name.endsWith('.json')).sort();
	return await Promise.all(
		names.map(async (name) => {
			const workflow = jsonParse<WorkflowFile>(await readFile(join(EXAMPLES, name), 'utf8'));
			return { file: name.slice(0, -'.json'.length), ...workflow };
		}),
	);
}

/** The example as it runs in these surroundings: with their credentials, documents and folder. */
export async function prepare(
	{ name, nodes, connections, settings, pinData }: Example,
	{ credentials, sandbox, folder }: Surroundings,
): Promise<WorkflowFile> {
	const workflow: WorkflowFile = { name, nodes, connections, settings, pinData };
	let text = JSON.stringify(workflow).replaceAll(FILES_FOLDER, folder);
	for (const sample of await readdir(SAMPLES)) {
		if (!text.includes(FILES_URL + sample)) continue;
		text = text.replaceAll(FILES_URL + sample, await putSample(sandbox, sample));
	}
	const prepared = jsonParse<WorkflowFile>(text);
	for (const node of prepared.nodes) {
		for (const type of [...Object.keys(node.credentials ?? {}), ACCOUNTS[node.type] ?? '']) {
			const credential = credentials[type];
			if (credential) node.credentials = { ...node.credentials, [type]: credential };
		}
	}
	return prepared;
}

/** Puts a sample document where the service can fetch it; returns its address. */
export async function putSample(sandbox: Sandbox, sample: string): Promise<string> {
	const content = await readFile(join(SAMPLES, sample), 'base64');
	return await sandbox.control.putFile(sample, content, 'application/octet-stream');
}

/** Puts recordings into the folder, named as the example that uploads them expects it. */
export async function putRecordings(folder: string): Promise<void> {
	const names = ['2026-03-02_Maria-Santos_in_4711.wav', '2026-03-02_Jonas-Weber_out_4712.wav'];
	for (const [at, name] of names.entries()) {
		await writeFile(join(folder, name), wavOf(16_000 * (at + 1)));
	}
}
