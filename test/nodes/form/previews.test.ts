import type { IDataObject } from 'n8n-workflow';
import { DocScore } from '../../../nodes/DocScore/DocScore.node';
import { DocScoreTrigger } from '../../../nodes/DocScore/DocScoreTrigger.node';
import { resources } from '../../../nodes/DocScore/resources';
import { isObject } from '../../../nodes/DocScore/service/json';
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { readPreview, type Types } from '../../harness/package/previews';
import { SandboxedTrigger } from '../../harness/sandbox/sandboxedTrigger';
import { join, process, readFile } from '../../node';
import type { Dialect } from '../../sandbox/dialect';
import { wavOf } from '../../sandbox/samples/audio';
import { RUN_OF_ITEM } from '../runs';
import { withFile } from '../recording/uploads';

/**
 * The output schemas that n8n's editor shows before the first run. n8n finds them by the node's version,
 * the resource and the operation; a trigger has only a version.
 */

const service = new SandboxedTrigger();
useDrivenTime(service);

const operations = resources.flatMap((resource) =>
	resource.operations.map((operation) => [resource.value, operation.value] as const),
);

const VERSION = `v${String(new DocScore().description.version)}.0.0`;
const RECORDING = wavOf(16_000, 16_000);

const FREE = ['.fields', '.metadata'];

function typesOf(outputs: IDataObject[]): Types {
	const types: Types = new Map();
	const add = (at: string, value: unknown): void => {
		types.set(at, (types.get(at) ?? new Set()).add(typeOf(value)));
		if (Array.isArray(value)) for (const each of value) add(`${at}[]`, each);
		else if (isObject(value) && !FREE.includes(at)) {
			for (const [name, each] of Object.entries(value)) add(`${at}.${name}`, each);
		}
	};
	for (const output of outputs) add('', output);
	return types;
}

function typeOf(value: unknown): string {
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'array';
	return Number.isInteger(value) ? 'integer' : typeof value;
}

/** Expects that the output has exactly the previewed properties, with the previewed types. */
function expectToBe(actual: Types, preview: Types): void {
	const without = (types: Set<string>) => [...types].filter((type) => type !== 'null');
	const list = (types: Types) => [...types].map(([at, each]) => [at, without(each)]);
	expect(Object.fromEntries(list(actual))).toEqual(Object.fromEntries(list(preview)));
	const nulls = [...actual].filter(([, types]) => types.has('null')).map(([at]) => at);
	expect(nulls.filter((at) => !preview.get(at)?.has('null'))).toEqual([]);
}

/** The URL of a file that the service can read. */
async function putInvoice(): Promise<string> {
	const invoice = await readFile(join(process.cwd(), 'examples', 'samples', 'invoice.pdf'));
	const content = invoice.toString('base64');
	return await service.control.putFile('invoice.pdf', content, 'application/pdf');
}

/** A completed run with this file, and a failed run. */
async function finishedRuns(file_urls: string): Promise<string[]> {
	const parameters = service.submission({ file_urls, additionalFields: { run_id: 'Invoice 7' } });
	const { items } = await service.run({ parameters });
	await service.control.advance(60_000);
	const failed = { status: 'failed' as const, failureReason: 'The page is blank' };
	return [String(items[0]?.json.id), ...(await service.control.seedRuns([failed]))];
}

/** Parameters of an upload besides the file. */
const CALL = { is_inbound: 'inbound', languageCode: 'en' };

interface Chosen {
	resource: string;
	operation: string;
}

/** The output of the operation in its default form. All operations get the same input. */
async function outputOf(chosen: Chosen, dialect: Partial<Dialect> = {}): Promise<IDataObject[]> {
	const file_urls = await putInvoice();
	const ids = await finishedRuns(file_urls);
	await service.control.setDialect(dialect);
	const additionalFields = { run_id: '={{ $itemIndex === 0 ? "Invoice 8" : "" }}' };
	const { items } = await service.run({
		parameters: service.submission({
			...CALL,
			...chosen,
			file_urls,
			additionalFields,
			runId: RUN_OF_ITEM,
		}),
		items: ids.map((id) => ({ ...withFile(RECORDING, 'call.wav'), json: { id } })),
		// A failed run is an error in some operations and output in others.
		onError: 'continueErrorOutput',
	});
	return items.map(({ json }) => json);
}

describe.each(operations)('the preview of %s: %s', (resource, operation) => {
	it('matches the output of the operation', async () => {
		const output = await outputOf({ resource, operation });
		expectToBe(typesOf(output), await readPreview(VERSION, resource, operation));
	});

	it('includes what the service may omit', async () => {
		const dialect = { nameForm: 'null', timeMissing: 'always' } as const;
		const output = await outputOf({ resource, operation }, dialect);
		const preview = await readPreview(VERSION, resource, operation);
		expect(output).not.toEqual([]);
		for (const [at, types] of typesOf(output)) {
			expect([at, [...types].filter((type) => !preview.get(at)?.has(type))]).toEqual([at, []]);
		}
	});
});

describe('the preview of the trigger', () => {
	it('matches the output of the trigger', async () => {
		const workflow = await service.activated();
		await finishedRuns(await putInvoice());
		await workflow.poll();
		expect(workflow.items).toHaveLength(2);
		expect(new DocScoreTrigger().description.version).toBe(new DocScore().description.version);
		expectToBe(typesOf(workflow.items), await readPreview(VERSION));
	});

	it('matches the default operation, whose preview n8n shows if a workflow names none', async () => {
		const [{ value: resource, initially }] = resources;
		const trigger = await readPreview(VERSION);
		const initial = await readPreview(VERSION, resource, initially.value);
		for (const [at, types] of initial) expect([at, trigger.get(at)]).toEqual([at, types]);
	});
});
