import type { INodeParameters } from 'n8n-workflow';
import { byContent, byKey } from '../../harness/deduplication';
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { SignedLinks } from '../../harness/n8n/signedLinks';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';
import { email, invoices, LOCKED } from '../files/emails';
import { ofInput } from '../files/itemFiles';
import { rule, rules, UNKNOWN_ID } from '../runs';

const node = new SandboxedNode();
new SignedLinks();
useDrivenTime(node);

const WAIT = { operation: 'submitAndWait' };
const ten = Array.from({ length: 10 }, (_, at) => ({ at }));

/** The output for these items, and the requests that it took. */
async function checked(
	parameters: INodeParameters,
	items: Parameters<typeof node.run>[0]['items'] = ten,
	onError?: 'continueRegularOutput',
) {
	await node.control.clearRequests();
	const { options } = parameters;
	const all = { ...parameters, options: { ...Object(options), checkOnly: true } };
	const run = await node.run({ parameters: all, items, onError });
	return { ...run, jsons: run.items.map(({ json }) => json), requests: await node.requestCounts() };
}

describe.each(['submit', 'submitAndWait'])('Check Only of %s', (operation) => {
	it('submits nothing: the template is requested once for ten items', async () => {
		const parameters = node.submission({
			operation,
			file_urls: '=https://files.example.com/{{ $json.at }}.pdf',
			additionalFields: {
				run_id: '=Invoice {{ $json.at }}',
				metadata: { entries: [{ name: 'department', value: 'accounting' }] },
			},
			options: byKey('=A-{{ $json.at }}'),
		});
		const { jsons, items, requests } = await checked(parameters);
		expect(requests).toEqual({ template: 1 });
		expect(jsons).toEqual(
			ten.map(({ at }) => ({
				name: `Invoice ${at}`,
				files: [{ name: `https://files.example.com/${at}.pdf`, type: null, bytes: null }],
				template: 'Invoice',
				metadata: { department: 'accounting' },
				deduplicationKey: `A-${at}`,
				problem: null,
			})),
		);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(ten.map(({ at }) => ({ item: at })));
		expect(await node.control.runs()).toEqual([]);
	});

	it('has an item for each document, and says what is wrong with one', async () => {
		const [first, second] = await invoices('a.pdf', 'b.pdf');
		if (!first || !second) throw new Error('There are two');
		const parameters = ofInput(node, {
			operation,
			binaryPropertyNames: '*',
			severalFiles: 'documentEach',
			additionalFields: {},
			options: byContent,
		});
		const items = [await email(first, LOCKED, second), await email(first)];
		const { jsons, requests } = await checked(parameters, items);
		expect(jsons.map(({ name, problem }) => [name, problem])).toEqual([
			['a.pdf', null],
			['locked.pdf', expect.stringContaining('needs a password')],
			['b.pdf', null],
			['a.pdf', null],
		]);
		const [file] = [first[1].length].map((bytes) => ({ type: 'application/pdf', bytes }));
		expect(jsons[0]?.files).toEqual([{ name: 'a.pdf', ...file }]);
		expect(jsons[0]?.deduplicationKey).toMatch(/^sha256:/);
		expect(jsons[3]?.deduplicationKey).toBe(jsons[0]?.deduplicationKey);
		expect(requests).toEqual({ template: 1 });
	});

	it('says what is wrong with the settings of an item', async () => {
		const file_urls = '={{ $json.at === 1 ? "invoice.pdf" : "https://files.example.com/a.pdf" }}';
		const { jsons } = await checked(node.submission({ operation, file_urls }));
		expect(jsons.map(({ problem }) => problem === null)).toEqual(ten.map(({ at }) => at !== 1));
		expect(jsons[1]?.problem).toContain("'File URLs'");
	});

	it('fails if the template does not exist', async () => {
		const { error } = await checked(
			node.submission({ operation, extraction_template_id: UNKNOWN_ID }),
		);
		expect(error?.message).toContain('Template not found');
	});
});

describe('Check Only names fields that the template does not have', () => {
	it.each([
		['in Fields to Output', { options: { fieldsToOutput: 'total_amount,totl' } }, 'totl'],
		['in a rule', rules(rule('totl'), rule('total_amount')), 'totl'],
		['in a check', { checks: { checks: [{ check: 'iban', field: 'ibn' }] } }, 'ibn'],
		[
			'but no column of a table',
			rules(rule('iban', { convertTo: 'table' }), rule('iban.amount')),
			null,
		],
	])('%s', async (_, parameters, name) => {
		const { jsons } = await checked(node.submission({ ...WAIT, ...parameters }), [{}, {}]);
		const problem =
			name === null
				? null
				: `The template has no field ${name}. Correct the name in Fields to Output, Field Rules or Checks.`;
		expect(jsons.map((json) => json.problem)).toEqual([problem, problem]);
	});
});
