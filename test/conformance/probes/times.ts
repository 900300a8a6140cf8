import type { Dialect } from '../../sandbox/dialect';
import type { Account } from '../account';
import { cannotTell, CannotTell, differs, type Finding, holds, type Probe } from '../finding';
import { isoOf, LENGTHS_US } from '../instants';
import type { ShownRun } from '../lists';

/** The creation times of all runs that have one. */
const shownTimes = ({ runs }: Account) => runs.flatMap(({ created }) => created ?? []);

export const formOfTimes: Probe = {
	number: 1,
	point: 'Form of times',
	examine(account) {
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
};

export const timeZones: Probe = {
	number: 2,
	point: 'Time zones',
	async examine(account) {
		const zones = [...new Set(shownTimes(account).map(({ zone }) => zone))];
		const [zone] = zones;
		if (zone === undefined) return cannotTell('No run has a time');
		if (zones.length > 1 && zones.includes('')) {
			return differs('Some times name a zone, some do not', BOUNDS_OFF);
		}
		if (zone !== '') return zoned(zones);
		const offsetUs = await account.offset();
		if (offsetUs === null) return cannotTell('No zone is named, and no bound tells which it is');
		if (offsetUs === 0) return holds('No zone is named; it is UTC', { timeZone: 'none' });
		const hours = offsetUs / LENGTHS_US.hours;
		return differs(
			`No zone is named; it is ${hours > 0 ? '+' : ''}${hours} hours from UTC`,
			BOUNDS_OFF,
			{ timeZone: 'local' },
		);
	},
};

const BOUNDS_OFF =
	'The package reads times without a zone as UTC: Created After and Before are right, created times in the output are off by the difference, and the trigger may look for new runs at the wrong hours. No setting helps; please send the report';

function zoned(zones: string[]): Finding {
	const isUtc = zones.every((zone) => /^(Z|[+-]00:?00)$/i.test(zone));
	return isUtc
		? holds('UTC is named', { timeZone: 'Z' })
		: holds('An offset from UTC is named', { timeZone: '+02:00' });
}

/** Whole hours first, then the fractions that are in use. */
const OFFSETS_HOURS = [
	0, 1, 2, -5, -4, 8, 9, 3, -6, -7, -8, 10, 4, 5, 6, 7, 11, 12, 13, -1, -2, -3, -9, -10, -11, 5.5,
	9.5, 3.5, 4.5, 5.75, 6.5, -3.5, 14, -12,
];

const NEAR_US = 2 * LENGTHS_US.seconds;

/** How far times without a zone are ahead of UTC, in microseconds; null if unknown. */
export async function offsetOf(account: Account, pivot: ShownRun): Promise<number | null> {
	const { created } = pivot;
	if (created === null) return null;
	const isNear = async (us: number) => {
		const filters = { startTime: isoOf(us - NEAR_US), endTime: isoOf(us + NEAR_US) };
		return await account.lists.shows(pivot, { filters });
	};
	for (const hours of OFFSETS_HOURS) {
		const us = created.us - hours * LENGTHS_US.hours;
		if (!(await isNear(us))) continue;
		// If bounds are as coarse as hours, a shifted time finds the run, too, so nothing is known.
		return (await isNear(us + LENGTHS_US.minutes)) ? null : hours * LENGTHS_US.hours;
	}
	return null;
}

export const createdTime: Probe = {
	number: 3,
	point: '`created_time`',
	examine({ runs }) {
		const without = runs.filter(({ created }) => created === null).length;
		if (runs.length === 0) return cannotTell('The account has no runs');
		if (without === 0) return holds(`In each of ${runs.length} runs`, { timeMissing: 'never' });
		if (without < runs.length) {
			return differs(
				`Missing or unreadable in ${without} of ${runs.length} runs`,
				'Get Many with Return All reads page by page, which is slower. The trigger reads such runs by their details',
				{ timeMissing: 'odd' },
			);
		}
		return differs(
			'In no run',
			'Get Many with Return All reads page by page. The trigger does not begin on an account with more than a page of runs',
			{ timeMissing: 'always' },
		);
	},
};

export const datedAhead: Probe = {
	number: 29,
	point: 'Runs dated ahead',
	async examine(account) {
		const { serviceNow, runs } = account;
		if (serviceNow === null) return cannotTell('Answers have no Date');
		if (shownTimes(account).length === 0) return cannotTell('No run has a time');
		const offsetUs = await account.offset();
		const times = runs.flatMap(({ created }) => created ?? []);
		if (offsetUs === null) return cannotTell('The zone of times is not known');
		const ahead = times.map(({ us }) => (us - offsetUs) / LENGTHS_US.ms - serviceNow);
		const most = Math.max(...ahead);
		const few = ahead.filter((ms) => ms > AHEAD_MS).length;
		if (few === 0) return holds(`None of ${times.length}`, { oddAheadMs: 0 });
		const dialect: Partial<Dialect> = { oddAheadMs: Math.round(most) };
		const found = `${few} of ${times.length} runs, by ${minutes(most)} at most`;
		if (few <= 4) return holds(found, dialect);
		return differs(
			found,
			'The trigger may take later runs for seen: please send the report',
			dialect,
		);
	},
};

const AHEAD_MS = 5_000;

const minutes = (ms: number): string =>
	ms < 90_000 ? `${Math.round(ms / 1_000)} s` : `${Math.round(ms / 60_000)} minutes`;

export const clock: Probe = {
	number: 28,
	point: "The service's clock",
	examine({ conversation }) {
		const ahead = conversation.exchanges.flatMap(({ operation, answer }) => {
			const date = Date.parse(answer?.headers.date ?? '');
			// Another machine may respond to a link or an unknown address.
			const isOwn = answer !== null && operation !== 'link' && operation !== 'unknown address';
			return isOwn && !Number.isNaN(date)
				? [{ at: answer.at, ms: date - answer.at - answer.tookMs / 2 }]
				: [];
		});
		const [first] = ahead;
		if (!first) return cannotTell('Answers have no Date');
		// The header is cut to seconds, so on average it is half a second late.
		const skewMs = Math.round((first.ms + 500) / 1_000) * 1_000;
		const back = ahead.find(({ ms }) => ms < first.ms - 60_000);
		const dialect: Partial<Dialect> = {
			skewMs: Math.abs(skewMs) > AHEAD_MS ? skewMs : 0,
			setBackAfterMs: back ? back.at - first.at : null,
		};
		if (back) {
			const found = `It was set back by ${minutes(first.ms - back.ms)} while this ran`;
			return first.ms - back.ms > 3_700_000
				? differs(found, 'The trigger assumes an hour at most: it may miss runs', dialect)
				: holds(found, dialect);
		}
		if (dialect.skewMs === 0) return holds('As here, within 5 s', dialect);
		const direction = skewMs > 0 ? 'ahead' : 'behind';
		return holds(
			`${direction} by ${minutes(Math.abs(skewMs))}, to which the nodes pay no heed`,
			dialect,
		);
	},
};

/** For probes that need a point in time. @throws CannotTell if there is none */
export async function instantOf(account: Account, run: ShownRun): Promise<number> {
	const { created } = run;
	if (created === null) throw new CannotTell('No run has a time');
	const offsetUs = await account.offset();
	if (offsetUs === null) throw new CannotTell('The zone of times is not known');
	return created.us - offsetUs;
}
