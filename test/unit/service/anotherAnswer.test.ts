import { RateLimiter } from '../../../nodes/DocScore/account/rateLimiter';
import { Cancellation } from '../../../nodes/DocScore/service/cancellation';
import { DocScoreClient } from '../../../nodes/DocScore/service/client';
import { Semaphore } from '../../../nodes/DocScore/service/semaphore';
import { toResult } from '../../../nodes/DocScore/service/result';
import { Transport } from '../../../nodes/DocScore/service/transport';
import { useDrivenTime } from '../../harness/jest/drivenTime';

useDrivenTime();

const ID = '5f0c2b1e-8a94-4d3b-9c61-0d5a7e4f2b18';
const OTHER = '769956df-7d4b-4970-a141-e12efd56caf3';

/** A client whose service gives these bodies, the last one again and again, and the requests. */
function clientGiven(...bodies: object[]) {
	const cancellation = new Cancellation();
	const asked: unknown[] = [];
	const http = {
		send: async ({ body }: { body: unknown }) => {
			asked.push(body);
			const given = bodies[asked.length - 1] ?? bodies.at(-1);
			return { status: 200, headers: {}, text: JSON.stringify(given) };
		},
		fetch: async () => await Promise.reject(new Error('Nothing is fetched here')),
	};
	const permits = new RateLimiter().join({ cancellation, limit: 1 });
	const client = new DocScoreClient(new Transport(http, new Semaphore(1, cancellation), permits));
	return { client, asked };
}

const run = (id: string, status = 'completed') => ({ id, status, output_schema: {} });
const doc = (id: string) => ({ statusCode: 'SUCCESS', doc: run(id) });
const list = (currentPage: number | undefined, ...statuses: string[]) => ({
	statusCode: 'SUCCESS',
	docs: statuses.map((status) => run(ID, status)),
	pagination: { currentPage, totalPages: 9, totalCount: 9, limit: 1 },
});

const reads: Record<string, (client: DocScoreClient) => Promise<unknown>> = {
	details: async (client) => await client.details(ID),
	template: async (client) => await client.template(ID),
	query: async (client) => await client.query({ page: 2, limit: 1 }),
	completed: async (client) =>
		await client.query({ page: 1, limit: 1, filters: { status: 'completed' } }),
	pending: async (client) =>
		await client.query({ page: 1, limit: 1, filters: { status: 'pending' } }),
};

describe('An answer belongs to its question', () => {
	it.each([
		['details', doc(OTHER), doc(ID), `Run ${ID}: The response contains another run`],
		['template', doc(OTHER), doc(ID), `Template ${ID}: The response contains another template`],
		['query', list(3, 'completed'), list(2, 'completed'), /^The response contains another list/],
		['completed', list(1, 'failed'), list(1, 'completed'), /^The response contains another list/],
		[
			'completed',
			list(1, 'completed', 'failed'),
			list(1, 'completed'),
			/^The response contains another list/,
		],
	])(
		'of %s: another one is asked for again, and then is an error that passes',
		async (...given) => {
			const [name, wrong, right, message] = given;
			const read = reads[name];
			const mended = clientGiven(wrong, right);
			expect(await read?.(mended.client)).toBeDefined();
			expect(mended.asked).toHaveLength(2);
			const failed = await toResult(read?.(clientGiven(wrong).client) ?? Promise.resolve());
			if (failed.ok) throw new Error('The answer was believed');
			const details = { outcome: 'unknown', transient: true };
			expect(failed.error).toMatchObject({ message: expect.stringMatching(message), details });
		},
	);

	it.each([
		['details', doc(ID.toUpperCase())],
		['completed', { statusCode: 'SUCCESS', docs: [{ id: ID }] }],
		['template', doc(ID.toUpperCase())],
		['query', list(undefined, 'completed')],
		['query', list(1, 'completed')],
		['completed', list(1, 'completed', 'completed')],
		['pending', list(1, 'pending', 'processing', 'completed')],
	])(
		'of %s: in any case of letters, without a page, with an earlier one, or with a run that has moved on',
		async (name, answer) => {
			const { client, asked } = clientGiven(answer);
			expect(await reads[name]?.(client)).toBeDefined();
			expect(asked).toHaveLength(1);
		},
	);
});
