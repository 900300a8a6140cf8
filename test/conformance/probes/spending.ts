import { isObject } from '../../../nodes/DocScore/service/json';
import type { Account } from '../account';
import type { Answer } from '../conversation';
import { cannotTell, differs, type Finding, holds, notTried, type Probe } from '../finding';
import { docIdOf, submissionOf } from '../observedRun';
import { reasonIn } from './runs';

/** Possible names of the part with the transcript's URL. The nodes use the first. */
const URL_PARTS = [
	'transcript_url',
	'transcriptUrl',
	'transcriptURL',
	'transcript_link',
	'transcription_url',
	'transcript_file_url',
];

/** No service has a part with this name. */
const STRANGE_PART = 'conformance_part';

const ANOTHER_COST: Finding = {
	result: 'not tried',
	found: 'Costs another submission: --spend with one more, and --file URL',
};

/** Probes that submit or upload once more. */
export const spending: Probe[] = [
	{
		number: 35,
		point: 'Repeated submission',
		async judge(account) {
			const story = await account.submission();
			if (story === null || account.conversation.left < 1) return notTried(2);
			if (story.docId === null) return cannotTell('The first one was not accepted');
			const again = await account.conversation.submit(story.body);
			const id = docIdOf(again);
			if (id === null) {
				return isRejected(again) && again.status !== 429
					? holds(`It is rejected (${again.status})`)
					: cannotTell(`It gives ${again.status} and no ID`);
			}
			if (id.toLowerCase() === story.docId.toLowerCase()) return holds('It gives the same run');
			return holds('It makes another run, so that Deduplication Key is of use');
		},
	},
	{
		number: 21,
		point: 'Failure reason',
		async judge(account) {
			const failed = account.readable().filter(({ status }) => status === 'failed');
			if (failed.length === 0) return await failOne(account);
			const told = failed.map(({ id }) => reasonIn(account.details.get(id)?.body));
			return told.find(({ result }) => result === 'holds') ?? reasonIn(null);
		},
	},
	{
		number: 34,
		point: 'Parts without names',
		/**
		 * Uploads a recording with an invalid transcript URL under every possible name. A service that knows
		 * one of them rejects it and names it. A service that knows none accepts the recording.
		 */
		async judge({ conversation, options: { recording } }) {
			if (recording === null || conversation.left < 1) {
				return {
					result: 'not tried',
					found: 'Costs an upload: --spend with one more, and --recording FILE',
				};
			}
			const { status, text } = await conversation.upload(recording, [
				['agent_name', 'conformance'],
				['is_inbound', 'true'],
				[STRANGE_PART, 'x'],
				...URL_PARTS.map((name): [string, string] => [name, 'not a URL']),
			]);
			if (status >= 300) return partsNamedBy(status, text);
			return cannotTell(
				'The upload was accepted: no name that was tried is known, or its URL is not checked. See in the dashboard whether it has a transcript',
			);
		},
	},
	{
		number: 44,
		point: 'Keys of Submit',
		async judge({ conversation, options: { fileUrls, templateId } }) {
			if (fileUrls.length === 0 || conversation.left < 1) return ANOTHER_COST;
			const answer = await conversation.submit({
				file_urls: fileUrls,
				extraction_template_id: templateId,
			});
			if (docIdOf(answer)) return holds('Without `run_id` and `agent_name` it is accepted');
			// Others may concern the account, or the document, which was submitted before.
			if (![400, 422].includes(answer.status)) {
				return cannotTell(`Submit answers ${answer.status}`);
			}
			return differs(
				`Without \`run_id\` and \`agent_name\` it is rejected (${answer.status})`,
				'Enter a Run Name and an Agent Name in Additional Fields',
			);
		},
	},
	{
		number: 45,
		point: 'Rejected submissions',
		/** Looks for runs with the names of rejected submissions. */
		async judge({ conversation, lists }) {
			const submissions = conversation.exchanges.filter(({ operation }) => operation === 'submit');
			const rejections = submissions.filter(({ answer }) => isRejected(answer));
			const names = new Set(rejections.flatMap(({ request }) => nameIn(request) ?? []));
			if (names.size === 0) return cannotTell('None with a name was rejected');
			if ((await lists.count(`${[...names].join()} and nobody`)) > 0) {
				return cannotTell('A name that no run has finds runs');
			}
			const statuses = [...new Set(rejections.map(({ answer }) => answer?.status))].join(', ');
			for (const name of names) {
				const isAccepted = submissions.filter(
					({ request, answer }) => nameIn(request) === name && !isRejected(answer),
				);
				if ((await lists.count(name)) <= isAccepted.length) continue;
				return differs(
					`A submission that was rejected (${statuses}) made a run`,
					'The nodes submit again after 429, and say after another 4xx that nothing was done: look in the dashboard before you submit again. Please send the report',
				);
			}
			return holds(`None of ${names.size} (${statuses}) is listed`);
		},
	},
];

const isRejected = (answer: Answer | null): boolean =>
	answer !== null && answer.status >= 400 && answer.status < 500;

const nameIn = (request: unknown): string | null =>
	isObject(request) && typeof request.run_id === 'string' ? request.run_id : null;

const LOOK_EVERY_MS = 2_000;
const FAILS_WITHIN_MS = 120_000;

/** Submits a document that does not exist. */
async function failOne({ conversation, options }: Account): Promise<Finding> {
	if (conversation.left < 1) return ANOTHER_COST;
	const name = `Conformance check, to fail ${conversation.time.now()}`;
	const fileUrls = ['https://conformance.invalid/none.pdf'];
	const id = docIdOf(await conversation.submit(submissionOf({ ...options, fileUrls }, name)));
	if (id === null) return cannotTell('A document that is not there is rejected at once');
	for (let ms = 0; ms < FAILS_WITHIN_MS; ms += LOOK_EVERY_MS) {
		const answer = await conversation.post('details', { id });
		const doc = isObject(answer.body) && isObject(answer.body.doc) ? answer.body.doc : {};
		if (doc.status === 'failed') return reasonIn(answer.body);
		if (doc.status === 'completed') return cannotTell('A document that is not there is completed');
		await conversation.wait(LOOK_EVERY_MS);
	}
	return cannotTell('No run failed within two minutes');
}

function partsNamedBy(status: number, text: string): Finding {
	const named = URL_PARTS.filter((name) => new RegExp(`\\b${name}\\b`).test(text));
	const [name] = named;
	// An error that repeats all parts says nothing of them.
	if (text.includes(STRANGE_PART) && named.length < URL_PARTS.length) {
		return differs(
			`Parts that are not known are rejected (${status})`,
			'If uploads are rejected, add a field with the name that the provider tells, in Additional Form Fields of Upload',
		);
	}
	if (name === undefined || named.length > 1) {
		return cannotTell(`The upload was rejected (${status}), and no part is named`);
	}
	const found = `The URL of a transcript is called ${name}; those of language and transcript cannot be told`;
	const dialect = { recordingPartNames: { transcriptUrl: name } };
	if (name === URL_PARTS[0]) return holds(found, dialect);
	return differs(
		found,
		'Send the address in Additional Form Fields of Upload, under this name',
		dialect,
	);
}
