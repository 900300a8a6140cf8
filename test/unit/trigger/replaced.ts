import type { verify } from '../../../nodes/DocScore/trigger/verify';
import type { replaceState } from '../../../nodes/DocScore/trigger/memory/staticData';

/**
 * Parts of the trigger that a test breaks; each is a mock that calls the actual part until then. It is
 * imported before them.
 */

jest.mock('../../../nodes/DocScore/trigger/baseline', () => mocked('baseline'));
jest.mock('../../../nodes/DocScore/trigger/finishedRuns', () => mocked('finishedRuns'));
jest.mock('../../../nodes/DocScore/trigger/memory/staticData', () => mocked('memory/staticData'));
jest.mock('../../../nodes/DocScore/trigger/newRuns', () => mocked('newRuns'));
jest.mock('../../../nodes/DocScore/trigger/verify', () => mocked('verify'));

/** A module whose functions can be replaced; hoisted, as jest hoists the lines above. */
function mocked(file: string): Record<string, unknown> {
	const actual: object = jest.requireActual(`../../../nodes/DocScore/trigger/${file}`);
	const parts = Object.entries(actual).map(([key, part]: [string, unknown]) => {
		return [key, typeof part === 'function' ? jest.fn((...args) => part(...args)) : part];
	});
	return Object.fromEntries(parts);
}

const undo: Array<() => void> = [];

afterEach(() => {
	for (const restore of undo.splice(0)) restore();
	jest.restoreAllMocks();
});

/** For one test. */
export function replace<F extends (...args: never[]) => unknown>(part: F, by: F): void {
	const mocked = jest.mocked(part);
	const actual = mocked.getMockImplementation();
	mocked.mockImplementation(by);
	undo.push(() => mocked.mockImplementation(actual));
}

/** A run of which only the ID is known. */
const UNREAD = { name: null, status: 'completed', createdTime: null, fields: [], raw: {} };

/** Takes absence from the lists of open runs for their end. */
export const emitUnverified: typeof verify = async ({ candidates, ledger, finished }) => {
	for (const id of candidates) {
		finished.push({ ...UNREAD, id });
		ledger.markDone(id);
	}
	candidates.clear();
	return await Promise.resolve([]);
};

/** Replaces the state whatever it has become. */
export const overwriteState: typeof replaceState = (data, _before, state) => {
	data.runs = state;
	return true;
};
