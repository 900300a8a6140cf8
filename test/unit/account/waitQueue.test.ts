import { RateLimiter } from '../../../nodes/DocScore/account/rateLimiter';
import { type Waiting, WaitQueue } from '../../../nodes/DocScore/account/waitQueue';
import { StoppedError } from '../../../nodes/DocScore/service/errors';
import { join } from './limiting';

const limiter = new RateLimiter();
const [execution, poll] = [join(limiter), join(limiter, { givesWay: true })];

/** A request that is known by since when it waits. */
const waiting = (since: number, client = execution, reject: Waiting['reject'] = () => {}) => ({
	client,
	since,
	grant: () => {},
	reject,
});

function queueOf(...all: Waiting[]): WaitQueue {
	const queue = new WaitQueue();
	for (const each of all) queue.add(each, false);
	return queue;
}

/** All that wait, in the order in which they are served. */
function takeAll(queue: WaitQueue): number[] {
	const served: number[] = [];
	for (let next = queue.take(); next; next = queue.take()) served.push(next.since);
	return served;
}

describe('The queue', () => {
	it('serves whoever came first, and before all others whoever comes back', () => {
		const queue = queueOf(waiting(2), waiting(3));
		queue.add(waiting(1), true);
		expect(queue.length).toBe(3);
		expect(takeAll(queue)).toEqual([1, 2, 3]);
	});

	it('serves those that give way last, but for each tenth time', () => {
		const executions = Array.from({ length: 20 }, (_, index) => waiting(100 + index));
		const polls = [1, 2, 3, 4].map((since) => waiting(since, poll));
		const served = takeAll(queueOf(...polls, ...executions));
		expect(served.map((since, index) => (since < 100 ? index + 1 : 0)).filter(Boolean)).toEqual([
			10, 20, 23, 24,
		]);
		expect(served.filter((since) => since < 100)).toEqual([1, 2, 3, 4]);
	});

	it('tells since when the first of those gives way that do, while there are others', () => {
		const queue = queueOf(waiting(1, poll), waiting(2, poll));
		expect(queue.givingWaySince).toBe(Number.POSITIVE_INFINITY);
		queue.add(waiting(3), false);
		expect(queue.givingWaySince).toBe(1);
		expect(queueOf(waiting(3)).givingWaySince).toBe(Number.POSITIVE_INFINITY);
	});

	it('rejects whom it is told to, and keeps the others in their order', () => {
		const rejected: string[] = [];
		const add = (since: number, client = execution) =>
			waiting(since, client, ({ message }) => rejected.push(`${since} ${message}`));
		const queue = queueOf(add(1), add(2), add(3), add(4, poll), add(5, poll));
		queue.reject(({ since }) => (since % 2 === 0 ? new StoppedError('Enough') : null));
		expect(rejected).toEqual(['2 Enough', '4 Enough']);
		expect(takeAll(queue)).toEqual([1, 3, 5]);
	});
});
