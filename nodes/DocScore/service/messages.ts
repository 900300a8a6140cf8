/** Sentences that several errors tell, so that they are the same everywhere. */

export const ADDRESS =
	'Check the Base URL in the credential, such as https://api.example.com/v1 (not the dashboard)';

export const COPY_KEY =
	'Copy the API Key from the Integrations tab of the dashboard into the credential';

export const TRY_LATER = 'Try again in a few minutes. If it fails again, contact the provider';

export const LOOK_AT_EXPRESSION = 'If it uses an expression, check its value for this item';

export const TELL_PROVIDER = 'Send this message to the provider';

/** A run is a "workflow run" to some services, which in n8n would be something else. */
const asRun = (text: string): string =>
	text.replace(/\bworkflow run/g, 'run').replace(/\bWorkflow run/gi, 'Run');

/** Texts of the service's own, which may hold any words, told as such; undefined where it has none. */
export function saidBy(...texts: Array<string | null | undefined>): string | undefined {
	const said = texts.filter((text) => text);
	return said.length > 0 ? `The service says: ${asRun(said.join('. '))}` : undefined;
}

/** What happened, with what the service says of it. */
export const withSaid = (what: string, said: string | undefined): string =>
	[what, said].filter((part) => part).join('. ');

/** Where the provider is to be asked, so that it can find the request. */
export const withRequestId = (advice: string | undefined, id: string | undefined) =>
	sentences(
		advice,
		id !== undefined && /\bprovider\b/.test(advice ?? '') ? `Request ID: ${id}` : null,
	);

/** Ends in IDs, which people copy: a full stop would be copied with them. */
const IDS = /^(Run ID|Request ID|Runs already accepted|Runs that failed in earlier tries): /;

/** Sentences one below the other. Where n8n drops the line breaks, each must end by itself. */
export function sentences(...parts: Array<string | null | undefined>): string | undefined {
	const lines = parts.flatMap((part) => (part ?? '').split('\n')).filter((line) => line.trim());
	if (lines.length < 2) return lines[0];
	const ends = (line: string) => IDS.test(line) || /[.!?:…]$/.test(line);
	return lines.map((line) => (ends(line) ? line : `${line}.`)).join('\n');
}

/** As people write numbers of things: 1 second, 2 seconds. */
export const counted = (count: number, what: string): string =>
	`${count} ${what}${count === 1 ? '' : 's'}`;
