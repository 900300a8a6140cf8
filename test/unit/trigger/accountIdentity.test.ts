import { accountHash } from '../../../nodes/DocScore/trigger/accountIdentity';

test('an account is told by Base URL and key, in a text that gives neither away', () => {
	const account = accountHash('https://example.com/v1', 'key 1');
	expect(accountHash('https://example.com/v1', 'key 1')).toBe(account);
	expect(accountHash('https://example.com/v1', 'key 2')).not.toBe(account);
	expect(accountHash('https://example.com/v2', 'key 1')).not.toBe(account);
	expect(account).toMatch(/^[0-9a-z]{1,7}$/);
});

test('an account is told by the same text as ever, since it is kept with the runs', () => {
	expect(accountHash('https://example.com/v1', 'key 1')).toBe('1pgbwn');
});
