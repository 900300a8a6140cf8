import { maxRequests, withRequestBudget } from '../../../nodes/DocScore/runs/requestBudget';
import type { RunQuery } from '../../../nodes/DocScore/service/types';
import { listed } from './listed';

const page = (number: number): RunQuery => ({ page: number, limit: 100 });

/** Requests pages of a hundred runs until the budget is used up. */
async function askOn(wanted: number, most: number): Promise<number> {
	let asked = 0;
	const query = async ({ page: number }: RunQuery) => {
		asked++;
		const runs = Array.from({ length: 100 }, (_, at) => listed(at, `${number} ${at}`).run);
		return await Promise.resolve({ runs, totalCount: 100_000 });
	};
	const limited = withRequestBudget({ query }, wanted);
	for (let request = 0; request < most; request++) await limited.query(page(request % 3));
	await expect(limited.query(page(1))).rejects.toThrow('kept changing');
	return asked;
}

describe('The request budget', () => {
	it.each([
		[0, 50],
		[8, 50],
		[9, 51],
		[100, 62],
		[1_000, 170],
	])('for %i runs is %i requests', (runs, requests) => {
		expect(maxRequests(runs)).toBe(requests);
	});

	it('depends on the listed runs, but at most on the requested number', async () => {
		expect(await askOn(Infinity, 86)).toBe(86);
		expect(await askOn(100, 62)).toBe(62);
	});

	it('ends with the first failure, which later requests repeat', async () => {
		let asked = 0;
		const query = async () => await Promise.reject(new Error(`Down ${++asked}`));
		const limited = withRequestBudget({ query }, 100);
		for (let request = 0; request < 3; request++) {
			await expect(limited.query(page(1))).rejects.toThrow('Down 1');
		}
		expect(asked).toBe(1);
	});
});
