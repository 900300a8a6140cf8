import { UNDATED } from '../../../nodes/DocScore/trigger/ledger/ledger';
import { verify } from '../../../nodes/DocScore/trigger/verify';
import { range } from '../runs/fakeRuns';
import { failure } from '../runs/fakeService';
import { seen, verifying } from './tracking';

describe('a run that the service does not know', () => {
	const gone = failure(404, { isOwnBody: true });

	function unknown(times: number[]) {
		const parts = verifying(times);
		parts.refuse(gone, ...times);
		for (const { id } of [...parts.service.runs, ...parts.service.runs])
			parts.ledger.recordMissing(id);
		return parts;
	}

	it('is given up in the third poll where its moment lists it no more', async () => {
		const { poll, service, ledger, logs } = unknown([10]);
		service.runs = [];
		await verify(poll);
		expect(service.asked).toHaveLength(2);
		expect([ledger.open.size, ledger.done.size]).toEqual([0, 0]);
		expect(logs).toEqual(['Run 10 is no longer waited for: the service does not know it any more']);
		expect(poll.failedReads).toEqual([]);
	});

	it('stays until then', async () => {
		const { refuse, service, ledger, tools, verifyAgain } = verifying([10]);
		refuse(gone, 10);
		await verifyAgain();
		await verifyAgain();
		expect(service.asked).toEqual(['details of 10', 'details of 10']);
		expect(ledger.open.get('10')?.notFound).toBe(2);
		expect(tools.readBackoff.attempts('10')).toBe(0);
	});

	it('is put off where its moment lists it', async () => {
		const { poll, ledger, tools, logs } = unknown([10]);
		await verify(poll);
		expect([...ledger.open.keys()]).toEqual(['10']);
		expect(tools.readBackoff.attempts('10')).toBe(1);
		expect(logs).toEqual([expect.stringContaining('Run 10 cannot be read')]);
	});

	it('is put off like others where a gateway says so, and counts as read in vain', async () => {
		const { poll, refuse, details, ledger, tools } = verifying(range(40, 1));
		refuse(failure(404), ...range(40, 1));
		await verify(poll);
		expect(details()).toHaveLength(30);
		expect(tools.readBackoff.attempts('0')).toBe(1);
		expect(ledger.open.get('0')?.notFound).toBe(0);
	});

	it('is no reading in vain, however many there are', async () => {
		const { poll, refuse, details } = verifying(range(40, 1));
		refuse(gone, ...range(40, 1));
		await verify(poll);
		expect(details()).toHaveLength(40);
	});

	it('has its moment listed once for all of that moment', async () => {
		const { poll, service, ledger } = unknown([10]);
		ledger.observe(seen('other', 10));
		ledger.recordMissing('other');
		ledger.recordMissing('other');
		poll.candidates.add('other');
		service.runs = [];
		await verify(poll);
		expect(service.asked.filter((asked) => asked.startsWith('all'))).toHaveLength(1);
		expect(ledger.open.size).toBe(0);
	});

	it('is given up without a list where it has no time of creation', async () => {
		const { poll, service, ledger } = verifying([]);
		ledger.observe({ id: 'undated', status: 'processing', created: UNDATED });
		ledger.recordMissing('undated');
		ledger.recordMissing('undated');
		poll.candidates.add('undated');
		await verify(poll);
		expect(service.asked).toEqual(['details of undated']);
		expect(ledger.open.size).toBe(0);
	});
});

describe('a run that was tracked under other filters', () => {
	function inherited(status: string, isListed: boolean) {
		const parts = verifying([10], status);
		const run = parts.ledger.open.get('10');
		if (run) run.inherited = true;
		if (!isListed) for (const each of parts.service.runs) each.inLists = 'absent';
		return parts;
	}

	it('is emitted where the present ones list it', async () => {
		const { poll, service, ledger } = inherited('completed', true);
		await verify(poll);
		expect(service.asked).toHaveLength(2);
		expect([poll.finished.map(({ id }) => id), [...ledger.done.keys()]]).toEqual([['10'], ['10']]);
	});

	it.each([
		['finished', 'completed', 2],
		['still open, and was not listed', 'processing', 1],
	])('is let go where they do not cover it: %s', async (_, status, requests) => {
		const { poll, service, ledger, logs } = inherited(status, false);
		await verify(poll);
		expect(service.asked).toHaveLength(requests);
		expect([ledger.open.size, ledger.done.size, poll.finished.length]).toEqual([0, 0, 0]);
		expect(logs).toEqual([]);
	});

	it('is given up without a list where the service does not know it', async () => {
		const { poll, service, ledger, refuse } = inherited('completed', true);
		refuse(failure(404, { isOwnBody: true }), 10);
		ledger.recordMissing('10');
		ledger.recordMissing('10');
		await verify(poll);
		expect(service.asked).toEqual(['details of 10']);
		expect(ledger.open.size).toBe(0);
	});
});
