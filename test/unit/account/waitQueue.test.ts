import { RateLimiter } from '../../../nodes/DocScore/account/rateLimiter';
import { type QueuedRequest, WaitQueue } from '../../../nodes/DocScore/account/waitQueue';
import { CancelledError } from '../../../nodes/DocScore/service/errors';
import { join } from './limiting';

const limiter = new RateLimiter();
const [execution, poll] = [join(limiter), join(limiter, { isLowPriority: true })];

/** Identifies the requests of a test by number. */
const numbers = new Map<QueuedRequest, number>();

function waiting(number: number, client = execution, reject: QueuedRequest['reject'] = () => {}) {
	const request: QueuedRequest = { client, grant: () => {}, reject };
	numbers.set(request, number);
	return request;
}

function queueOf(...all: QueuedRequest[]): WaitQueue {
	const queue = new WaitQueue();
	for (const each of all) queue.enqueue(each, false);
	return queue;
}

/** The numbers of all waiting requests, in the order in which they are served. */
function takeAll(queue: WaitQueue): number[] {
	const served: number[] = [];
	for (let next = queue.dequeue(); next; next = queue.dequeue())
		served.push(numbers.get(next) ?? 0);
	return served;
}

describe('The wait queue', () => {
	it('serves requests in their order, but retries first', () => {
		const queue = queueOf(waiting(2), waiting(3));
		queue.enqueue(waiting(1), true);
		expect(queue.length).toBe(3);
		expect(takeAll(queue)).toEqual([1, 2, 3]);
	});

	it('serves first whoever has the fewest unanswered requests', () => {
		const [slow, other] = [join(limiter), join(limiter)];
		slow.unanswered = 2;
		other.unanswered = 1;
		const queue = queueOf(waiting(4, slow), waiting(2, other), waiting(3, other), waiting(1));
		queue.enqueue(waiting(5, slow), true);
		expect(takeAll(queue)).toEqual([1, 2, 3, 5, 4]);
	});

	it('serves every tenth time a low-priority request, otherwise those last', () => {
		const executions = Array.from({ length: 20 }, (_, index) => waiting(100 + index));
		const polls = [1, 2, 3, 4].map((number) => waiting(number, poll));
		const served = takeAll(queueOf(...polls, ...executions));
		expect(served.map((number, at) => (number < 100 ? at + 1 : 0)).filter(Boolean)).toEqual([
			10, 20, 23, 24,
		]);
		expect(served.filter((number) => number < 100)).toEqual([1, 2, 3, 4]);
	});

	it('rejects the requests of a client, and keeps the others in order', () => {
		const rejected: string[] = [];
		const other = join(limiter);
		const add = (number: number, client = execution) =>
			waiting(number, client, ({ message }) => rejected.push(`${number} ${message}`));
		const queue = queueOf(add(1), add(2, other), add(3), add(4, other), add(5, poll));
		queue.reject((client) => (client === other ? new CancelledError('Enough') : null));
		expect(rejected).toEqual(['2 Enough', '4 Enough']);
		expect(takeAll(queue)).toEqual([1, 3, 5]);
	});
});
