import { isObject } from '../../../nodes/DocScore/service/json';
import { isFinished } from '../../../nodes/DocScore/service/types';
import type { Account } from '../account';
import type { Exchange } from '../conversation';
import {
	cannotTell,
	differs,
	errorOf,
	type Finding,
	holds,
	notTried,
	type Probe,
} from '../finding';
import { LISTED_WITHIN_MS, type ObservedRun, type Sighting } from '../observedRun';
import { toldAs } from './runs';

type Judge = (story: ObservedRun, account: Account) => Finding | Promise<Finding>;

/** Judges the one submission. If it was rejected, there is nothing to find. */
async function ofStory(account: Account, judge: Judge): Promise<Finding> {
	const story = await account.submission();
	if (story === null) return notTried(1);
	if (story.docId !== null) return await judge(story, account);
	return cannotTell(`The submission was not accepted (${story.answer.status})`);
}

/** Probes of what the one submission shows. */
export const submission: Probe[] = [
	{
		number: 13,
		point: '`statusCode`',
		async judge(account) {
			const failures = account.conversation.exchanges.filter(isFailureWithData);
			if (failures.length === 0) return await ofStory(account, statusCodeOf);
			return differs(
				`${failures.length} reads with data have another than SUCCESS`,
				'The nodes take such answers for failures: "The service reported a failure". No setting helps; please send the report',
			);
		},
	},
	{
		number: 14,
		point: 'When a run is listed',
		judge: async (account) =>
			await ofStory(account, async ({ sightings, docId }) => {
				account.lists.mustShow();
				const first = sightings.find((seen) => seen.listed !== null);
				if (first) {
					const found = first === sightings[0] ? 'At once' : `After ${seconds(first)}`;
					return holds(found, { listedAfterMs: lasted(first) });
				}
				const run = { id: docId?.toLowerCase() ?? '', name: null };
				if (await account.lists.shows(run, {})) {
					return cannotTell('It is listed now, but its name does not find it');
				}
				return differs(
					'Not while this ran',
					'The trigger finds a run only if it is listed within the Time for New Runs to Show: raise it',
				);
			}),
	},
	{
		number: 15,
		point: 'When details are there',
		judge: async (account) =>
			await ofStory(account, ({ sightings }) => {
				const first = sightings.find(({ details }) => details !== null);
				if (!first) return cannotTell('Not while this ran');
				if (first === sightings[0]) return holds('At once', { detailsAfterMs: 0 });
				const [found, dialect] = [`After ${seconds(first)}`, { detailsAfterMs: lasted(first) }];
				if (first.afterMs < 30_000) return holds(found, dialect);
				return differs(
					found,
					'A wait takes the run for unknown after 30 s: use Submit, and Wait some time later',
					dialect,
				);
			}),
	},
	{
		number: 16,
		point: 'Statuses in lists',
		async judge(account) {
			const story = await account.submission();
			return story === null ? await lateInSample(account) : lagOf(story);
		},
	},
	{
		number: 18,
		point: '`metadata`',
		async judge(account) {
			const story = await account.submission();
			const own = story?.sightings.flatMap(({ details }) => details ?? []) ?? [];
			const finding = toldAs(
				own.length > 0 ? own : account.readable(),
				'metadata',
				'Deduplication cannot tell whose runs it finds, and submits nothing then',
			);
			const isUnknown = finding.dialect?.metadataForm === 'empty' && own.length === 0;
			if (!isUnknown) return finding;
			return story === null ? notTried(1) : cannotTell('Empty in all, which your runs may be');
		},
	},
];

/** Whether the nodes treat a response with a run, a template or a list as a failure. */
function isFailureWithData({ operation, answer, isWrong }: Exchange): boolean {
	if (answer === null || isWrong || !['query', 'details', 'template'].includes(operation))
		return false;
	const { status, body } = answer;
	const hasData = isObject(body) && (isObject(body.doc) || Array.isArray(body.docs));
	// Past its end, a list may be a failure, see 7.
	const isPast = isObject(body) && Array.isArray(body.docs) && body.docs.length === 0;
	return status < 300 && hasData && !isPast && errorOf(answer) !== null;
}

const statusCodeOf: Judge = ({ answer: { status, body } }) => {
	const code = isObject(body) ? body.statusCode : undefined;
	const told = code === undefined ? 'no statusCode' : `a statusCode that is a ${typeof code}`;
	const found = `A submission gives ${status} with ${told}`;
	if (code === undefined) return holds(found, { writeStatusCode: 'absent' });
	if (code === 'SUCCESS') return holds(`${found}, SUCCESS`, { writeStatusCode: 'SUCCESS' });
	return holds(found, typeof code === 'number' ? { writeStatusCode: 'number' } : {});
};

/** In ms, rounded down to seconds. At the first poll, it counts as immediate. */
const lasted = ({ afterMs }: Sighting): number => Math.floor(afterMs / 1_000) * 1_000;

const seconds = (seen: Sighting): string => `${lasted(seen) / 1_000} s`;

/** How far lists are behind details. */
function lagOf(story: ObservedRun): Finding {
	const lags = [
		lagOfChange(story, ({ status }) => status !== 'pending'),
		lagOfChange(story, isFinished),
	].filter((lag) => lag !== null);
	const { sightings } = story;
	const ended = sightings.find(({ details }) => details && isFinished(details));
	const last = sightings.at(-1);
	const neverListed = last?.listed && !isFinished(last.listed);
	if (ended && neverListed && last.afterMs - ended.afterMs > LISTED_WITHIN_MS) {
		return differs(
			'More than a minute behind details',
			'The nodes ask for details, which takes more requests. Please send the report',
			{ listLagMs: last.afterMs - ended.afterMs },
		);
	}
	if (lags.length === 0) return cannotTell('No change of its status was seen in both');
	const lag = Math.round(Math.max(...lags) / 1_000) * 1_000;
	if (lag <= 0) return holds('As in details', { listLagMs: 0 });
	return holds(`${lag / 1_000} s behind details; the nodes ask for details`, { listLagMs: lag });
}

/** How far lists lag behind details, in ms; null if either change was not seen. */
function lagOfChange(
	{ sightings }: ObservedRun,
	isSo: (run: { status: string | null }) => boolean,
): number | null {
	const changeOf = (where: 'details' | 'listed'): number | null => {
		const seen = sightings.flatMap((each) => {
			const run = each[where];
			return run ? [{ afterMs: each.afterMs, is: isSo(run) }] : [];
		});
		const at = seen.findIndex(({ is }) => is);
		return at < 1 ? null : (seen[at]?.afterMs ?? null);
	};
	const [details, listed] = [changeOf('details'), changeOf('listed')];
	return details === null || listed === null ? null : listed - details;
}

/** Whether a run has finished by its details although a later list still shows it as open. */
async function lateInSample(account: Account): Promise<Finding> {
	const isOpen = ({ status }: { status: string | null }) =>
		status === 'pending' || status === 'processing';
	const over = account.readable().filter(isFinished);
	const isLate = account.runs.some((run) => isOpen(run) && over.some(({ id }) => id === run.id));
	if (!isLate) return notTried(1);
	const { runs } = await account.lists.page({});
	const late = runs.filter((run) => isOpen(run) && over.some(({ id }) => id === run.id)).length;
	if (late === 0) return notTried(1);
	return holds(`${late} runs are over that lists call open; the nodes ask for details`);
}
