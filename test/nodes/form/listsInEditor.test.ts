// Sources: methods/chosenFields.ts, methods/listSearch.ts, methods/loadOptions.ts,
// methods/lookUp.ts, methods/searchFields.ts, methods/searchTemplates.ts
import type { INodeParameters } from 'n8n-workflow';
import { DocScore } from '../../../nodes/DocScore/DocScore.node';
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { loadOptionsContext } from '../../harness/n8n/contexts';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';
import { extracted, UNKNOWN_ID } from '../runs';

const node = new SandboxedNode();
const time = useDrivenTime(node);
const { listSearch, loadOptions } = new DocScore().methods;

const rule = (text: string) => `Find ${text}`;

async function addTemplate(...fields: string[]): Promise<string> {
	const schema = Object.fromEntries(fields.map((field) => [field, rule(field)]));
	return await node.control.addTemplate('Bill of lading', schema);
}

describe('searching a template', () => {
	const search = async (filter?: string) =>
		await listSearch.searchTemplates.call(loadOptionsContext(node.credential), filter);

	it('shows the name and fields for a pasted ID or URL', async () => {
		const few = await addTemplate('shipper', 'vessel');
		const many = await addTemplate('a', 'b', 'c', 'd', 'e', 'f');
		const five = await addTemplate('a', 'b', 'c', 'd', 'e');
		const none = await addTemplate();
		const found = async (filter: string) => (await search(filter)).results;
		expect(await found(` ${few} `)).toEqual([
			{ name: 'Bill of lading (shipper, vessel)', value: few },
		]);
		expect(await found(`https://app.example.com/${many}/edit`)).toEqual([
			{ name: 'Bill of lading (a, b, c, d, e, …)', value: many },
		]);
		expect(await found(five)).toMatchObject([{ name: 'Bill of lading (a, b, c, d, e)' }]);
		expect(await found(none)).toEqual([{ name: 'Bill of lading', value: none }]);
	});

	it('shows the ID if the template has no name', async () => {
		await node.control.setDialect({ nameForm: 'null' });
		const id = await addTemplate('shipper');
		expect(await search(id)).toEqual({ results: [{ name: `${id} (shipper)`, value: id }] });
	});

	it.each([undefined, '', ' '])('sends no request without a single ID: %s', async (filter) => {
		expect(await search(filter)).toEqual({ results: [] });
		expect(await node.requestCounts()).toEqual({});
	});

	it.each(['Invoice', '5f0c2b1e'])(
		'says how to find a template if it is searched by anything but its ID: %s',
		async (filter) => {
			const name = 'Templates cannot be searched by name. Paste the ID or URL of a template';
			expect(await search(filter)).toEqual({ results: [{ name, value: '' }] });
			expect(await node.requestCounts()).toEqual({});
		},
	);

	it.each([400, 404])('finds nothing for an ID that is rejected: %d', async (status) => {
		await node.control.addFault({ endpoint: 'template', kind: 'status', status });
		expect(await search(UNKNOWN_ID)).toEqual({ results: [] });
	});

	it.each([302, 401, 500])('shows an error instead of an empty list: %d', async (status) => {
		await node.control.addFault({
			endpoint: 'template',
			kind: 'status',
			status,
			error: 'No luck',
			times: 9,
		});
		await expect(search(UNKNOWN_ID)).rejects.toThrow(/No luck|API [Kk]ey/);
	});
});

