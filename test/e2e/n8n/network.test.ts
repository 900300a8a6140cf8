import { nodeOf } from '../../harness/n8n/nodeOf';
import { type Sandbox, startSandbox } from '../../harness/sandbox/sandbox';
import { join, mkdtemp, rm, tmpdir } from '../../node';
import { chain } from '../harness/chain';
import { putSample } from '../harness/examples';
import { type Execution, jsonOf } from '../harness/execution';
import { N8n } from '../harness/n8n';
import { OutgoingProxy, PrivateTls } from '../harness/network';
import { credentialFor, packedPackage } from '../harness/withN8n';

const TYPE = 'n8n-nodes-docscore.docScore';

let folder = '';
let sandbox: Sandbox;
let tls: PrivateTls;
const proxy = new OutgoingProxy();

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'docscore-network-'));
	sandbox = await startSandbox();
	await proxy.start();
	tls = new PrivateTls(folder);
	await tls.start(new URL(sandbox.baseUrl).origin);
}, 60_000);

afterAll(async () => {
	await tls.stop();
	await proxy.stop();
	await sandbox.stop();
	await rm(folder, { recursive: true });
});

/** Submits a document, waits for it and downloads its file, in an n8n with this environment. */
async function inN8n(
	name: string,
	baseUrl: string,
	environment: Record<string, string>,
): Promise<{ test: unknown; execution: Execution }> {
	const n8n = await N8n.start({ name, tarball: packedPackage(), environment });
	try {
		const credential = { ...credentialFor(sandbox), data: { apiKey: sandbox.key, baseUrl } };
		const id = await n8n.api.createCredential(credential);
		const credentials = { docScoreApi: { id, name: 'DocScore' } };
		const test = await n8n.api.testCredential(id, credential);
		const submission = {
			operation: 'submitAndWait',
			file_urls: await putSample(sandbox, 'invoice.pdf'),
			extraction_template_id: sandbox.templates.invoice,
		};
		const runId = { __rl: true, mode: 'id', value: '={{ $json.id }}' };
		const workflow = chain(
			'Network',
			nodeOf('Start', 'n8n-nodes-base.manualTrigger'),
			nodeOf('Read', TYPE, { parameters: submission, credentials }),
			nodeOf('Files', TYPE, { parameters: { operation: 'downloadFiles', runId }, credentials }),
		);
		return { test, execution: await n8n.api.run(await n8n.api.importWorkflow(workflow)) };
	} finally {
		await n8n.stop();
	}
}

const reading = (execution: Execution) => [
	execution.error,
	jsonOf(execution, 'Files').map(({ fileName }) => fileName),
];

it('every request uses the outgoing proxy of n8n', async () => {
	const { origin, pathname } = new URL(sandbox.baseUrl);
	proxy.seen.length = 0;
	const environment = { HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url, NO_PROXY: '' };
	const { test, execution } = await inN8n('proxy', sandbox.baseUrl, environment);
	expect(test).toMatchObject({ status: 'OK' });
	expect(reading(execution)).toEqual([null, ['invoice.pdf']]);
	const paths = new Set(
		proxy.seen.filter((url) => url.startsWith(origin)).map((url) => new URL(url).pathname),
	);
	expect([...paths].filter((path) => path.startsWith(pathname)).sort()).toEqual(
		['/workflows/runs/getData', '/workflows/runs/getDetails', '/workflows/submit'].map(
			(path) => pathname + path,
		),
	);
	expect([...paths].filter((path) => path.includes('/files/'))).toHaveLength(1);
});

it('a private certificate in NODE_EXTRA_CA_CERTS is trusted, also through the proxy', async () => {
	const baseUrl = tls.url + new URL(sandbox.baseUrl).pathname;
	const environment = { NODE_EXTRA_CA_CERTS: tls.certificate };
	const { test, execution } = await inN8n('certificate', baseUrl, environment);
	expect(test).toMatchObject({ status: 'OK' });
	expect(reading(execution)).toEqual([null, ['invoice.pdf']]);
	proxy.seen.length = 0;
	const proxied = { ...environment, HTTPS_PROXY: proxy.url, NO_PROXY: '' };
	const tunnelled = await inN8n('certificate-proxy', baseUrl, proxied);
	expect(reading(tunnelled.execution)).toEqual([null, ['invoice.pdf']]);
	expect(new Set(proxy.seen.filter((seen) => seen.includes('localhost')))).toEqual(
		new Set([new URL(tls.url).host]),
	);
});

it('an unknown private certificate is reported as not trusted', async () => {
	const baseUrl = tls.url + new URL(sandbox.baseUrl).pathname;
	const { test, execution } = await inN8n('no-certificate', baseUrl, {});
	expect(test).toMatchObject({ message: expect.stringContaining('certificate not trusted') });
	expect(execution.error).toContain('certificate not trusted (DEPTH_ZERO_SELF_SIGNED_CERT)');
});

it('a private address is rejected if n8n protects its network, unless it is allowed', async () => {
	const protection = { N8N_SSRF_PROTECTION_ENABLED: 'true' };
	const blocked = await inN8n('blocked', sandbox.baseUrl, protection);
	const told = 'n8n blocks this address (SsrfBlockedIpError)';
	expect(blocked.test).toMatchObject({ message: expect.stringContaining(told) });
	expect(blocked.execution.error).toContain(told);
	// Nothing was sent, so the error must not say that the outcome is unknown.
	expect(blocked.execution.error).not.toContain('unknown');
	const allowed = { ...protection, N8N_SSRF_ALLOWED_IP_RANGES: '127.0.0.0/8' };
	const { test, execution } = await inN8n('allowed', sandbox.baseUrl, allowed);
	expect(test).toMatchObject({ status: 'OK' });
	expect(reading(execution)).toEqual([null, ['invoice.pdf']]);
});
