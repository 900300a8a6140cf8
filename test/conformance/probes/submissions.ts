import { isObject } from '../../../nodes/DocScore/service/json';
import { isFinished } from '../../../nodes/DocScore/service/types';
import type { Dialect } from '../../sandbox/dialect';
import type { Account } from '../account';
import type { Answer, Exchange } from '../conversation';
import { cannotTell, differs, type Finding, holds, notTried, type Probe } from '../finding';
import { docIdOf, type Sighting, type ObservedRun } from '../observedRun';

const COST = 'Costs one submission: --spend 1 --file URL';
const ANOTHER_COST = 'Costs another submission: --spend with one more, and --file URL';
const SECOND_COST = 'Costs a second submission: --spend 2 --file URL';

/** Looks at the one submission. If it was rejected, there is nothing to find. */
function ofStory(tell: (story: ObservedRun, account: Account) => Finding): Probe['examine'] {
	return async (account) => {
		const story = await account.submission();
		if (story === null) return notTried(COST);
		if (story.docId !== null) return tell(story, account);
		return cannotTell(`The submission was not accepted (${story.answer.status})`);
	};
}

/** Whether the nodes treat a response with a run, a template or a list as a failure. */
function isFailureToNodes({ operation, answer }: Exchange): boolean {
	if (operation === 'submit' || operation === 'recording' || answer === null) return false;
	const { status, body } = answer;
	const holdsData = status < 300 && isObject(body) && (body.docs ?? body.doc) !== undefined;
	return holdsData && (body.statusCode ?? 'SUCCESS') !== 'SUCCESS';
}

export const success: Probe = {
	number: 13,
	point: '`statusCode`',
	async examine(account) {
		const failures = account.conversation.exchanges.filter(isFailureToNodes);
		if (failures.length === 0) return await ofSubmission(account);
		return differs(
			`${failures.length} reads with data have another than SUCCESS`,
			'The nodes take such answers for failures: "The service reported a failure". No setting helps; please send the report',
		);
	},
};

const ofSubmission = ofStory(({ answer: { status, body } }) => {
	const code = isObject(body) ? body.statusCode : undefined;
	const told = code === undefined ? 'no statusCode' : `a statusCode that is a ${typeof code}`;
	const found = `A submission gives ${status} with ${told}`;
	if (code === undefined) return holds(found, { writeStatusCode: 'absent' });
	if (code === 'SUCCESS') return holds(`${found}, SUCCESS`, { writeStatusCode: 'SUCCESS' });
	return holds(found, typeof code === 'number' ? { writeStatusCode: 'number' } : {});
});

export const whenListed: Probe = {
	number: 14,
	point: 'When a run is listed',
	examine: ofStory(({ sightings }) => {
		const first = sightings.find((seen) => seen.isListed);
		if (!first) {
			return differs(
				'Not while this ran, by its name',
				'The trigger finds a run only if it is listed within the Time for New Runs to Show: raise it',
			);
		}
		const found = first === sightings[0] ? 'At once' : `After ${seconds(first)}`;
		return holds(found, { listedAfterMs: lasted(first) });
	}),
};

export const whenRead: Probe = {
	number: 15,
	point: 'When details are there',
	examine: ofStory(({ sightings }) => {
		const first = sightings.find(({ details }) => details !== null);
		if (!first) return cannotTell('Not while this ran');
		if (first === sightings[0]) return holds('At once', { detailsAfterMs: 0 });
		const dialect: Partial<Dialect> = { detailsAfterMs: lasted(first) };
		if (first.afterMs < 30_000) return holds(`After ${seconds(first)}`, dialect);
		return differs(
			`After ${seconds(first)}`,
			'A wait takes the run for unknown after 30 s: use Submit, and Wait some time later',
			dialect,
		);
	}),
};

/** In ms, rounded down to seconds. At the first poll, it counts as immediate. */
const lasted = ({ afterMs }: Sighting): number => Math.floor(afterMs / 1_000) * 1_000;

const seconds = (seen: Sighting): string => `${lasted(seen) / 1_000} s`;

