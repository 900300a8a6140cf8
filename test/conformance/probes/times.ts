import type { Account } from '../account';
import { cannotTell, CannotTell, differs, type Finding, holds, type Probe } from '../finding';
import { isoOf, LENGTHS_US } from '../instants';
import type { ShownRun } from '../lists';

/** The creation times of all runs that have one. */
const shownTimes = ({ runs }: Account) => runs.flatMap(({ created }) => created ?? []);

const BOUNDS_OFF =
	'The package reads times without a zone as UTC: Created After and Before are right, created times in the output are off by the difference, and the trigger may look for new runs at the wrong hours. No setting helps; please send the report';

export const times: Probe[] = [
	{
		number: 1,
		point: 'Form of times',
		judge(account) {
			const odd = account.runs.filter(({ created, raw }) => created === null && raw.created_time);
			if (odd.length > 0) {
				return differs(
					`${odd.length} of ${account.runs.length} are no ISO 8601`,
					'The nodes take such a run for one without a time, see 3. Please send the report',
				);
			}
			const digits = shownTimes(account).map((time) => time.digits);
			if (digits.length === 0) return cannotTell('No run has a time that is ISO 8601');
			const most = Math.max(...digits);
			const timeDigits = most === 0 ? 'seconds' : most > 3 ? 'us' : 'ms';
			return holds(`ISO 8601 with ${most} digits behind the second`, { timeDigits });
		},
	},
	{
		number: 2,
		point: 'Time zones',
		async judge(account) {
			const zones = [...new Set(shownTimes(account).map(({ zone }) => zone))];
			if (zones.length === 0) return cannotTell('No run has a time');
			if (!zones.includes('')) return zoned(zones);
			if (zones.length > 1) return differs('Some times name a zone, some do not', BOUNDS_OFF);
			const isUtc = await account.isUtc();
			if (isUtc === null) return cannotTell('No zone is named, and no bound tells which it is');
			if (isUtc) return holds('No zone is named; it is UTC', { timeZone: 'none' });
			return differs('No zone is named, and it is not UTC', BOUNDS_OFF, { timeZone: 'local' });
		},
	},
	{
		number: 3,
		point: '`created_time`',
		judge({ runs }) {
			const without = runs.filter(({ created }) => created === null).length;
			if (runs.length === 0) return cannotTell('No run is listed');
			if (without === 0) return holds(`In each of ${runs.length} runs`, { timeMissing: 'never' });
			if (without < runs.length) {
				return differs(
					`Missing or unreadable in ${without} of ${runs.length} runs`,
					'Get Many with Return All may end with an error. The trigger leaves such runs out, with a line in the log of n8n',
					{ timeMissing: 'odd' },
				);
			}
			return differs(
				'In no run',
				'Get Many with Return All may end with an error. The trigger does not begin on an account with more than a page of runs',
				{ timeMissing: 'always' },
			);
		},
	},
	{
		number: 29,
		point: 'Runs dated ahead',
		async judge(account) {
			const dated = account.runs.filter(({ created }) => created !== null);
			if (dated.length === 0) return cannotTell('No run has a time');
			if (!(await account.isUtc())) return cannotTell('The zone of times is not known');
			const ahead = dated.flatMap(({ created, shownAt }) =>
				created && shownAt !== null ? [created.us / LENGTHS_US.ms - shownAt] : [],
			);
			if (ahead.length === 0) return cannotTell('Answers have no Date');
			const few = ahead.filter((ms) => ms > AHEAD_MS).length;
			if (few === 0) return holds(`None of ${ahead.length}`, { oddAheadMs: 0 });
			const most = Math.max(...ahead);
			const found = `${few} of ${ahead.length} runs, by ${minutes(most)} at most`;
			const dialect = { oddAheadMs: Math.round(most) };
			if (few <= 4) return holds(found, dialect);
			return differs(
				found,
				'The trigger may take later runs for seen: please send the report',
				dialect,
			);
		},
	},
];

/** Above what Date headers, which are cut to seconds, and slow answers explain. */
export const AHEAD_MS = 5_000;

export const minutes = (ms: number): string =>
	ms < 90_000 ? `${Math.round(ms / 1_000)} s` : `${Math.round(ms / 60_000)} minutes`;

function zoned(zones: string[]): Finding {
	const isUtc = zones.every((zone) => /^(Z|[+-]00:?00)$/i.test(zone));
	return isUtc
		? holds('UTC is named', { timeZone: 'Z' })
		: holds('An offset from UTC is named', { timeZone: '+02:00' });
}

const NEAR_US = 2 * LENGTHS_US.seconds;

/** Whether bounds in UTC find the run at its time; null if they are too coarse to tell. */
export async function areUtc(account: Account, pivot: ShownRun): Promise<boolean | null> {
	const { created } = pivot;
	if (created === null) return null;
	const isNear = async (us: number) => {
		const filters = { startTime: isoOf(us - NEAR_US), endTime: isoOf(us + NEAR_US) };
		return await account.lists.shows(pivot, { filters });
	};
	if (!(await isNear(created.us))) return false;
	return (await isNear(created.us + LENGTHS_US.minutes)) ? null : true;
}

/** For probes that need a point in time. @throws CannotTell if there is none */
export async function instantOf(account: Account, { created }: ShownRun): Promise<number> {
	if (created === null) throw new CannotTell('No run has a time');
	if (await account.isUtc()) return created.us;
	throw new CannotTell('The zone of times is not known');
}
