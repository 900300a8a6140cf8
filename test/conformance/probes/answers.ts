import { isObject } from '../../../nodes/DocScore/service/json';
import { isNotFound } from '../../../nodes/DocScore/service/client';
import type { Dialect } from '../../sandbox/dialect';
import type { Account } from '../account';
import type { Answer } from '../conversation';
import { cannotTell, differs, errorOf, holds, type Probe } from '../finding';
import { readDetails } from '../lists';
import { NoAnswer } from '../sender';

/** No run or template has this ID. */
export const UNKNOWN_ID = '00000000-0000-4000-8000-0000c04f0123';

const hasErrorText = ({ body }: Answer): boolean =>
	isObject(body) && typeof body.error === 'string';

export const answers: Probe[] = [
	{
		number: 12,
		point: 'Unknown run or template',
		requests: [
			{ operation: 'details', body: { id: UNKNOWN_ID }, wrong: 'request' },
			{ operation: 'template', body: { id: UNKNOWN_ID }, wrong: 'request' },
		],
		judge(_, [ofRun, ofTemplate]) {
			if (!ofRun || !ofTemplate) return cannotTell('Nothing was asked');
			const [run, template] = [unknownForm(ofRun), unknownForm(ofTemplate)];
			const form = run ?? `${ofRun.status} in a way of its own`;
			const found = run === template ? form : `${form}; of a template it is another answer`;
			const dialect = run === null ? {} : { unknownId: run };
			if (isNotFound(errorOf(ofRun))) return holds(found, dialect);
			return differs(
				found,
				'A wait ends all the same after 30 s. The trigger goes on asking for a run that was deleted, more and more rarely',
				dialect,
			);
		},
	},
	{
		number: 32,
		point: 'Unreadable run',
		judge({ details, unanswered }) {
			const count = details.size + unanswered.length;
			if (count === 0) return cannotTell('No run is listed');
			const failed = [...details.values()].filter((answer) => readDetails(answer) === null);
			const [first] = failed;
			if (!first && unanswered.length === 0) {
				return holds(`None of ${count}`, { oddDetailsStatus: null });
			}
			const what = first ? `${first.status}` : 'no answer';
			return differs(
				`Details of ${failed.length + unanswered.length} of ${count} listed runs give ${what}`,
				'Get tells of it. A wait for such a run ends by itself after 15 minutes, and the trigger tells of it once',
				first && first.status >= 300 ? { oddDetailsStatus: first.status } : undefined,
			);
		},
	},
	{
		number: 26,
		point: 'Capitals in IDs',
		async judge(account) {
			const inLists = account.runs.map(({ raw }) => String(raw.id));
			const inDetails = account.readable().map(({ raw }) => String(raw.id));
			const id = inDetails.find((each) => /[a-z]/i.test(each));
			if (id === undefined) return cannotTell('No details could be read');
			const has = (ids: string[]) => ids.some((each) => each !== each.toLowerCase());
			const [lists, details] = [has(inLists), has(inDetails)];
			const capitalIds = lists
				? details
					? 'everywhere'
					: 'lists'
				: details
					? 'details'
					: 'nowhere';
			const swapped = id === id.toLowerCase() ? id.toUpperCase() : id.toLowerCase();
			const asked = { operation: 'details', body: { id: swapped }, wrong: 'request' } as const;
			const isFound = readDetails(await account.conversation.ask(asked)) !== null;
			const found = `${CAPITALS[capitalIds]}; the other way of writing ${isFound ? 'is known, too' : 'is not known'}`;
			if (isFound || lists === details) return holds(found, { capitalIds });
			return differs(
				found,
				'A run that was chosen from a list may be unknown to Get: please send the report',
				{ capitalIds },
			);
		},
	},
	{
		number: 33,
		point: 'Links',
		async judge(account) {
			const shown = [...account.details.values()].find((answer) => linksIn(answer).length > 0);
			if (!shown) return cannotTell('No completed run shows a file');
			// Reads the link immediately before opening it, as the nodes do, because some links expire quickly.
			const id = readDetails(shown)?.raw.id;
			const answer = await account.conversation.post('details', { id });
			const [url] = linksIn(answer).filter((each) => each !== null);
			if (url === undefined || !URL.canParse(url)) {
				return differs(
					'Files have no link',
					'Download Files cannot get them; please send the report',
				);
			}
			const host = new URL(url).origin === account.conversation.origin ? '' : ', at another host';
			const opens = await statusOf(account, url);
			if (opens !== null && opens >= 200 && opens < 300) {
				return holds(`They open without the key${host}`);
			}
			return differs(
				`The first one gives ${opens ?? 'no answer'}${host}`,
				'Download Files asks for such links once more, then tells what it got',
			);
		},
	},
	{
		number: 36,
		point: '401, 403',
		requests: [
			{ operation: 'query', body: {}, wrong: 'key' },
			{ operation: 'details', body: { id: UNKNOWN_ID }, wrong: 'key' },
		],
		judge(_, given) {
			const statuses = given.map(({ status }) => status);
			const found = `A wrong key gives ${[...new Set(statuses)].join(' and ')}`;
			if (statuses.every((status) => status === 401 || status === 403)) return holds(found);
			return differs(
				found,
				'The nodes do not tell that the key is wrong, but what the service says',
			);
		},
	},
	{
		number: 37,
		point: 'Error bodies',
		requests: [
			{ operation: 'details', body: {}, wrong: 'request' },
			{ operation: 'query', body: { page: 0 }, wrong: 'request' },
			{ operation: 'template', body: { id: 7 }, wrong: 'request' },
		],
		judge(_, given) {
			const errors = given.filter(({ status }) => status >= 400);
			if (errors.length === 0) {
				return cannotTell('No request that is wrong on purpose is an error');
			}
			const statuses = [...new Set(errors.map(({ status }) => status))].join(', ');
			const found = `Wrong requests: ${errors.length} of ${given.length} are errors (${statuses})`;
			if (errors.every(hasErrorText)) return holds(`${found}, with a text in \`error\``);
			return differs(`${found}, some without a text in \`error\``, 'Errors tell the status alone');
		},
	},
	{
		number: 38,
		point: 'Wrong base URL',
		requests: [{ operation: 'unknown address', body: {}, wrong: 'request' }],
		judge(_, [answer]) {
			if (!answer) return cannotTell('Nothing was asked');
			const found = `${answer.status}${hasErrorText(answer) ? ' with an error body' : ''}`;
			const details = errorOf(answer)?.details;
			const isRedirect = answer.status >= 300 && answer.status < 400;
			const isNoJson = answer.status < 300 && !isObject(answer.body);
			if (details?.isWrongPath || isRedirect || isNoJson) return holds(found);
			return differs(found, 'The nodes cannot tell that a base URL is wrong');
		},
	},
];

