import { byKey } from '../../harness/deduplication';
import { sleep } from 'n8n-workflow';
import { isObject } from '../../../nodes/DocScore/service/json';
import { withAnswer } from './brokenHelper';
import { type Provocation, type Stage, toldBy } from './stage';

const KEY = 'n8n_dedup_key';

const CIRCULAR: Record<string, unknown> = {};
CIRCULAR.own = CIRCULAR;

/** Simulates a service that ignores this filter. */
const UNFILTERED: Stage['between']['change'] = async ({ path, body }, pass) =>
	path.endsWith('getData') && isObject(body)
		? await pass({ ...body, metadata_filters: [] })
		: await pass();

/** Errors of submissions. */
export function ofSubmissions(stage: Stage): Provocation[] {
	const { node, between } = stage;
	const submit = async (change: Stage['between']['change'], more = {}) => {
		between.change = change;
		const parameters = node.submission(more);
		return await stage.error({ parameters, credential: between.credential });
	};
	const row = (did: string, provoke: Provocation['provoke']) => ({ where: 'Submit', did, provoke });
	const withKey = (key: string) => ({ options: byKey(key) });
	const answering = (status: number, body: unknown) => async () =>
		await Promise.resolve({ status, body });
	return [
		row('A credential with another key for the second item', async () => {
			const credential = { apiKey: '={{ $json.key }}' };
			const items = [{ json: { key: 'first' } }, { json: { key: 'second' } }];
			return await stage.error({ parameters: node.submission(), credential, items });
		}),
		row('A credential that is deleted during the execution', async () => {
			let asked = 0;
			const credential = () => {
				if (asked++ === 0) return node.credential;
				throw new Error('Credential with ID "1" does not exist');
			};
			return await stage.error({ parameters: node.submission(), credential });
		}),
		row('A template that the service does not know', async () => {
			return await submit(answering(404, { error: 'Template not found' }));
		}),
		row('A rejection', async () => await submit(answering(400, { error: 'Bad file' }))),
		row('A document that already exists', async () => {
			return await submit(answering(409, { error: 'Duplicate' }));
		}),
		row('A submission that is too large', async () => {
			return await submit(answering(413, { error: 'Too large' }), {
				additionalFields: { run_id: 'Invoice 118' },
			});
		}),
		row('A connection that is lost', async () => {
			return await submit(async (_, pass) => await pass().then(() => null));
		}),
		row('A response that n8n cannot read', async () => {
			const answer = async () =>
				await Promise.reject(Object.assign(new Error('Too long'), { httpCode: '200' }));
			return await stage.error({ docScore: withAnswer(answer), parameters: node.submission() });
		}),
		row('A response that the node cannot read', async () => {
			const answer = async () =>
				await Promise.resolve({ statusCode: 200, headers: {}, body: CIRCULAR });
			return await stage.error({ docScore: withAnswer(answer), parameters: node.submission() });
		}),
		row('A service that reports a failure', async () => {
			return await submit(answering(200, { statusCode: 'FAILURE', error: 'No credit' }));
		}),
		row('A response without the ID of the run', async () => {
			return await submit(answering(200, { message: 'Accepted' }));
		}),
		row('An earlier connection that was lost, with a Deduplication Key', async () => {
			const change: Stage['between']['change'] = async ({ path }, pass) => {
				if (!path.endsWith('submit')) return { status: 200, body: { docs: [] } };
				return await pass().then(() => null);
			};
			await submit(change, withKey('messages-1'));
			await sleep(1_000);
			return await submit(change, withKey('messages-1'));
		}),
		row('A Deduplication Key that lists are not filtered by', async () => {
			await stage.control.seedRuns([{ count: 30, metadata: { other: 'x' } }]);
			return await submit(UNFILTERED, withKey('messages-2'));
		}),
		row('A Deduplication Key that very long lists are not filtered by', async () => {
			await stage.control.seedRuns([{ count: 1_001, metadata: { other: 'x' } }]);
			return await submit(UNFILTERED, withKey('messages-2'));
		}),
		row('A Deduplication Key, and runs that show no metadata', async () => {
			await stage.control.seedRuns([{ metadata: { [KEY]: 'messages-3' } }]);
			await stage.control.setDialect({ metadataForm: 'absent' });
			return await submit(async (_, pass) => await pass(), withKey('messages-3'));
		}),
		row('A Deduplication Key, and lists with fewer runs than counted', async () => {
			const body = { docs: [], pagination: { totalCount: 3 } };
			return await submit(answering(200, body), withKey('messages-4'));
		}),
		row('The second of two documents, which the service rejects', async () => {
			const fault = { kind: 'status', status: 400, error: 'Bad file', after: 1 } as const;
			await stage.control.addFault({ ...fault, endpoint: 'submit' });
			const options = { maxConcurrentRequests: 1 };
			return await stage.error({ parameters: node.submission({ options }), items: [{}, {}] });
		}),
		row('An execution that is cancelled', async () => {
			await stage.control.setRunPlan({ stuck: 'pending' });
			const parameters = node.submission({ operation: 'submitAndWait' });
			const { finished, cancel } = node.start({ parameters });
			await stage.time.pass(2_500);
			cancel();
			stage.time.flow();
			return toldBy((await finished).error);
		}),
		row(
			'A document that was submitted before, with a Deduplication Key (field "message")',
			async () => {
				const run = { parameters: node.submission(withKey('messages-5')) };
				await node.run(run);
				const { items } = await node.run(run);
				return items.map(({ json }) => ({ message: String(json.message) }));
			},
		),
	];
}
