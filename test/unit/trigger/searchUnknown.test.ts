import { EnoughListed } from '../../../nodes/DocScore/trigger/poll';
import { searchUnknown } from '../../../nodes/DocScore/trigger/searchUnknown';
import { ledgerOf, NOON, PlainService, pollOf, range, runsAt } from './plainService';

/** Looks from 0 to `to` where the service has the known runs and others. */
async function search(
	known: number[],
	others: number[],
	to: number,
	change?: Partial<PlainService>,
) {
	const runs = [...runsAt(known), ...runsAt(others, 'processing', 'new ')];
	const service = Object.assign(new PlainService(runs), change);
	const { poll, now } = pollOf(service, ledgerOf(known));
	const look = async () => await searchUnknown(poll, { from: NOON, to: NOON + to });
	const found = () => others.filter((time) => poll.ledger.open.has(`new ${time}`));
	return { service, poll, now, look, found };
}

const even = range(400, 10_000, 10_000);

describe('the search for unknown runs', () => {
	it('is left at one list where as many are counted as are known', async () => {
		const { service, look } = await search(even, [], 4_010_000);
		expect(await look()).toBe(true);
		expect(service.asked).toEqual(['all 0..4010000']);
	});

	it('is left at one list that shows all', async () => {
		const { service, look, found } = await search(range(50, 1_000, 1_000), [5, 7], 60_000);
		await look();
		expect(service.asked).toEqual(['all 0..60000']);
		expect(found()).toEqual([5, 7]);
	});

	it('follows the count, in halves, to where one is unknown', async () => {
		const { service, look, found } = await search(even, [3_333_333], 4_010_000);
		await look();
		expect(service.asked).toEqual([
			'all 0..4010000',
			// Where all gaps are alike, the first one near by will do.
			'all 0..1505999',
			'all 1505999..4010000',
			'all 1505999..2445999',
			'all 2445999..4010000',
			'all 2445999..3035999',
			'all 3035999..4010000',
		]);
		expect(found()).toEqual([3_333_333]);
	});

	it('looks first where most are unknown', async () => {
		const { service, look, found } = await search(
			even,
			[1_200_001, 1_200_002, 3_900_001],
			4_010_000,
		);
		await look();
		expect(service.asked.slice(1)).toEqual([
			'all 0..1505999',
			'all 1505999..4010000',
			'all 0..575999',
			'all 575999..1505999',
			'all 1505999..2445999',
			'all 2445999..4010000',
			'all 2445999..3035999',
			'all 3035999..4010000',
		]);
		expect(found()).toEqual([1_200_001, 1_200_002, 3_900_001]);
	});

	it.each([
		[150, 1_506_999],
		[250, 2_506_999],
		[149, 1_507_999],
		[251, 1_505_999],
	])(
		'parts in the widest gap within an eighth of the middle: one before the run %i',
		async (at, moment) => {
			const known = even.map((time, index) => (index < at ? time : time + 2_001));
			const { service, look } = await search(known, [3], 4_020_000);
			await look();
			expect(service.asked[1]).toBe(`all 0..${moment}`);
		},
	);

	/** Such a list shows the known runs, and counts others that it never shows. */
	const counting = { counts: (there: number) => there + 200 };

	it('parts only between the runs of the span, not at those of its bounds', async () => {
		const { service, look } = await search([0, 40_000, 41_000, 60_000], [], 60_000, counting);
		await look();
		expect(service.asked[1]).toBe('all 0..40999');
	});

	it.each([
		['a single run', [40_000]],
		['two runs within a millisecond', [40_000, 40_001]],
	])('reads slice by slice what cannot be parted: %s', async (_, known) => {
		const { service, look } = await search(known, [], 60_000, counting);
		await look();
		expect(service.asked.slice(0, 2)).toEqual(['all 0..60000', 'all -1000..61000']);
	});

	it.each([
		[[40_000, 40_002], 40_001],
		[[40_000, 40_999], 40_499],
		[[40_000, 41_000], 40_999],
		[[30_000, 40_001], 35_999],
		[[10_000, 20_000, 40_000], 30_999],
		[[10_000, 40_000, 50_000, 51_000], 25_999],
		[[10_000, 11_000, 12_000, 40_000], 26_999],
		[[10_000, 11_000, 12_000, 13_000, 50_000], 10_999],
	])('parts few runs too: %p at %i', async (known, moment) => {
		const { service, look } = await search(known, [], 60_000, counting);
		await look();
		expect(service.asked[1]).toBe(`all 0..${moment}`);
	});

	it('parts before or after a crowd of one moment where the middle is in it', async () => {
		const crowd = Array.from({ length: 40 }, () => 30_000);
		const { service, look } = await search([10_000, ...crowd, 45_000], [], 60_000, counting);
		await look();
		expect(service.asked[1]).toBe('all 0..20999');
	});

	it('reads slice by slice where the service does not count', async () => {
		const { service, look, found } = await search(even, [5], 4_010_000, { counts: () => null });
		await look();
		expect(service.asked.slice(0, 2)).toEqual(['all 0..4010000', 'all -1000..4011000']);
		expect(found()).toEqual([5]);
	});

	it('asks for 60 lists at most', async () => {
		const everywhere = range(8_000, 500, 250);
		const { service, look, found } = await search(even, everywhere, 4_010_000);
		expect(await look()).toBe(false);
		expect(service.asked).toHaveLength(60);
		expect(found().length).toBeGreaterThan(1_000);
	});

	it('goes to the end of one half after the other, so that it finds something in 60 lists', async () => {
		const everywhere = range(400, 10_000, 5_050);
		const { look, found } = await search(range(40_000, 100, 100), everywhere, 4_010_000);
		expect(await look()).toBe(false);
		const first = found().length;
		expect(first).toBeGreaterThan(5);
		expect(await look()).toBe(false);
		expect(found().length).toBeGreaterThan(first + 5);
	});

	it('ends as soon as enough was listed, and where the service refuses', async () => {
		const { service, look, now } = await search(even, [5, 3_000_005], 4_010_000);
		service.onRequest = () => (now.enoughListed = service.asked.length === 3);
		await expect(look()).rejects.toThrow(EnoughListed);
		expect(service.asked).toHaveLength(3);
		const error = new Error('Down');
		service.onRequest = () => {
			throw error;
		};
		now.enoughListed = false;
		await expect(look()).rejects.toBe(error);
	});
});
