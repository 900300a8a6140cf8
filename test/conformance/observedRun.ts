import { isObject } from '../../nodes/DocScore/service/json';
import { isFinished } from '../../nodes/DocScore/service/types';
import type { Account } from './account';
import type { Answer } from './conversation';
import { readDetails, type ShownRun } from './lists';

/** The metadata of the submission. */
export const SENT_METADATA = {
	conformance_text: 'Alpha',
	conformance_digits: '007',
	conformance_number: 12,
	conformance_yes: true,
};

const RUN_NAME = 'Conformance check';

/** What lists and details showed of the run at one moment. */
export interface Sighting {
	/** Time since the service accepted it. */
	afterMs: number;
	details: ShownRun | null;
	listed: ShownRun | null;
	/** The total of a list that contains only this run. */
	total: number | null;
}

/** One submission, observed until lists also show that it has finished. */
export interface ObservedRun {
	body: object;
	answer: Answer;
	/** As the service wrote it; null if the submission was rejected. */
	docId: string | null;
	name: string;
	sightings: Sighting[];
}

const POLL_EVERY_MS = 1_000;
const WATCHED_FOR_MS = 180_000;
/** How far lists may lag behind details. */
export const LISTED_WITHIN_MS = 60_000;

export async function submitAndWatch(account: Account): Promise<ObservedRun | null> {
	const { conversation, options } = account;
	if (options.fileUrls.length === 0 || conversation.left < 1) return null;
	const name = `${RUN_NAME} ${conversation.time.now()}`;
	const body = submissionOf(options, name);
	// A service that keeps counts for some time then still has the old one.
	await account.lists.page({ filters: { filename: name } });
	const answer = await conversation.submit(body);
	const docId = docIdOf(answer);
	const story: ObservedRun = { body, answer, docId, name, sightings: [] };
	if (docId !== null) await watch(account, story, docId);
	return story;
}

export const submissionOf = (
	{ fileUrls, templateId }: { fileUrls: string[]; templateId: string },
	name: string,
) => ({
	file_urls: fileUrls,
	extraction_template_id: templateId,
	run_id: name,
	agent_name: 'conformance',
	metadata: SENT_METADATA,
});

export const docIdOf = ({ status, body }: Answer): string | null =>
	status >= 200 && status < 300 && isObject(body) && typeof body.doc_id === 'string'
		? body.doc_id
		: null;

async function watch(account: Account, story: ObservedRun, docId: string): Promise<void> {
	const { conversation, lists } = account;
	const id = docId.toLowerCase();
	const { time } = conversation;
	const since = time.now();
	let finishedAfterMs: number | null = null;
	for (let poll = 1; time.now() - since < WATCHED_FOR_MS; poll++) {
		const afterMs = time.now() - since;
		const details = readDetails(await conversation.post('details', { id: docId }));
		const { runs, total } = await lists.page({ filters: { filename: story.name } });
		const listed = runs.find((run) => run.id === id) ?? null;
		story.sightings.push({ afterMs, details, listed, total });
		if (details && isFinished(details)) finishedAfterMs ??= afterMs;
		const isOver = lists.firstPageEmpty || (listed !== null && isFinished(listed));
		if (finishedAfterMs !== null && isOver) return;
		if (finishedAfterMs !== null && afterMs - finishedAfterMs > LISTED_WITHIN_MS) return;
		await conversation.wait(Math.max(0, since + poll * POLL_EVERY_MS - time.now()));
	}
}
