import { DocScore } from '../../../nodes/DocScore/DocScore.node';
import { credentialTestContext, loadOptionsContext } from '../../harness/n8n/contexts';
import { withContent } from '../../harness/sandbox/fileHost';
import { requesting } from './brokenHelper';
import { byId, type Provocation, type Stage, toldBy, UNKNOWN } from './stage';

const { methods } = new DocScore();
const { listSearch, credentialTest } = methods;

/** Messages when the credential is saved. */
export function ofCredential({ node, host }: Stage): Provocation[] {
	const saved = async (change: { apiKey?: string; baseUrl?: string } = {}) => {
		const { message } = await credentialTest.testDocScoreApi.call(credentialTestContext(), {
			id: '1',
			name: 'DocScore',
			type: 'docScoreApi',
			data: { ...node.credential, ...change },
		});
		return { message };
	};
	const row = (did: string, provoke: Provocation['provoke']) => ({
		where: 'DocScore API',
		did,
		provoke,
	});
	const given = (did: string, ...answer: Parameters<typeof withContent>) =>
		row(did, async () => {
			host.answer(withContent(...answer));
			return await saved({ baseUrl: host.origin });
		});
	const withKey = (did: string, apiKey: string) => row(did, async () => await saved({ apiKey }));
	const at = (did: string, baseUrl: string) => row(did, async () => await saved({ baseUrl }));
	const location = 'https://docs.example.com/v2/workflows/runs/getData';
	return [
		row('The right key and Base URL', async () => await saved()),
		withKey('A wrong key', 'wrong'),
		withKey('A key left empty', ''),
		withKey('A key with a hidden character', 'key\u200b'),
		at('A Base URL with a password', 'https://ana:password@api.example.com/v1'),
		at('A Base URL that can be read in two ways', 'https://api.example.com\\@localhost'),
		row('The credential in another node, for another host', async () => {
			const parameters = { resource: 'run', operation: 'getAll' };
			const docScore = requesting('https://elsewhere.example.com/v1');
			return toldBy((await node.run({ docScore, parameters })).error);
		}),
		at('A Base URL left empty', ''),
		at('A Base URL that is not a URL', 'docscore'),
		at('A Base URL without https://', 'api.example.com/v1'),
		at(
			'A Base URL with the path of a request',
			'https://api.example.org/v1/scoring/submitRecording',
		),
		at('A Base URL with a question mark', 'https://api.example.org/v1?key=7'),
		at("The form's example as Base URL", 'https://api.example.com/v1'),
		at('A Base URL that does not respond', 'http://127.0.0.1:9'),
		row('A Base URL with https, at a port for http', async () => {
			return await saved({ baseUrl: host.origin.replace('http:', 'https:') });
		}),
		row('A Base URL that is too long', async () => {
			return await saved({ baseUrl: `${node.credential.baseUrl}/workflows` });
		}),
		given('A Base URL that leads to a web site', 200, '<html>'),
		given('A Base URL that leads to another service', 200, '{"items":[]}'),
		given('A key without permission', 403, '{"error":"Not yours"}'),
		given('A service that rejects lists', 402, '{"error":"No credit","details":"Top up"}'),
		given('A service with a problem', 500, '{"error":"Index is down"}'),
		given('A Base URL that redirects', 302, '', { location }),
	];
}

/** Messages in lists that cannot be loaded. */
export function ofPickers({ node }: Stage): Provocation[] {
	const row = (where: string, did: string, work: () => Promise<unknown>): Provocation => ({
		where,
		did,
		provoke: async () => {
			const offered = await work().catch((error: Error) => error);
			return toldBy(offered instanceof Error ? offered : undefined);
		},
	});
	const context = (change = {}, parameters = {}) =>
		loadOptionsContext({ ...node.credential, ...change }, parameters);
	const fault = { kind: 'status', status: 400, error: 'No index' } as const;
	return [
		row('Field', 'No template or run is chosen', async () => {
			return await listSearch.searchFields.call(context());
		}),
		row('Field', 'A run is chosen that the service does not know', async () => {
			return await listSearch.searchFields.call(context({}, { runId: byId(UNKNOWN) }));
		}),
		row('Run', 'A service that rejects the list', async () => {
			await node.control.addFault({ ...fault, endpoint: 'query' });
			return await listSearch.searchRuns.call(context());
		}),
		{
			where: 'Template',
			did: 'A typed name',
			provoke: async () => {
				const { results } = await listSearch.searchTemplates.call(context(), 'Invoice');
				return results.map(({ name }) => ({ message: name }));
			},
		},
		row('Template', 'A wrong key', async () => {
			return await listSearch.searchTemplates.call(context({ apiKey: 'wrong' }), UNKNOWN);
		}),
	];
}

/** Hints beside the output, before and after a node runs. */
export function ofHints({ node, hints }: Stage): Provocation[] {
	const row = (
		did: string,
		url: string,
		credentialOf: () => { baseUrl: string } = () => node.credential,
	): Provocation => ({
		where: 'Submit',
		did,
		provoke: async () =>
			await hints({
				parameters: node.submission({ file_urls: url }),
				credential: credentialOf(),
				onError: 'continueErrorOutput',
			}),
	});
	const elsewhere = () => ({ baseUrl: 'https://unreachable.invalid/v1' });
	return [
		row('A link to a computer', 'http://localhost:8080/a.pdf', elsewhere),
		row('A link to a private network', 'http://192.168.1.20/a.pdf', elsewhere),
		{
			where: 'Submit',
			did: 'Many documents at once, of a service that takes few',
			provoke: async () => {
				await node.control.setDialect({ requestsPerSecond: 2 });
				return await hints({ parameters: node.submission(), items: Array(30).fill({}) });
			},
		},
	];
}
