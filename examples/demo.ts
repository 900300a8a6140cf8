import './stoppable';
import { type IDataObject, type IRun, jsonParse } from 'n8n-workflow';
import { loadPackage } from '../test/harness/package/builtPackage';
import { type Sandbox, startSandbox } from '../test/harness/sandbox/sandbox';
import { nodeTypesOf, startWorkflow, type WorkflowFile } from '../test/harness/n8n/workflow';
import { print, runCommand } from '../test/harness/command';
import { basename, join, parseArgs, pause, process, readFile } from '../test/node';
import { table } from './table';

/** Runs an example workflow in n8n's engine, with the samples or with your own file and fields. */

interface Document {
	path: string;
	templateId: string;
}

const EXAMPLES = join(process.cwd(), 'examples');
const SAMPLES = join(EXAMPLES, 'samples');
const NODE = 'Extract fields';
const WATCH_EVERY_MS = 250;

async function chooseDocuments(sandbox: Sandbox): Promise<Document[]> {
	const { positionals, values } = parseArgs({
		allowPositionals: true,
		options: { field: { type: 'string', multiple: true, default: [] } },
	});
	const { invoice, receipt } = sandbox.templates;
	if (positionals.length === 0) {
		return [
			{ path: join(SAMPLES, 'invoice.pdf'), templateId: invoice },
			{ path: join(SAMPLES, 'receipt.png'), templateId: receipt },
		];
	}
	const fields = values.field.map(readField);
	const templateId =
		fields.length === 0
			? invoice
			: await sandbox.control.addTemplate('My fields', Object.fromEntries(fields));
	return positionals.map((path) => ({ path, templateId }));
}

function readField(field: string): [name: string, instruction: string] {
	const [, name, instruction] = /^([^=]+)=(.+)$/s.exec(field) ?? [];
	if (name !== undefined && instruction !== undefined) return [name.trim(), instruction.trim()];
	throw new Error(
		`--field needs a name and an instruction, such as "total=the amount after Total", not "${field}"`,
	);
}

/** Items for the first node of the workflow, each with a URL where the sandbox finds the file. */
async function publish(sandbox: Sandbox, documents: Document[]) {
	return await Promise.all(
		documents.map(async ({ path, templateId }) => {
			const name = basename(path);
			const content = await readFile(path, 'base64');
			const fileUrl = await sandbox.control.putFile(name, content, 'application/octet-stream');
			return { json: { name, fileUrl, templateId } };
		}),
	);
}

/** Prints each change of a run's status, until `isOver`. */
async function showProgress(sandbox: Sandbox, isOver: () => boolean): Promise<void> {
	const shown = new Map<string, string>();
	while (!isOver()) {
		for (const { id, filename, status } of await sandbox.control.runs()) {
			if (shown.get(id) !== status) print(`  ${filename}: ${status}`);
			shown.set(id, status);
		}
		await pause(WATCH_EVERY_MS);
	}
}

function fieldsOf(run: IRun): IDataObject[] {
	const [task] = run.data.resultData.runData[NODE] ?? [];
	if (task?.error) throw new Error(`${task.error.message}\n${task.error.description ?? ''}`);
	return (task?.data?.main?.[0] ?? []).map((item) => item.json);
}

function printFields(fields: IDataObject[]): void {
	for (const name of new Set(fields.map((field) => field.runName))) {
		const rows = fields.filter((field) => field.runName === name);
		print(`\n${String(name)}`);
		print(table(rows, ['field', 'value', 'reasoning']));
	}
}

async function demo(sandbox: Sandbox): Promise<void> {
	const example = await readFile(join(EXAMPLES, 'documents-to-fields.json'), 'utf8');
	const workflow = jsonParse<WorkflowFile>(example);
	const documents = await publish(sandbox, await chooseDocuments(sandbox));
	print(`Running "${workflow.name}" in n8n's engine, on ${documents.length} document(s):`);
	const nodes = nodeTypesOf(await loadPackage(process.cwd()));
	const credential = { apiKey: sandbox.key, baseUrl: sandbox.baseUrl };
	const file = { ...workflow, pinData: { Documents: documents } };
	let over = false;
	const progress = showProgress(sandbox, () => over);
	const run = await startWorkflow(file, nodes, credential);
	over = true;
	await progress;
	printFields(fieldsOf(run));
}

async function main(): Promise<number> {
	const sandbox = await startSandbox();
	try {
		await demo(sandbox);
		return 0;
	} finally {
		await sandbox.stop();
	}
}

runCommand(main);
