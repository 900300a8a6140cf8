import { retryAfter } from '../../../nodes/DocScore/service/reply';
import type { Dialect } from '../../sandbox/dialect';
import type { Account } from '../account';
import { type Answer, type Exchange, isRateLimited } from '../conversation';
import { cannotTell, differs, holds, type Probe } from '../finding';
import { dateOf } from '../lists';
import { AHEAD_MS, minutes } from './times';

/** All exchanges so far with the service itself: another machine may answer for links and wrong addresses. */
const exchangesOf = ({ conversation }: Account): Exchange[] =>
	conversation.exchanges.filter(
		({ operation }) => operation !== 'link' && operation !== 'unknown address',
	);

const answersOf = (account: Account): Answer[] =>
	exchangesOf(account).flatMap(({ answer }) => answer ?? []);

/** Enough to meet a limit of 4 a second. */
const BURST = 30;

/** Probes that judge all answers to the others. */
export const wire: Probe[] = [
	{
		number: 28,
		point: "The service's clock",
		judge(account) {
			const answer = answersOf(account).find((each) => dateOf(each) !== null);
			const date = answer && dateOf(answer);
			if (!answer || !date) return cannotTell('Answers have no Date');
			// The header is cut to seconds, so on average it is half a second late.
			const skewMs = Math.round((date - answer.at - answer.tookMs / 2 + 500) / 1_000) * 1_000;
			const dialect = { skewMs: Math.abs(skewMs) > AHEAD_MS ? skewMs : 0 };
			if (dialect.skewMs === 0) return holds('As here, within 5 s', dialect);
			const direction = skewMs > 0 ? 'ahead' : 'behind';
			const found = `${direction} by ${minutes(Math.abs(skewMs))}, to which the nodes pay no heed`;
			return holds(found, dialect);
		},
	},
	{
		number: 30,
		point: 'Requests in a time',
		async judge(account) {
			const limited = () => answersOf(account).find(isRateLimited);
			const since = account.conversation.exchanges.length;
			for (let sent = 0; sent < BURST && !limited(); sent++) {
				await account.conversation.post('query', { page: 1, limit: 1 });
			}
			const first = limited();
			if (first) return limitMet(account, first);
			const sent = account.conversation.exchanges.slice(since).map(({ at }) => at);
			const perSecond = ((BURST - 1) * 1_000) / ((sent.at(-1) ?? 0) - (sent[0] ?? 0));
			const found = `No limit was met at ${perSecond.toFixed(1)} a second`;
			if (perSecond > 4.5) return holds(found, { requestsPerSecond: null });
			return cannotTell(`${found}; its answers are too slow for 5`);
		},
	},
	{
		number: 31,
		point: 'Retry-After',
		judge(account) {
			const first = answersOf(account).find(isRateLimited);
			if (!first) return cannotTell('No limit was met');
			const form = retryAfterForm(first);
			if (form === 'seconds') return holds('A number of seconds', { retryAfter: form });
			if (form === 'date') return holds('A date', { retryAfter: form });
			return differs(
				{
					zero: '0',
					past: 'A date that is past',
					absent: 'Absent',
					none: 'A text that is no time',
				}[form],
				'The nodes wait half a second to one, twice as long with each 429',
				{ retryAfter: form === 'none' ? 'absent' : form },
			);
		},
	},
	{
		number: 39,
		point: 'Redirects',
		judge(account) {
			const answers = answersOf(account);
			const redirected = answers.filter(({ status }) => status >= 300 && status < 400).length;
			if (redirected === 0) return holds(`None in ${answers.length} answers`);
			return differs(
				`${redirected} of ${answers.length} answers`,
				'The nodes follow none and tell that the base URL is wrong',
			);
		},
	},
	{
		number: 40,
		point: 'Compression',
		judge(account) {
			const encodings = answersOf(account).map(
				({ headers }) => headers['content-encoding'] ?? 'none',
			);
			const known = ['none', 'gzip', 'br', 'deflate', 'zstd'];
			const told = known.filter((encoding) => encodings.includes(encoding));
			return holds(told.join(', ') || 'One of its own');
		},
	},
	{
		number: 41,
		point: 'Size of answers',
		judge(account) {
			const answers = answersOf(account);
			const kB = Math.ceil(Math.max(...answers.map(({ text }) => text.length)) / 1_000);
			const slowest = Math.max(...answers.map(({ tookMs }) => tookMs));
			const without = exchangesOf(account).filter(({ answer }) => answer === null).length;
			const none = without > 0 ? `; ${without} requests got no answer` : '';
			const found = `${kB} kB at most, in ${(slowest / 1_000).toFixed(1)} s at most${none}`;
			if (slowest < SLOW_MS && without === 0) return holds(found);
			return differs(found, 'A request is given up after 60 s: use smaller filters, or a Limit');
		},
	},
	{
		number: 42,
		point: 'Size of a recording',
		judge: () => ({
			result: 'not tried',
			found: 'Costs an upload of 100 MB, which nobody should make for this',
		}),
	},
];

const SLOW_MS = 30_000;

const SLOWER =
	'The nodes find the rate by themselves. With Max Concurrent Requests at 1 or 2 they get 429 more rarely';

function limitMet(account: Account, first: Answer) {
	const acceptedWithin = (ms: number) =>
		answersOf(account).filter(
			(each) => !isRateLimited(each) && each.at < first.at && each.at >= first.at - ms,
		).length;
	const inSecond = acceptedWithin(1_000);
	// At a limit for each second, this many would not have been accepted before.
	if (acceptedWithin(10_000) > 8 * inSecond) {
		return differs(`A limit was met after ${acceptedWithin(60_000)} requests in a minute`, SLOWER);
	}
	return differs(`A limit was met after ${inSecond} requests in a second`, SLOWER, {
		requestsPerSecond: Math.max(1, inSecond),
	});
}

function retryAfterForm({ headers }: Answer): Dialect['retryAfter'] | 'none' {
	const text = headers['retry-after'];
	if (text === undefined) return 'absent';
	const ms = retryAfter(headers);
	if (ms === undefined) return 'none';
	if (!Number.isNaN(Number(text))) return ms === 0 ? 'zero' : 'seconds';
	return ms === 0 ? 'past' : 'date';
}
