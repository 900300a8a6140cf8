import { Journal } from '../../../nodes/DocScore/engine/journal';
import { weakMemoize } from '../../../nodes/DocScore/engine/weakMemoize';
import { nextTurn, runInNewContext, setFlagsFromString } from '../../node';

test('the journal of a node run is garbage-collected with the node run', async () => {
	setFlagsFromString('--expose-gc');
	const journalOf = weakMemoize(() => new Journal<string>());
	const remembered = Array.from({ length: 10 }, () => new WeakRef(journalOf({})));
	await nextTurn();
	runInNewContext('gc()');
	expect(remembered.filter((journal) => journal.deref() !== undefined)).toEqual([]);
});
