import { jsonParse } from 'n8n-workflow';
import type { Sandbox } from '../../harness/sandbox/sandbox';
import type { WorkflowFile } from '../../harness/n8n/workflow';
import { join, process, readdir, readFile, writeFile } from '../../node';
import { wavOf } from '../../sandbox/samples/audio';

/** One of the example workflows of the package, as saved in its file. */
export interface Example extends WorkflowFile {
	/** File name without the extension. */
	file: string;
}

/** What replaces the user's own accounts and files. */
export interface Surroundings {
	/** The credential to use, by credential type. */
	credentials: Record<string, { id: string; name: string }>;
	sandbox: Sandbox;
	/** A folder that workflows can read and write. */
	folder: string;
}

const EXAMPLES = join(process.cwd(), 'examples');
const SAMPLES = join(EXAMPLES, 'samples');

/** The URL and the folder of the files in the examples. No server answers at this URL. */
const FILES_URL = 'https://files.example.com/';
const FILES_FOLDER = '/home/node/.n8n-files';

/** Nodes whose account the user chooses, with the type of their credential. */
const ACCOUNTS: Record<string, string> = {
	'n8n-nodes-base.emailReadImap': 'imap',
	'n8n-nodes-base.emailSend': 'smtp',
};

/** All examples, sorted by file name. */
export async function loadExamples(): Promise<Example[]> {
	const names = (await readdir(EXAMPLES)).filter((name) => name.endsWith('.json')).sort();
	return await Promise.all(
		names.map(async (name) => {
			const workflow = jsonParse<WorkflowFile>(await readFile(join(EXAMPLES, name), 'utf8'));
			return { file: name.slice(0, -'.json'.length), ...workflow };
		}),
	);
}

/** The example with the credentials, documents and folder of this environment. */
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

/** Puts a sample document on the sandbox's file server and returns its URL. */
export async function putSample(sandbox: Sandbox, sample: string): Promise<string> {
	const content = await readFile(join(SAMPLES, sample), 'base64');
	return await sandbox.control.putFile(sample, content, 'application/octet-stream');
}

/** Writes recordings to the folder, with the names that the example expects. */
export async function putRecordings(folder: string): Promise<void> {
	const names = ['2026-03-02_Maria-Santos_in_4711.wav', '2026-03-02_Jonas-Weber_out_4712.wav'];
	for (const [at, name] of names.entries()) {
		await writeFile(join(folder, name), wavOf(16_000 * (at + 1)));
	}
}