describe('the fields that are offered for a rule', () => {
	const offered = async (parameters: INodeParameters, filter?: string) => {
		const context = loadOptionsContext(node.credential, parameters);
		const { results } = await listSearch.searchFields.call(context, filter);
		expect(results.every(({ name, value }) => name === value)).toBe(true);
		return results.map(({ value }) => value);
	};

	it('are the fields of the template, in any form of the template', async () => {
		const id = await addTemplate('shipper', 'vessel');
		const fields = ['shipper', 'vessel'];
		expect(await offered({ extraction_template_id: id })).toEqual(fields);
		expect(await offered({ extraction_template_id: { mode: 'id', value: id } })).toEqual(fields);
		const url = { mode: 'url', value: `https://app.example.com/${id}` };
		expect(await offered({ filters: { extraction_template_id: url } })).toEqual(fields);
		expect(await offered({ extraction_template_id: id }, ' SHIP ')).toEqual(['shipper']);
	});

	it('keep their spaces, but omit a field without a name, which n8n cannot store', async () => {
		const id = await addTemplate('total ', '', ' ');
		expect(await offered({ extraction_template_id: id })).toEqual(['total ', ' ']);
	});

	it('are those of the run if a run but no template is selected', async () => {
		const [runId = ''] = await node.control.seedRuns([extracted({ total: '7', number: 'A-1' })]);
		expect(await offered({ runId: { mode: 'list', value: runId } })).toEqual(['total', 'number']);
		const id = await addTemplate('shipper');
		const both = { extraction_template_id: id, runId: { mode: 'list', value: runId } };
		expect(await offered(both)).toEqual(['shipper']);
	});

	it.each([
		{},
		{ extraction_template_id: '={{ $json.template }}' },
		{ runId: { mode: 'id', value: '' } },
		{ runId: { mode: 'id', value: `${UNKNOWN_ID} 6f0c2b1e-8a94-4d3b-9c61-0d5a7e4f2b18` } },
	])('are unknown before the run if there is no template or run: %j', async (parameters) => {
		await expect(offered(parameters)).rejects.toThrow(/a template or a run .+ By Name/);
		expect(await node.requestCounts()).toEqual({});
	});
});

describe('the fields that are offered for the output', () => {
	const offered = async (parameters: INodeParameters) =>
		await loadOptions.getFields.call(loadOptionsContext(node.credential, parameters));
	const named = (...names: string[]) => names.map((name) => ({ name, value: name }));

	it('are the fields of the template in its order, or otherwise of the run', async () => {
		const id = await addTemplate('vessel', 'shipper ', '');
		const fields = named('vessel', 'shipper ');
		expect(await offered({ extraction_template_id: { mode: 'list', value: id } })).toEqual(fields);
		const url = { mode: 'url', value: `https://app.example.com/${id}` };
		expect(await offered({ filters: { extraction_template_id: url } })).toEqual(fields);
		const [runId = ''] = await node.control.seedRuns([extracted({ total: '7', number: 'A-1' })]);
		expect(await offered({ runId })).toEqual(named('total', 'number'));
	});

	it.each([{}, { extraction_template_id: '={{ $json.template }}' }])(
		'are empty, without an error, if there is no template: %j',
		async (parameters) => {
			expect(await offered(parameters)).toEqual([]);
			expect(await node.requestCounts()).toEqual({});
		},
	);

	it('are an error if the template cannot be read', async () => {
		await expect(offered({ extraction_template_id: UNKNOWN_ID })).rejects.toThrow(/not found/i);
	});
});

describe('A list in the editor', () => {
	it('fails after 15 seconds without a response', async () => {
		const hang = { kind: 'latency', by: 'clock', ms: 600_000 } as const;
		await node.control.addFault({ ...hang, endpoint: 'template' });
		const searched = listSearch.searchTemplates.call(
			loadOptionsContext(node.credential),
			UNKNOWN_ID,
		);
		await expect(searched).rejects.toThrow();
		expect(time.passed).toBe(15_000);
	});

	it('does not wait for a Retry-After, even one to an execution', async () => {
		const rest = { kind: 'rateLimit', retryAfterSeconds: 800 } as const;
		await node.control.addFault({ ...rest, endpoint: 'query', times: 1 });
		const execution = node.start({
			parameters: { resource: 'run', operation: 'getAll' },
		});
		await time.pass(2_000);
		time.flow();
		const searched = listSearch.searchTemplates.call(
			loadOptionsContext(node.credential),
			UNKNOWN_ID,
		);
		await expect(searched).rejects.toThrow('Rate limit reached');
		expect(time.passed).toBeLessThanOrEqual(3_000);
		execution.cancel();
		await execution.finished;
	});
});
