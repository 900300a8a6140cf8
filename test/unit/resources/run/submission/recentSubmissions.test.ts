import { RecentSubmissions } from '../../../../../nodes/DocScore/resources/run/submission/recentSubmissions';
import { toResult } from '../../../../../nodes/DocScore/service/result';
import { Cancellation } from '../../../../../nodes/DocScore/service/cancellation';
import { sleep } from 'n8n-workflow';
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

describe('Work on documents', () => {
	/** Works on each of these documents for a second. Returns the start and end of each work. */
	async function workOn(...documents: string[]): Promise<string[]> {
		const recent = new RecentSubmissions();
		const told: string[] = [];
		const work = async (document: string) => {
			told.push(`${time.passed} ${document}`);
			await sleep(1_000);
			told.push(`${time.passed} ${document} done`);
			if (document === 'broken') throw new Error('Broken');
			return document;
		};
		const done = documents.map(
			async (each) => await recent.oneByOne(each, new Cancellation(), async () => await work(each)),
		);
		const results = await Promise.all(done.map(toResult));
		expect(results).toEqual(
			documents.map((value) =>
				value === 'broken' ? { ok: false, error: new Error('Broken') } : { ok: true, value },
			),
		);
		return told;
	}

	it('runs one after the other for the same document', async () => {
		expect(await workOn('a', 'a', 'a')).toEqual([
			'0 a',
			'1000 a done',
			'1000 a',
			'2000 a done',
			'2000 a',
			'3000 a done',
		]);
	});

	it('does not wait for other documents, and continues after a failure', async () => {
		expect(await workOn('a', 'broken', 'broken')).toEqual([
			'0 a',
			'0 broken',
			'1000 a done',
			'1000 broken done',
			'1000 broken',
			'2000 broken done',
		]);
	});
});
