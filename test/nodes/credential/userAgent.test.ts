// Sources: service/version.ts
import { version } from '../../../package.json';
import { DocScore } from '../../../nodes/DocScore/DocScore.node.ts';
import { credentialTestContext } from '../../harness/n8n/contexts';
import { runNode } from '../../harness/n8n/runNode';
import { FileHost } from '../../harness/sandbox/fileHost';
import { wavOf } from '../../sandbox/samples/audio';
import { upload, withFile } from '../recording/uploads';
import { UNKNOWN_ID } from '../runs';

const service = new FileHost();

const credential = () => ({ apiKey: 'key-of-the-test', baseUrl: service.origin });

const SUBMIT = {
	resource: 'run',
	operation: 'submit',
	file_urls: 'https://files.example.com/invoice.pdf',
	extraction_template_id: UNKNOWN_ID,
};

/** Records the User-Agent of each request. */
function takeDownAgents(): Array<string | undefined> {
	const agents: Array<string | undefined> = [];
	service.answer((response, request) => {
		agents.push(request.headers['user-agent']);
		request.resume().on('end', () => {
			response.setHeader('content-type', 'application/json');
			response.end('{"statusCode":"SUCCESS","message":"accepted","doc_id":"run-1","docs":[]}');
		});
	});
	return agents;
}

describe('The service sees the name and version of the package, and that n8n sends it', () => {
	const agent = `n8n-nodes-docscore/${version} n8n`;

	it.each([
		['requests', () => SUBMIT],
		['recordings', () => upload()],
	])('with %s', async (_, parameters) => {
		const agents = takeDownAgents();
		const items = ['a.wav', 'b.wav'].map((name) => withFile(wavOf(8_000), name));
		const { error } = await runNode({
			credential: credential(),
			parameters: parameters(),
			items,
		});
		expect(error).toBeUndefined();
		expect(agents).toEqual([agent, agent]);
	});

	it('with the test of the credential', async () => {
		const agents = takeDownAgents();
		const { testDocScoreApi } = new DocScore().methods.credentialTest;
		const data = { ...credential() };
		const asked = { id: '1', name: 'DocScore', type: 'docScoreApi', data };
		expect(await testDocScoreApi.call(credentialTestContext(), asked)).toMatchObject({
			status: 'OK',
		});
		expect(agents).toEqual([agent]);
	});
});
