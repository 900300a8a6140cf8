import { accountHash } from '../../../nodes/DocScore/trigger/accountIdentity';

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
