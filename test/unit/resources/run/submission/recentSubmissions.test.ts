import { RecentSubmissions } from '../../../../../nodes/DocScore/resources/run/submission/recentSubmissions';
import { useDrivenTime } from '../../../../harness/jest/drivenTime';

const time = useDrivenTime();
const MINUTE_MS = 60_000;

describe('A submission', () => {
	it('is remembered for ten minutes', async () => {
		const recent = new RecentSubmissions();
		recent.remember('a', 'r1');
		recent.remember('b', null);
		await time.pass(10 * MINUTE_MS - 1);
		expect([recent.recall('a'), recent.recall('b')]).toEqual([
			{ runId: 'r1', ageMs: 10 * MINUTE_MS - 1 },
			{ runId: null, ageMs: 10 * MINUTE_MS - 1 },
		]);
		await time.pass(1);
		expect([recent.recall('a'), recent.recall('b')]).toEqual([undefined, undefined]);
	});

	it.each([-3_600_000, 3_600_000])(
		'is remembered for ten minutes even if the clock is changed by %d ms',
		async (ms) => {
			const recent = new RecentSubmissions();
			recent.remember('a', 'r1');
			jest.setSystemTime(Date.now() + ms);
			expect(recent.recall('a')?.runId).toBe('r1');
			await time.pass(10 * MINUTE_MS);
			expect(recent.recall('a')).toBeUndefined();
		},
	);

	it('is forgotten at a later submission unless it was renewed', async () => {
		const recent = new RecentSubmissions();
		recent.remember('a', 'r1');
		recent.remember('b', 'r2');
		await time.pass(9 * MINUTE_MS);
		recent.remember('a', 'r3');
		expect(recent.size).toBe(2);
		await time.pass(MINUTE_MS);
		recent.remember('c', 'r4');
		expect(recent.size).toBe(2);
		expect([recent.recall('a')?.runId, recent.recall('c')?.runId]).toEqual(['r3', 'r4']);
	});
});
