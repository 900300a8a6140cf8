import { sleep } from 'n8n-workflow';
import { ServiceError } from '../../../../../nodes/DocScore/service/errors';
import type { Run } from '../../../../../nodes/DocScore/service/types';
import { useDrivenTime } from '../../../../harness/jest/drivenTime';
import { asking, newWatch, runIn, waited } from './watching';

const time = useDrivenTime();
const IDS = ['r1', 'r2', 'r3'];

const failed = (status: number, transient: boolean) =>
	new ServiceError('No list', { status, outcome: 'rejected', transient });

/** A page of these runs. */
const pageOf = (status: string, ids = IDS) => ({
	runs: ids.map((id) => runIn(status, id)),
	totalCount: ids.length,
});

it('If a list is longer than the number of waited runs, runs that its first page lacks are read by ID', async () => {
	const { reader, reads, lists } = asking(
		async (id) => await Promise.resolve(runIn('completed', id)),
		async () => await Promise.resolve({ runs: [runIn('pending')], totalCount: 1_000 }),
	);
	const watch = newWatch();
	const waits = IDS.map((id) => waited(watch, reader, {}, id));
	await time.pass(5_000);
	expect(waits.map(({ ended }) => ended)).toEqual(
		IDS.map((id) => ({ ok: true, value: runIn('completed', id) })),
	);
	// The first poll reads two runs. The next poll reads the remaining one, which needs no list.
	expect([lists, reads]).toEqual([[50], [50, 50, 1_050]]);
});

describe('Lists', () => {
	/** Executions of a service whose lists show these runs as pending. */
	const listing = (...ids: string[]) =>
		asking(
			async (id) => await Promise.resolve(runIn('pending', id)),
			async () => await Promise.resolve(pageOf('pending', ids)),
		);

	it('are read for all runs at once, also for one whose wait begins later', async () => {
		const { reader, lists, cancellation } = listing(...IDS, 'r4');
		const watch = newWatch();
		for (const id of IDS) waited(watch, reader, {}, id);
		await time.pass(300);
		waited(watch, reader, {}, 'r4');
		await time.pass(2_500);
		expect(lists).toEqual([50, 550, 1_550, 2_550]);
		cancellation.cancel('Enough');
	});

	it('are not read any more after all waits have ended', async () => {
		const { reader, lists } = listing(...IDS);
		const watch = newWatch();
		for (const id of IDS) waited(watch, reader, { maxWaitMs: 3_000 }, id);
		await time.pass(10_000);
		expect(lists).toEqual([50, 1_050, 2_050]);
	});

	it('whose response takes long are not requested again meanwhile', async () => {
		const { reader, lists, cancellation } = asking(
			async (id) => await Promise.resolve(runIn('pending', id)),
			async () => (await sleep(4_700), pageOf('pending')),
		);
		const watch = newWatch();
		for (const id of IDS) waited(watch, reader, {}, id);
		await time.pass(9_000);
		expect(lists).toEqual([50, 5_050]);
		cancellation.cancel('Enough');
	});
});

describe('Of many runs that lists do not show', () => {
	const ids = Array.from({ length: 30 }, (_, at) => `r${at}`);

	it('all are read at once if earlier lists have shown them', async () => {
		const { reader, reads, lists } = asking(
			async (id) => (await sleep(100), runIn('completed', id)),
			async () => {
				const runs = lists.length === 1 ? ids.map((id) => runIn('pending', id)) : [];
				return await Promise.resolve({ runs, totalCount: runs.length });
			},
		);
		const watch = newWatch();
		for (const id of ids) waited(watch, reader, {}, id);
		await time.pass(2_000);
		expect(reads).toEqual(ids.map(() => 1_050));
	});

	it('two are read in each poll, in turn, if no list has shown them yet', async () => {
		const asked: string[] = [];
		const { reader, reads, cancellation } = asking(
			async (id) => (asked.push(id), await Promise.resolve(runIn('pending', id))),
			async () => await Promise.resolve({ runs: [], totalCount: 0 }),
		);
		const watch = newWatch();
		for (const id of ids) waited(watch, reader, {}, id);
		await time.pass(5_000);
		expect(reads).toEqual([50, 50, 2_050, 2_050, 4_050, 4_050]);
		expect(asked).toEqual(ids.slice(0, 6));
		cancellation.cancel('Enough');
	});
});

