import { isFinished, RUN_STATUSES } from '../../../nodes/DocScore/service/types';
import type { Dialect } from '../../sandbox/dialect';
import type { Account } from '../account';
import { cannotTell, differs, holds, type Probe } from '../finding';
import { LENGTHS_US } from '../instants';
import type { ShownRun } from '../lists';

const PLAIN: readonly string[] = RUN_STATUSES;

const WENT_BACK =
	'A wait ends at the first completed or failed, and the trigger emits the run as it is then. Open runs are looked for in the list of pending ones first, so one that goes back may be seen later. Please send the report';

const NOT_HEEDED =
	'Get Many with a Status gives runs of any: put a Filter node after it. The trigger and waits for many runs need more requests';

/**
 * The first step backwards, from processing to pending or from a final status to another; null if there is
 * none.
 */
function stepBack(seen: string[]): [from: string, to: string] | null {
	const ranks = new Map([...RUN_STATUSES].map((status, at) => [`${status}`, Math.min(at, 2)]));
	const steps = seen.flatMap((to, at): Array<[string, string]> => [[seen[at - 1] ?? to, to]]);
	const back = steps.find(([from, to]) => {
		const [before, after] = [ranks.get(from), ranks.get(to)];
		if (before === undefined || after === undefined) return before === 2 && from !== to;
		return after < before || (before === 2 && from !== to);
	});
	return back ?? null;
}

const isStatusHeeded = ({ byStatus }: Account): boolean =>
	[...byStatus].every(([asked, { runs }]) =>
		runs.every(({ status }) => status === asked || status === null || !PLAIN.includes(status)),
	);

export const statuses: Probe = {
	number: 27,
	point: 'Statuses',
	async examine(account) {
		const story = await account.submission();
		const own = story?.sightings.flatMap(({ details }) => details ?? []) ?? [];
		const odd = [...account.runs, ...account.readable(), ...own].filter(
			({ status }) => status !== null && !PLAIN.includes(status),
		);
		const seen = [...account.runs, ...own].flatMap(({ status }) => status ?? []);
		if (seen.length === 0) return cannotTell('The account has no runs');
		const back = stepBack(own.flatMap(({ status }) => status ?? []));
		if (back !== null) return differs(`One run was ${back.join(', then ')}`, WENT_BACK);
		if (!isStatusHeeded(account)) return differs('Lists of one status show others', NOT_HEEDED);
		if (odd.length === 0) {
			return holds(`Seen: ${PLAIN.filter((status) => seen.includes(status)).join(', ')}`, {
				oddStatus: 'never',
			});
		}
		const hasPassed =
			own.some(isFinished) && own.some(({ id }) => odd.some((run) => run.id === id));
		const count = new Set(odd.map(({ status }) => status)).size;
		const isFinal = hasPassed ? false : isOld(odd, account);
		if (isFinal === null)
			return cannotTell(`${count} that is not specified; whether it is final is open`);
		const dialect: Partial<Dialect> = { oddStatus: isFinal ? 'final' : 'passing' };
		const found = `${count} that is not specified, of runs that are ${isFinal ? 'over' : 'under way'}`;
		if (!isFinal) return holds(found, dialect);
		return differs(
			found,
			'Wait goes on until Max Wait, and the trigger never emits such a run. Please send the report',
			dialect,
		);
	},
};

/** Whether a run is older than a day, because no extraction takes that long. Null if the age is unknown. */
function isOld(runs: ShownRun[], { serviceNow }: Account): boolean | null {
	const times = runs.flatMap(({ created }) => created?.us ?? []);
	if (times.length === 0 || serviceNow === null) return null;
	return times.some((us) => serviceNow * LENGTHS_US.ms - us > LENGTHS_US.days);
}
