import type { IDataObject, INode } from 'n8n-workflow';
import { resources } from '../../../nodes/DocScore/resources';
import { nodeOf } from '../../harness/n8n/nodeOf';
import { join, readFile, writeFile } from '../../node';
import { wavOf } from '../../sandbox/samples/audio';
import { chain } from '../harness/chain';
import { putSample } from '../harness/examples';
import { type Execution, jsonOf } from '../harness/execution';
import { releaseInUse } from '../harness/release';
import { N8nWithSandbox } from '../harness/withN8n';

const e2e = new N8nWithSandbox('operations');

const TYPE = 'n8n-nodes-docscore.docScore';
const START = 'Start';
const WORK = 'Work';

const runId = { __rl: true, mode: 'id', value: '={{ $json.id }}' };

/** As printed in the sample document. */
const FIELDS = { invoice_number: 'NB-2025-0173', total_amount: '1,409.67' };

/** How to test an operation. */
interface Trial {
	parameters?: () => Promise<INode['parameters']>;
	/** Nodes between the start and the operation. */
	before?: () => Promise<INode[]>;
	items: () => Promise<IDataObject[]>;
	gives: () => Promise<unknown> | unknown;
}

beforeEach(async () => await e2e.sandbox.control.reset());

const seeded = async (...names: string[]) =>
	(await e2e.sandbox.control.seedRuns(names.map((filename) => ({ filename })))).map((id) => ({
		id,
	}));

async function submission() {
	const file_urls = await putSample(e2e.sandbox, 'invoice.pdf');
	return { file_urls, extraction_template_id: e2e.sandbox.templates.invoice };
}

const oneItem = async () => [{}];

/** Two runs, one for each item. */
const byId = {
	parameters: async () => ({ runId }),
	items: async () => await seeded('First', 'Second'),
	gives: () => ['First', 'Second'].map((name) => expect.objectContaining({ name })),
};

const TRIALS: Record<string, Trial> = {
	'run/submit': {
		parameters: async () => ({
			...(await submission()),
			additionalFields: { run_id: '={{ $json.name }}' },
		}),
		items: async () => [{ name: 'First' }, { name: 'Second' }],
		gives: async () => {
			const runs = await e2e.sandbox.control.runs();
			// Documents are submitted concurrently, in any order.
			return ['First', 'Second'].map((name) =>
				expect.objectContaining({ id: runs.find(({ filename }) => filename === name)?.id, name }),
			);
		},
	},
	'run/submitAndWait': {
		parameters: submission,
		items: oneItem,
		gives: () => [expect.objectContaining({ fields: expect.objectContaining(FIELDS) })],
	},
	'run/wait': byId,
	'run/get': byId,
	'run/getAll': {
		parameters: async () => ({ returnAll: true, filters: { filename: 'Wanted' } }),
		items: async () => {
			const filenames = ['Wanted 1', 'Other', 'Wanted 2'];
			await e2e.sandbox.control.seedRuns(
				filenames.map((filename, at) => ({ filename, createdAgoMs: at * 1_000 })),
			);
			return [{}];
		},
		gives: () => ['Wanted 1', 'Wanted 2'].map((name) => expect.objectContaining({ name })),
	},
	'run/downloadFiles': {
		parameters: async () => ({ runId }),
		before: async () => {
			const parameters = { operation: 'submitAndWait', ...(await submission()) };
			return [nodeOf('Submit', TYPE, { parameters, credentials: e2e.credentials })];
		},
		items: oneItem,
		gives: () => [expect.objectContaining({ fileName: 'invoice.pdf' })],
	},
	'template/get': {
		parameters: async () => ({ extraction_template_id: e2e.sandbox.templates.invoice }),
		items: oneItem,
		gives: () => [expect.objectContaining({ name: 'Invoice' })],
	},
	'recording/upload': {
		parameters: async () => ({ is_inbound: 'inbound', languageCode: 'en' }),
		before: async () => {
			const fileSelector = join(e2e.n8n.filesFolder, 'call.wav');
			await writeFile(fileSelector, wavOf(16_000));
			const parameters = { fileSelector };
			return [nodeOf('Disk', 'n8n-nodes-base.readWriteFile', { parameters })];
		},
		items: oneItem,
		gives: () => [{ message: 'File accepted for processing', fileName: 'call.wav', bytes: 16_044 }],
	},
};

const operations = resources.flatMap(({ value: resource, operations: all }) =>
	all.map(({ value: operation }) => [resource, operation] as const),
);

/** Runs the operation with these items, which are pinned to the start node. */
async function run(
	items: IDataObject[],
	parameters: INode['parameters'],
	before: INode[] = [],
): Promise<Execution> {
	const start = nodeOf(START, 'n8n-nodes-base.manualTrigger');
	const work = nodeOf(WORK, TYPE, { parameters, credentials: e2e.credentials });
	const pinData = { [START]: items.map((json) => ({ json })) };
	const workflow = { ...chain('Operations', start, ...before, work), pinData };
	return await e2e.n8n.api.run(await e2e.n8n.api.importWorkflow(workflow));
}

it('n8n has the requested release', async () => {
	const { versionCli } = await e2e.n8n.api.get<{ versionCli: string }>('/rest/settings');
	expect(versionCli).toBe(releaseInUse().version);
});

describe('every operation, run like in the editor', () => {
	it.each(operations)('%s: %s', async (resource, operation) => {
		const trial = TRIALS[`${resource}/${operation}`];
		if (!trial) throw new Error(`There is no trial of ${resource}: ${operation}`);
		const parameters = { resource, operation, ...(await trial.parameters?.()) };
		const before = await trial.before?.();
		const execution = await run(await trial.items(), parameters, before);
		expect([execution.status, execution.error]).toEqual(['success', null]);
		expect(jsonOf(execution, WORK)).toEqual(await trial.gives());
	});

	it.each(operations)('the editor receives the preview of %s: %s', async (resource, operation) => {
		const path = `v1.0.0/${resource}/${operation}.json`;
		const { url, api } = e2e.n8n;
		const response = await fetch(`${url}/schemas/${TYPE}/${path.slice(1)}`, {
			headers: { cookie: api.cookie },
		});
		const shipped = await readFile(join('nodes', 'DocScore', '__schema__', path), 'utf8');
		expect(await response.json()).toEqual(JSON.parse(shipped));
	});
});