/** The form of an answer for an ID that is not known; null if the sandbox has none like it. */
function unknownForm(answer: Answer): Dialect['unknownId'] | null {
	const { status, text, body } = answer;
	if (status === 404 && !hasErrorText(answer)) return '404 HTML';
	if (status === 404) return text.includes(UNKNOWN_ID) ? '404 with id' : '404';
	if (status === 400 || status === 403 || status === 410) return `${status}`;
	const isFailure = isObject(body) && (errorOf(answer) !== null || !isObject(body.doc));
	return status === 200 && isFailure && body.statusCode !== 'SUCCESS' ? 'FAILURE' : null;
}

const CAPITALS: Record<Dialect['capitalIds'], string> = {
	nowhere: 'None',
	lists: 'In lists, not in details',
	details: 'In details, not in lists',
	everywhere: 'In lists and details',
};

function linksIn({ body }: Answer): Array<string | null> {
	const doc = isObject(body) && isObject(body.doc) ? body.doc : {};
	const files: unknown[] = Array.isArray(doc.supportingDocs) ? doc.supportingDocs : [];
	return files
		.filter(isObject)
		.map(({ filenameUrl }) => (typeof filenameUrl === 'string' ? filenameUrl : null));
}

async function statusOf({ conversation }: Account, url: string): Promise<number | null> {
	const opened = await conversation.open(url).catch((error: unknown) => {
		if (error instanceof NoAnswer) return null;
		throw error;
	});
	return opened && opened.status;
}
