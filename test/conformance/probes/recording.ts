import type { Account } from '../account';
import { cannotTell, differs, type Finding, holds, notTried, type Probe } from '../finding';

/** Possible names of the part with the transcript's URL. The nodes use the first. */
export const URL_PARTS = [
	'transcript_url',
	'transcriptUrl',
	'transcriptURL',
	'transcript_link',
	'transcription_url',
	'transcript_file_url',
];

/** No service has a part with this name. */
export const STRANGE_PART = 'conformance_part';

/**
 * Uploads a recording with an invalid transcript URL under every possible name. A service that knows one of
 * them rejects it and names it. A service that knows none accepts the recording.
 */
export const recordingParts: Probe = {
	number: 34,
	point: 'Parts without names',
	async examine({ conversation, options: { recording } }: Account) {
		if (recording === null || conversation.left < 1) {
			return notTried('Costs an upload: --spend with one more, and --recording FILE');
		}
		const { status, text } = await conversation.upload(recording, [
			['agent_name', 'conformance'],
			['is_inbound', 'true'],
			[STRANGE_PART, 'x'],
			...URL_PARTS.map((name): [string, string] => [name, 'not a URL']),
		]);
		if (status < 300) {
			return cannotTell(
				'The upload was accepted: no name that was tried is known, or its URL is not checked. See in the dashboard whether it has a transcript',
			);
		}
		return judge(status, text);
	},
};

function judge(status: number, text: string): Finding {
	if (text.includes(STRANGE_PART)) {
		return differs(
			`Parts that are not known are rejected (${status})`,
			'If uploads are rejected, empty Language Code, or give the part the name that the provider tells, in the options of Upload',
		);
	}
	const named = URL_PARTS.filter((name) => new RegExp(`\\b${name}\\b`).test(text));
	const [name] = named;
	if (name === undefined || named.length > 1) {
		return cannotTell(`The upload was rejected (${status}), and no part is named`);
	}
	const found = `The URL of a transcript is called ${name}; those of language and transcript cannot be told`;
	const dialect = { recordingPartNames: { transcriptUrl: name } };
	if (name === URL_PARTS[0]) return holds(found, dialect);
	return differs(found, 'Set the option Transcript URL Part of Upload to this name', dialect);
}
