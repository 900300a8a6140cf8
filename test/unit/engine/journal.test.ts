import { Journal, sendOnce } from '../../../nodes/DocScore/engine/journal';
import { weakMemoize } from '../../../nodes/DocScore/engine/weakMemoize';
import {
	CancelledError,
	ServiceError,
	UnknownOutcomeError,
} from '../../../nodes/DocScore/service/errors';
import { nextTurn, runInNewContext, setFlagsFromString } from '../../node';

test('the journal of a node run is garbage-collected with the node run', async () => {
	setFlagsFromString('--expose-gc');
	const journalOf = weakMemoize(() => new Journal<string>());
	const remembered = Array.from({ length: 10 }, () => new WeakRef(journalOf({})));
	await nextTurn();
	runInNewContext('gc()');
	expect(remembered.filter((journal) => journal.deref() !== undefined)).toEqual([]);
});

test('only a response that cannot be read may be one of acceptance, and it is not quoted', async () => {
	const send = async () => await Promise.reject(new TypeError('Bearer abc is not iterable'));
	const sent = await sendOnce(send, 'submission', 'Look for it').catch((error: unknown) => error);
	expect(sent).toBeInstanceOf(UnknownOutcomeError);
	expect(String(sent)).toContain('The response could not be read (TypeError)');
	expect(JSON.stringify(sent)).not.toContain('abc');
	const details = { outcome: 'unknown', transient: false };
	expect(sent).toMatchObject({ details: { cause: { details } } });
	expect(await sendOnce(async () => await Promise.resolve(7), 'submission', '')).toBe(7);
});

test.each([
	new CancelledError('Too late'),
	new ServiceError('Busy', { outcome: 'rejected', transient: true }),
])('an error that proves that nothing was accepted stays as it is: %p', async (error) => {
	const send = async () => await Promise.reject(error);
	await expect(sendOnce(send, 'submission', 'Look for it')).rejects.toBe(error);
});
