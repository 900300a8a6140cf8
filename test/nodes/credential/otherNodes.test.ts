import type { IExecuteFunctions, INodeType } from 'n8n-workflow';
import { DocScore } from '../../../nodes/DocScore/DocScore.node';
import { FileHost, withContent } from '../../harness/sandbox/fileHost';
import { SandboxProxy } from '../../harness/sandbox/sandboxProxy';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';

const node = new SandboxedNode();
const host = new FileHost();
const home = new SandboxProxy(node);
const { description } = new DocScore();

/** Another node with this credential, such as HTTP Request, which sends a request to this URL. */
function requesting(options: { url: string; baseURL?: string }): INodeType {
	return {
		description,
		async execute(this: IExecuteFunctions) {
			const { helpers } = this;
			await helpers.httpRequestWithAuthentication.call(this, 'docScoreApi', {
				method: 'POST',
				body: { page: 1 },
				json: true,
				...options,
			});
			return [[{ json: {} }]];
		},
	};
}

const STORED = [
	{ allowedHttpRequestDomains: 'all' },
	{ allowedHttpRequestDomains: 'domains', allowedDomains: '*' },
	{},
];

describe.each(STORED)('Another node with a credential stored with %j', (stored) => {
	const parameters = { resource: 'template', operation: 'get', extraction_template_id: 'x' };
	const request = async (options: { url: string; baseURL?: string }) =>
		await node.run({
			docScore: requesting(options),
			parameters,
			items: [{}, {}],
			credential: { ...node.credential, ...stored },
		});

	it('sends the key to no other host or port', async () => {
		host.answer(withContent(200, '{}'));
		const local = host.origin.replace('127.0.0.1', 'localhost');
		for (const origin of [host.origin, local]) {
			const { error } = await request({ url: `${origin}/workflows/runs/getData` });
			expect(String(error?.message)).toContain('is not at the Base URL of the credential');
		}
		expect(host.requests).toBe(0);
	});

	it('sends it to the Base URL', async () => {
		const { error } = await request({ url: `${node.credential.baseUrl}/workflows/runs/getData` });
		expect(error).toBeUndefined();
		const relative = { url: '/workflows/runs/getData', baseURL: node.credential.baseUrl };
		expect((await request(relative)).error).toBeUndefined();
	});
});

it.each([
	['httpRequestWithAuthentication', 'url'],
	// HTTP Request still uses n8n's former helper.
	['requestWithAuthentication', 'uri'],
])('Another node sends the key to no target of a redirect, with %s', async (name, url) => {
	host.answer(withContent(200, '{}'));
	home.change = async () =>
		await Promise.resolve({ status: 307, headers: { location: host.origin }, body: '' });
	const { baseUrl } = home.credential;
	const options = { [url]: `${baseUrl}/workflows`, method: 'GET', followAllRedirects: true };
	const docScore: INodeType = {
		description,
		async execute(this: IExecuteFunctions) {
			const [, send] = Object.entries(this.helpers).find((helper) => helper[0] === name) ?? [];
			if (typeof send !== 'function') throw new Error(`There is no helper ${name}`);
			await Reflect.apply(send, this, ['docScoreApi', options]);
			return [[]];
		},
	};
	const parameters = { resource: 'template', operation: 'get', extraction_template_id: 'x' };
	const credential = { ...node.credential, baseUrl, allowedHttpRequestDomains: 'all' };
	const { error } = await node.run({ docScore, parameters, items: [{}, {}], credential });
	expect(String(error?.message)).toContain('307');
	expect(home.asked).toHaveLength(1);
	expect(host.requests).toBe(0);
});
