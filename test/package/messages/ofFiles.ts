import type { IBinaryData, INodeParameters } from 'n8n-workflow';
import { DocScore } from '../../../nodes/DocScore/DocScore.node';
import { forget, store } from '../../harness/n8n/binaryStore';
import { nodeOf } from '../../harness/n8n/nodeOf';
import { nodeTypesOf, startWorkflow } from '../../harness/n8n/workflow';
import { email, INVITATION, invoices, LOGO } from '../../nodes/files/emails';
import { ofInput, withFile } from '../../nodes/files/itemFiles';
import { errorWith } from '../../nodes/files/unlinked';
import { type Provocation, type Stage, toldBy } from './stage';

const LOCKED =
	'%PDF-1.6\n5 0 obj<</Filter/Adobe.PubSec>>endobj\ntrailer<</Root 1 0 R/Encrypt 5 0 R>>';

const ELSEWHERE = { baseUrl: 'https://api.example.org/v1' };

/** Errors in files that a submission gets from n8n. */
export function ofFiles(stage: Stage): Provocation[] {
	const { node, links } = stage;
	const holding = async (content: string) => {
		const file = { fileName: 'invoice.pdf', mimeType: 'application/pdf' };
		return [{ json: {}, binary: { data: await store([Buffer.from(content)], file) } }];
	};
	const row = (did: string, names: string, content = '%PDF-1.7'): Provocation => ({
		where: 'Submit',
		did,
		provoke: async () =>
			await stage.error({
				parameters: ofInput(node, { binaryPropertyNames: names }),
				items: await holding(content),
			}),
	});
	const other = (did: string, provoke: Provocation['provoke']) => ({
		where: 'Submit',
		did,
		provoke,
	});
	const unlinked = (did: string, helpers: Parameters<typeof errorWith>[1]) =>
		other(did, async () => toldBy(await errorWith(node, helpers)));
	const inMemory = async () => await Promise.resolve({ data: '', mimeType: 'application/pdf' });
	return [
		row('An empty file', 'data', ''),
		row('A file that is a web page', 'data', '<html>'),
		row('A file of an unknown type', 'data', '\0'),
		row('A file that is an error', 'data', '<Error><Code>AccessDenied</Code></Error>'),
		row('A file in base64', 'data', 'JVBERi0xLjQK'),
		row('An archive', 'data', 'Rar!\x1a\x07'),
		row('A photo of an iPhone', 'data', '\0\0\0\x18ftypheic\0\0\0\0'),
		row('A TIFF image', 'data', 'II*\0'),
		row('A Rich Text document', 'data', '{\\rtf1'),
		row('A PDF that needs a password', 'data', LOCKED),
		row('A calendar entry', 'data', 'BEGIN:VCALENDAR'),
		row('An e-mail', 'data', 'Subject: Invoice\n\n'),
		other('A file that n8n no longer has', async () => {
			const [item] = await holding('%PDF-1.7');
			if (item) await forget(item.binary.data);
			return await stage.error({ parameters: ofInput(node), items: item ? [item] : [] });
		}),
		other('A file that a Code node has made without content', async () => {
			const file: IBinaryData = JSON.parse('{"mimeType":"application/pdf"}');
			const items = [{ json: {}, binary: { data: file } }];
			return await stage.error({ parameters: ofInput(node), items });
		}),
		row('Input Data Field Names: a name that the item does not have', 'attachment_0'),
		row('Input Data Field Names: an expression that returns nothing', '={{ $json.missing }}'),
		row('Input Data Field Names: an expression that returns a number', '={{ [7] }}'),
		row('Input Data Field Names: an expression that returns fields', '={{ { total: 1 } }}'),
		other('Input Data Field Names *, of an item without a file', async () => {
			return await stage.error({ parameters: ofInput(node, { binaryPropertyNames: '*' }) });
		}),
		other('An item with files that are all skipped', async () => {
			const options = { skipUnsupported: true, skipSmallPictures: 10 };
			const parameters = ofInput(node, { binaryPropertyNames: '*', options });
			return await stage.error({ parameters, items: [await email(LOGO, INVITATION)] });
		}),
		other('Files From Input Data as the tool of an AI agent', async () => {
			return await asTool(stage, ofInput(node));
		}),
		other('A file that n8n keeps in memory', async () => {
			return toldBy(await errorWith(node, { prepareBinaryData: inMemory }));
		}),
		unlinked('An n8n whose storage is full', {
			prepareBinaryData: async () => await Promise.reject(new Error('ENOSPC: no space left')),
		}),
		unlinked('An n8n that cannot make links to files', {
			createBinarySignedUrl: () => {
				throw new Error('Signing is not supported');
			},
		}),
		other('A run that fails, of a file in n8n (Submit and Wait)', async () => {
			await node.control.setRunPlan({ fixedResult: { failureReason: 'No such file' } });
			const items = await holding('%PDF-1.7');
			return await stage.error({
				parameters: ofInput(node, { operation: 'submitAndWait' }),
				items,
			});
		}),
		other('An n8n that knows no public address', async () => {
			links.leadTo('http://localhost:5678/');
			const items = await holding('%PDF-1.7');
			return await stage.error({ parameters: ofInput(node), items, credential: ELSEWHERE });
		}),
	];
}

/** Hints about submissions of these files. */
export function hintsOnFiles({ node, links, hints }: Stage): Provocation[] {
	return [
		{
			where: 'Submit',
			did: 'An n8n with an address in a private network',
			provoke: async () => {
				links.leadTo('http://192.168.1.20:5678/');
				const items = [await withFile('invoice.pdf')];
				const credential = { baseUrl: 'https://unreachable.invalid/v1' };
				const onError = 'continueErrorOutput';
				return await hints({ parameters: ofInput(node), items, credential, onError });
			},
		},
		{
			where: 'Submit',
			did: 'An item with several files, of which some are skipped',
			provoke: async () => {
				const options = { skipUnsupported: true };
				const parameters = ofInput(node, { binaryPropertyNames: '*', options });
				const items = [await email(...(await invoices('a.pdf', 'b.pdf')), INVITATION)];
				return await hints({ parameters, items });
			},
		},
		{
			where: 'Submit',
			did: 'A workflow that saves no successful executions',
			provoke: async () => {
				const settings = { saveDataSuccessExecution: 'none' } as const;
				const items = [await withFile('invoice.pdf')];
				return await hints({ parameters: ofInput(node), items, settings });
			},
		},
	];
}

async function asTool({ node }: Stage, parameters: INodeParameters) {
	const credentials = { docScoreApi: { id: '1', name: 'DocScore' } };
	const file = {
		name: 'Test',
		nodes: [nodeOf('Tool', 'n8n-nodes-docscore.docScoreTool', { parameters, credentials })],
		connections: {},
	};
	const nodeTypes = nodeTypesOf({ docScoreTool: new DocScore() });
	const { data } = await startWorkflow(file, nodeTypes, node.credential);
	return toldBy(data.resultData.error);
}