describe('Lists that fail', () => {
	it('with a temporary error are retried twice, then each run is read by ID', async () => {
		const { reader, reads, lists } = asking(
			async (id) => await Promise.resolve(runIn('completed', id)),
			async () => await Promise.reject(failed(500, true)),
		);
		const watch = newWatch();
		const waits = IDS.map((id) => waited(watch, reader, {}, id));
		await time.pass(10_000);
		expect(waits.map(({ ended }) => ended?.ok)).toEqual([true, true, true]);
		expect([lists, reads]).toEqual([
			[50, 1_050, 2_050],
			[2_050, 2_050, 2_050],
		]);
	});

	it('because of one execution are requested by it again after the others have ended', async () => {
		const listing = (status: string) => async () =>
			await Promise.resolve({ runs: IDS.map((id) => runIn(status, id)), totalCount: 3 });
		const details = async (id: string) => await Promise.resolve(runIn('completed', id));
		const other = asking(details, listing('pending'));
		const { reader, lists, reads } = asking(details, async () => {
			if (lists.length === 1) throw failed(401, false);
			return await listing('completed')();
		});
		const watch = newWatch();
		// The list is not enough for the first run, which is read.
		const waits = IDS.map((id) => waited(watch, reader, { isEnough: async () => id !== 'r1' }, id));
		waited(watch, other.reader);
		await time.pass(500);
		other.cancellation.cancel('Enough');
		await time.pass(5_000);
		const finished = IDS.map((id) => ({ ok: true, value: runIn('completed', id) }));
		expect(waits.map(({ ended }) => ended)).toEqual(finished);
		expect([lists.length, reads.length]).toEqual([2, 1]);
	});

	it('because the key is rejected end all waits', async () => {
		const rejected = failed(401, false);
		const refuse = async () => await Promise.reject(rejected);
		const { reader, lists } = asking(refuse, refuse);
		const watch = newWatch();
		const waits = IDS.map((id) => waited(watch, reader, {}, id));
		await time.pass(500);
		expect(waits.map(({ ended }) => ended)).toEqual(
			IDS.map(() => ({ ok: false, error: rejected })),
		);
		expect(lists).toEqual([50]);
	});

	it('are replaced by two reads a second while no run has finished', async () => {
		const ids = Array.from({ length: 30 }, (_, at) => `r${at}`);
		const { reader, reads, lists, cancellation } = asking(
			async (id) => await Promise.resolve(runIn('pending', id)),
			async () => {
				if (time.passed > 1_000) throw failed(400, false);
				const runs = ids.map((id) => runIn('pending', id));
				return await Promise.resolve({ runs, totalCount: 30 });
			},
		);
		const watch = newWatch();
		for (const id of ids) waited(watch, reader, {}, id);
		await time.pass(5_000);
		expect([lists, reads]).toEqual([
			[50, 1_050, 2_550, 4_050],
			[1_050, 1_050, 2_550, 2_550, 4_050, 4_050],
		]);
		cancellation.cancel('Enough');
	});

	it.each<[string, (id: string) => Promise<Run>, number[]]>([
		['have finished', async (id) => await Promise.resolve(runIn('completed', id)), [2, 4, 8, 16]],
		['are unknown', async () => await Promise.reject(failed(404, false)), [2, 4, 8, 16]],
		[
			'have finished, but the sixth has not',
			async (id) => await Promise.resolve(runIn(id === 'r5' ? 'pending' : 'completed', id)),
			[2, 4, 0, 0],
		],
	])(
		'are replaced by twice as many reads at once as long as all runs %s',
		async (_, details, counts) => {
			const { reader, reads, cancellation } = asking(
				async (id) => (await sleep(100), await details(id)),
				async () => await Promise.reject(failed(400, false)),
			);
			const watch = newWatch();
			for (let at = 0; at < 30; at++) waited(watch, reader, {}, `r${at}`);
			await time.pass(900);
			const starts = [50, 150, 250, 350];
			expect(starts.map((at) => reads.filter((read) => read === at).length)).toEqual(counts);
			cancellation.cancel('Enough');
		},
	);
});
