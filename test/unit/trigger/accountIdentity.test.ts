import { ServiceError } from '../../../nodes/DocScore/service/errors';
import { readRun } from '../../../nodes/DocScore/service/readRun';
import {
	accountHash,
	isNotAccepted,
	isSameAccount,
} from '../../../nodes/DocScore/trigger/accountIdentity';
import { ledgerOf } from './tracking';

const failed = (status?: number, transient = false) =>
	new ServiceError('No', { status, outcome: 'rejected', transient });

test('the account hash depends on Base URL and key, and reveals neither', () => {
	const account = accountHash('https://example.com/v1', 'key 1');
	expect(accountHash('https://example.com/v1', 'key 1')).toBe(account);
	expect(accountHash('https://example.com/v1', 'key 2')).not.toBe(account);
	expect(accountHash('https://example.com/v2', 'key 1')).not.toBe(account);
	expect(account).toMatch(/^[0-9a-z]{1,7}$/);
});

test('the account hash stays the same in all releases, because ledgers contain it', () => {
	expect(accountHash('https://example.com/v1', 'key 1')).toBe('1pgbwn');
});

describe('Another key', () => {
	/** Whether it is of the same account if the service knows these runs, and the runs it is asked for. */
	async function judged(ledger: ReturnType<typeof ledgerOf>, known: string[], error = failed(404)) {
		const asked: string[] = [];
		const isSame = await isSameAccount(ledger, {
			async details(id) {
				asked.push(id);
				const run = readRun({ doc: { id } });
				if (!run || !known.includes(id)) throw error;
				return await Promise.resolve(run);
			},
		});
		return { isSame, asked };
	}

	it('is of the same account if the service knows one of the three newest runs', async () => {
		const ledger = ledgerOf([1, 2, 3, 4]);
		expect(await judged(ledger, ['2'])).toEqual({ isSame: true, asked: ['2', '3', '4'] });
		expect(await judged(ledger, ['1'])).toEqual({ isSame: false, asked: ['2', '3', '4'] });
		expect(await judged(ledgerOf([1], [2, 3]), ['1'])).toMatchObject({ isSame: true });
	});

	it('is of another account if no run is known', async () => {
		expect(await judged(ledgerOf([]), [])).toEqual({ isSame: false, asked: [] });
	});

	it('cannot be judged if no run can be read for another reason', async () => {
		await expect(judged(ledgerOf([1, 2]), [], failed(500, true))).rejects.toThrow('No');
		const one = await judged(ledgerOf([1, 2]), ['1'], failed(500, true));
		expect(one.isSame).toBe(true);
	});
});

test.each<[string, unknown, boolean]>([
	['a 400', failed(400), true],
	['a 404', failed(404), true],
	['a 499', failed(499), true],
	['a 399', failed(399), false],
	['a 500', failed(500), false],
	['a rejected key', failed(401), false],
	['a temporary failure', failed(408, true), false],
	['a missing response', failed(), false],
	['another error', new Error('No'), false],
])('the request itself is not accepted, or something else failed: %s', (_, error, isNot) => {
	expect(isNotAccepted(error)).toBe(isNot);
});
