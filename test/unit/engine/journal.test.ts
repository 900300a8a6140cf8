import { Journal } from '../../../nodes/DocScore/engine/journal';
import { weakMemoize } from '../../../nodes/DocScore/engine/weakMemoize';
import { ServiceError, UnknownOutcomeError } from '../../../nodes/DocScore/service/errors';
import { nextTurn, runInNewContext, setFlagsFromString } from '../../node';

const unknown = () =>
	new UnknownOutcomeError(
		'submission',
		new ServiceError('No answer', { outcome: 'unknown', transient: true }),
		'Look for it',
	);

/** A write with these results, one for each call, and the number of calls. */
function writing(...ends: Array<string | Error>) {
	const left = [...ends];
	const write = async () => {
		const end = left.shift() ?? 'too many';
		if (typeof end === 'string') return await Promise.resolve(end);
		throw end;
	};
	return { write, made: () => ends.length - left.length };
}

describe('The journal', () => {
	it('writes once for each item, and returns the same result again', async () => {
		const journal = new Journal<string>();
		const { write, made } = writing('a', 'b');
		const tried = [];
		for (const item of [0, 1, 0, 1]) tried.push(await journal.once(item, write));
		expect(tried).toEqual(['a', 'b', 'a', 'b']);
		expect(made()).toBe(2);
	});

	it('writes again after a failure that wrote nothing', async () => {
		const journal = new Journal<string>();
		const { write } = writing(new Error('Rejected'), 'a');
		await expect(journal.once(0, write)).rejects.toThrow('Rejected');
		expect(await journal.once(0, write)).toBe('a');
	});

	it('repeats an unknown outcome until the result is found', async () => {
		const journal = new Journal<string>();
		const { write, made } = writing(unknown());
		const { write: find } = writing(new Error('Not now'), 'found');
		for (let tried = 0; tried < 2; tried++) {
			await expect(journal.once(0, write, find)).rejects.toThrow('It is unknown whether');
		}
		expect(await journal.once(0, write, find)).toBe('found');
		expect(await journal.once(0, write)).toBe('found');
		expect(made()).toBe(1);
	});

	it('neither writes nor looks for a result that it knows', async () => {
		const journal = new Journal<string>();
		const { write } = writing('a');
		const { write: find, made: searches } = writing('found');
		await journal.once(0, write, find);
		expect(await journal.once(0, write, find)).toBe('a');
		expect(searches()).toBe(0);
	});

	it('repeats an unknown outcome if the result cannot be looked for', async () => {
		const journal = new Journal<string>();
		const { write } = writing(unknown());
		for (let tried = 0; tried < 2; tried++) {
			await expect(journal.once(0, write)).rejects.toThrow('It is unknown whether');
		}
	});

	it('writes again for a forgotten item', async () => {
		const journal = new Journal<string>();
		const { write } = writing('a', 'b');
		await journal.once(0, write);
		journal.forget(0);
		expect(await journal.once(0, write)).toBe('b');
	});
});

test('the journal of a node run is garbage-collected with the node run', async () => {
	setFlagsFromString('--expose-gc');
	const journalOf = weakMemoize(() => new Journal<string>());
	const remembered = Array.from({ length: 10 }, () => new WeakRef(journalOf({})));
	await nextTurn();
	runInNewContext('gc()');
	expect(remembered.filter((journal) => journal.deref() !== undefined)).toEqual([]);
});