export const listLag: Probe = {
	number: 16,
	point: 'Statuses in lists',
	async examine(account) {
		const story = await account.submission();
		if (story === null) return inSample(account);
		const lags = [
			lagOf(story, ({ status }) => status !== 'pending'),
			lagOf(story, isFinished),
		].filter((lag) => lag !== null);
		if (lags.length === 0) return cannotTell('No change of its status was seen in both');
		const lag = Math.round(Math.max(...lags) / 1_000) * 1_000;
		if (lag <= 0) return holds('As in details', { listLagMs: 0 });
		return holds(`${lag / 1_000} s behind details; the nodes ask for details`, { listLagMs: lag });
	},
};

/** How far lists lag behind details, in ms; null if either change was not seen. */
function lagOf({ sightings }: ObservedRun, isSo: (run: { status: string | null }) => boolean) {
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

/** Whether a run has finished by its details although an earlier list showed it as open. */
function inSample(account: Account): Finding {
	const open = account.runs.filter(({ status }) => status === 'pending' || status === 'processing');
	const over = account.readable().filter(isFinished);
	const late = open.filter(({ id }) => over.some((run) => run.id === id));
	if (late.length === 0) return notTried(COST);
	return holds(`${late.length} runs are over that lists call open; the nodes ask for details`);
}

export const optionalKeys: Probe = {
	number: 44,
	point: 'Keys of Submit',
	async examine({ conversation, options: { fileUrls, templateId } }) {
		if (fileUrls.length === 0 || conversation.left < 1) return notTried(ANOTHER_COST);
		const { status } = await conversation.submit({
			file_urls: fileUrls,
			extraction_template_id: templateId,
		});
		if (status < 300) return holds('Without `run_id` and `agent_name` it is accepted');
		if (status === 429 || status >= 500) return cannotTell(`Submit answers ${status}`);
		return differs(
			`Without \`run_id\` and \`agent_name\` it is rejected (${status})`,
			'Enter a Run Name and an Agent Name in Additional Fields',
		);
	},
};

/** Whether a run has the name of a rejected submission. */
export const rejected: Probe = {
	number: 45,
	point: 'Rejected submissions',
	async examine({ conversation, lists }) {
		const submissions = conversation.exchanges.filter(({ operation }) => operation === 'submit');
		const rejections = submissions.filter(({ answer }) => isRejected(answer));
		const names = new Set(rejections.flatMap(({ request }) => nameIn(request) ?? []));
		if (names.size === 0) return cannotTell('None with a name was rejected');
		const statuses = [...new Set(rejections.map(({ answer }) => answer?.status))].join(', ');
		for (const name of names) {
			const accepted = submissions.filter(
				({ request, answer }) => nameIn(request) === name && !isRejected(answer),
			);
			const { runs, total } = await lists.page({ filters: { filename: name } });
			const count = lists.firstPageEmpty ? (total ?? 0) : runs.length;
			if (count <= accepted.length) continue;
			return differs(
				`A submission that was rejected (${statuses}) made a run`,
				'The nodes submit again after 429, and say after another 4xx that nothing was done: look in the dashboard before you submit again. Please send the report',
			);
		}
		return holds(`None of ${names.size} (${statuses}) is listed`);
	},
};

const isRejected = (answer: Answer | null): boolean =>
	answer !== null && answer.status >= 400 && answer.status < 500;

const nameIn = (request: unknown): string | null =>
	isObject(request) && typeof request.run_id === 'string' ? request.run_id : null;

export const repeated: Probe = {
	number: 35,
	point: 'Repeated submission',
	async examine(account) {
		const story = await account.submission();
		if (story === null || account.conversation.left < 1) return notTried(SECOND_COST);
		if (story.docId === null) return cannotTell('The first one was not accepted');
		const again = await account.conversation.submit(story.body);
		const id = docIdOf(again);
		if (id === null) return holds(`It is rejected (${again.status})`);
		if (id.toLowerCase() === story.docId.toLowerCase()) return holds('It gives the same run');
		return holds('It makes another run, so that Deduplication Key is of use');
	},
};
