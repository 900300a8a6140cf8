import { Line, type Waiting } from '../../../nodes/DocScore/account/line';
import { Pace } from '../../../nodes/DocScore/account/pace';
import { StoppedError } from '../../../nodes/DocScore/service/errors';
import { Stop } from '../../../nodes/DocScore/service/stop';

const pace = new Pace();
const join = (givesWay: boolean) => pace.join({ stop: new Stop(), limit: 1, givesWay });
const [execution, poll] = [join(false), join(true)];

const waiting = (ticket: number, member = execution, refuse: Waiting['refuse'] = () => {}) => ({
	member,
	ticket,
	since: 1_000 + ticket,
	enter: () => {},
	refuse,
});

function lineOf(...all: Waiting[]): Line {
	const line = new Line();
	for (const each of all) line.add(each);
	return line;
}

/** The tickets of all that wait, in the order in which they are served. */
function takeAll(line: Line): number[] {
	const tickets: number[] = [];
	for (let next = line.take(); next; next = line.take()) tickets.push(next.ticket);
	return tickets;
}

describe('The line', () => {
	it('serves whoever came first, also where one comes back', () => {
		const line = lineOf(waiting(2), waiting(4), waiting(3), waiting(1));
		expect(line.length).toBe(4);
		expect(takeAll(line)).toEqual([1, 2, 3, 4]);
	});

	it('serves those that give way last, but for each tenth time', () => {
		const executions = Array.from({ length: 20 }, (_, index) => waiting(100 + index));
		const polls = [1, 2, 3, 4].map((ticket) => waiting(ticket, poll));
		const served = takeAll(lineOf(...polls, ...executions));
		expect(served.map((ticket, index) => (ticket < 100 ? index + 1 : 0)).filter(Boolean)).toEqual([
			10, 20, 23, 24,
		]);
		expect(served.filter((ticket) => ticket < 100)).toEqual([1, 2, 3, 4]);
	});

	it('tells since when the first of those gives way that do, while there are others', () => {
		const line = lineOf(waiting(1, poll), waiting(2, poll));
		expect(line.givingWaySince).toBe(Number.POSITIVE_INFINITY);
		line.add(waiting(3));
		expect(line.givingWaySince).toBe(1_001);
		expect(lineOf(waiting(3)).givingWaySince).toBe(Number.POSITIVE_INFINITY);
	});

	it('refuses whom it is told to, and keeps the others in their order', () => {
		const refused: string[] = [];
		const add = (ticket: number, member = execution) =>
			waiting(ticket, member, ({ message }) => refused.push(`${ticket} ${message}`));
		const line = lineOf(add(1), add(2), add(3), add(4, poll), add(5, poll));
		line.dismiss(({ ticket }) => (ticket % 2 === 0 ? new StoppedError('Enough') : null));
		expect(refused).toEqual(['2 Enough', '4 Enough']);
		expect(takeAll(line)).toEqual([1, 3, 5]);
	});
});
