import { ServiceError } from '../../nodes/DocScore/service/errors';
import { Gate } from '../../nodes/DocScore/service/gate';
import { SilenceError } from '../../nodes/DocScore/service/nextTry';
import type { HttpReply } from '../../nodes/DocScore/service/reply';
import { settle } from '../../nodes/DocScore/service/settle';
import { Stop } from '../../nodes/DocScore/service/stop';
import { Transport } from '../../nodes/DocScore/service/transport';
import type { Turns } from '../../nodes/DocScore/service/turns';

const OK = { status: 200, headers: {}, text: '{}' };
const ASKED = { headers: { 'retry-after': '7' } };

const noAnswer = new ServiceError('No answer', { outcome: 'unknown', transient: true });

/** A transport to a service that gives these answers, and what its turns were asked and told. */
function answering(...answers: Array<Partial<HttpReply> | Error>) {
	const tickets: Array<number | undefined> = [];
	const ends: unknown[] = [];
	const turns: Turns = {
		async next(ticket) {
			tickets.push(ticket);
			const end = (...told: unknown[]) => void ends.push(told);
			return await Promise.resolve({ ticket: ticket ?? 5, end });
		},
	};
	const http = {
		send: async () => {
			const answer = answers.shift();
			if (answer instanceof Error) throw answer;
			return await Promise.resolve({ ...OK, ...answer });
		},
		fetch: async () => await Promise.reject(new Error('Nothing is fetched here')),
	};
	return { transport: new Transport(http, new Gate(1, new Stop()), turns), tickets, ends };
}

describe('The turn of a request', () => {
	it.each<[string, Partial<HttpReply> | Error, [string, number]]>([
		['a success', OK, ['accepted', 0]],
		['bad input', { status: 400 }, ['accepted', 0]],
		['a success that is no JSON', { text: '<html>' }, ['unknown', 0]],
		['a failure', { status: 500 }, ['unknown', 0]],
		['a failure that asks for silence', { ...ASKED, status: 500 }, ['unknown', 7_000]],
		['an outage', { status: 503 }, ['unknown', 0]],
		['an outage that asks for silence', { ...ASKED, status: 503 }, ['refused', 7_000]],
		['a refusal', { status: 429 }, ['refused', 0]],
		['a refusal that asks for silence', { ...ASKED, status: 429 }, ['refused', 7_000]],
		['no answer', noAnswer, ['unknown', 0]],
		['an error that is not of the service', new Error('Oh'), ['unknown', 0]],
	])('is told of %s', async (_, answer, told) => {
		const { transport, ends } = answering(answer);
		await settle(transport.read('/', {}, () => false));
		expect(ends).toEqual([told]);
	});

	it('that never comes ends a request with what the service has said before', async () => {
		const silence = new SilenceError(3_600_000, { times: 1, forMs: 0 });
		const { transport } = answering({ status: 429, text: '{"error":"Slow down"}' }, silence);
		await expect(transport.read('/', {})).rejects.toMatchObject({
			message: 'The service gets too many requests. The service says: Slow down',
			details: { status: 429, description: silence.details.description },
		});
	});

	it('is the same when the request comes back', async () => {
		const { transport, tickets } = answering({ status: 429 }, { status: 429 });
		await transport.read('/', {});
		expect(tickets).toEqual([undefined, 5, 5]);
	});
});
