import { maxRequests, withRequestBudget } from '../../../nodes/DocScore/runs/requestBudget';
import type { RunQuery } from '../../../nodes/DocScore/service/types';
import { listed } from './listed';

const page = (number: number): RunQuery => ({ page: number, limit: 100 });

/** Asks for pages of a hundred runs until no more may be asked for. */
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

describe('The requests that a reading may take', () => {
	it.each([
		[0, 50],
		[8, 50],
		[9, 51],
		[100, 62],
		[1_000, 170],
	])('for %i runs are %i', (runs, requests) => {
		expect(maxRequests(runs)).toBe(requests);
	});

	it('are for the runs that were shown, but for no more than are wanted', async () => {
		expect(await askOn(Infinity, 86)).toBe(86);
		expect(await askOn(100, 62)).toBe(62);
	});

	it('are over with the first that fails, which all others are told of', async () => {
		let asked = 0;
		const query = async () => await Promise.reject(new Error(`Down ${++asked}`));
		const limited = withRequestBudget({ query }, 100);
		for (let request = 0; request < 3; request++) {
			await expect(limited.query(page(1))).rejects.toThrow('Down 1');
		}
		expect(asked).toBe(1);
	});
});
