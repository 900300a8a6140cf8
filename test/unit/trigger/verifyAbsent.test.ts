import { UNDATED } from '../../../nodes/DocScore/trigger/ledger';
import { verify } from '../../../nodes/DocScore/trigger/verify';
import { range } from '../runs/fakeRuns';
import { failure } from '../runs/fakeService';
import { seen, verifying } from './tracking';

describe('a run for which the service returns 404', () => {
	const gone = failure(404, { isOwnBody: true });

	function unknown(times: number[]) {
		const parts = verifying(times);
		parts.refuse(gone, ...times);
		for (const { id } of [...parts.service.runs, ...parts.service.runs])
			parts.ledger.recordMissing(id);
		return parts;
	}

	it('is dropped in the third poll if the list of its creation time lacks it', async () => {
		const { poll, service, ledger, logs } = unknown([10]);
		service.runs = [];
		await verify(poll);
		expect(service.asked).toHaveLength(2);
		expect([ledger.open.size, ledger.done.size]).toEqual([0, 0]);
		expect(logs).toEqual(['Run 10 is no longer waited for: the service does not know it any more']);
		expect(poll.failedReads).toEqual([]);
	});

	it('stays open for two polls', async () => {
		const { refuse, service, ledger, tools, verifyAgain } = verifying([10]);
		refuse(gone, 10);
		await verifyAgain();
		await verifyAgain();
		expect(service.asked).toEqual(['details of 10', 'details of 10']);
		expect(ledger.open.get('10')?.notFound).toBe(2);
		expect(tools.readBackoff.attempts('10')).toBe(0);
	});

	it('is deferred if the list of its creation time shows it', async () => {
		const { poll, ledger, tools, logs } = unknown([10]);
		await verify(poll);
		expect([...ledger.open.keys()]).toEqual(['10']);
		expect(tools.readBackoff.attempts('10')).toBe(1);
		expect(logs).toEqual([expect.stringContaining('Run 10 cannot be read')]);
	});

	it('is deferred and counts as unreadable if the 404 is from a gateway', async () => {
		const { poll, refuse, details, ledger, tools } = verifying(range(40, 1));
		refuse(failure(404), ...range(40, 1));
		await verify(poll);
		expect(details()).toHaveLength(30);
		expect(tools.readBackoff.attempts('0')).toBe(1);
		expect(ledger.open.get('0')?.notFound).toBe(0);
	});

	it('does not count as unreadable', async () => {
		const { poll, refuse, details } = verifying(range(40, 1));
		refuse(gone, ...range(40, 1));
		await verify(poll);
		expect(details()).toHaveLength(40);
	});

	it('shares the list of its creation time with other runs of that time', async () => {
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

	it('is dropped without a list if it is undated', async () => {
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

describe('an inherited run', () => {
	function inherited(status: string, isListed: boolean) {
		const parts = verifying([10], status);
		const run = parts.ledger.open.get('10');
		if (run) run.inherited = true;
		if (!isListed) for (const each of parts.service.runs) each.inLists = 'absent';
		return parts;
	}

	it('is emitted if the current filters list it', async () => {
		const { poll, service, ledger } = inherited('completed', true);
		await verify(poll);
		expect(service.asked).toHaveLength(2);
		expect([poll.finished.map(({ id }) => id), [...ledger.done.keys()]]).toEqual([['10'], ['10']]);
	});

	it.each([
		['finished', 'completed', 2],
		['still open and unlisted', 'processing', 1],
	])('is dropped if the current filters do not cover it: %s', async (_, status, requests) => {
		const { poll, service, ledger, logs } = inherited(status, false);
		await verify(poll);
		expect(service.asked).toHaveLength(requests);
		expect([ledger.open.size, ledger.done.size, poll.finished.length]).toEqual([0, 0, 0]);
		expect(logs).toEqual([]);
	});

	it('is dropped without a list if the service returns 404', async () => {
		const { poll, service, ledger, refuse } = inherited('completed', true);
		refuse(failure(404, { isOwnBody: true }), 10);
		ledger.recordMissing('10');
		ledger.recordMissing('10');
		await verify(poll);
		expect(service.asked).toEqual(['details of 10']);
		expect(ledger.open.size).toBe(0);
	});
});
