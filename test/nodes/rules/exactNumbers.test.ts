import { SandboxProxy } from '../../harness/sandbox/sandboxProxy';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';
import { get, rule, rules, UNKNOWN_ID } from '../runs';

const node = new SandboxedNode();
const between = new SandboxProxy(node);

/** The output for a run whose total is written like this in the service's JSON. */
async function shown(written: string, parameters: object = {}) {
	const body = `{"doc":{"id":"${UNKNOWN_ID}","status":"completed","output_schema":{"total":{"value":${written}}}}}`;
	between.change = async () => await Promise.resolve({ status: 200, body });
	const { items, error } = await node.run({
		parameters: get({ runId: UNKNOWN_ID, output: 'fieldsOnly', ...parameters }),
		credential: between.credential,
	});
	expect(error).toBeUndefined();
	return items[0]?.json;
}

describe('a number in a response', () => {
	const NUMBER = rules(rule('total', { convertTo: 'number' }));

	it.each(['1.10', '9007199254740991'])('%s stays a number', async (written) => {
		expect(await shown(written)).toEqual({ total: Number(written) });
		expect(await shown(written, NUMBER)).toEqual({ total: Number(written), issues: '' });
	});

	it.each(['9007199254740993', '1e400'])(
		'%s keeps its digits as a text, and breaks a rule for numbers',
		async (written) => {
			expect(await shown(written)).toEqual({ total: written });
			expect(await shown(written, { output: 'raw' })).toMatchObject({
				output_schema: { total: { value: written } },
			});
			expect(await shown(written, NUMBER)).toMatchObject({
				total: written,
				issues: expect.stringMatching(`^total .*: ${written}$`),
			});
		},
	);
});

describe('a number in Metadata (JSON)', () => {
	it('is sent unchanged as a text', async () => {
		const metadataJson = '{ "customer": "9007199254740993", "n": 9007199254740991 }';
		await node.run({ parameters: node.submission({ additionalFields: { metadataJson } }) });
		const [run] = await node.control.runs();
		expect(run?.metadata).toEqual({ customer: '9007199254740993', n: 9007199254740991 });
	});
});
