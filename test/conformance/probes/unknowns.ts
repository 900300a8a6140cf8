import { isObject } from '../../../nodes/DocScore/service/json';
import type { Dialect } from '../../sandbox/dialect';
import type { Answer } from '../conversation';
import { cannotTell, differs, holds, type Probe } from '../finding';
import { readDetails } from '../lists';

/** No run or template has this ID. */
export const UNKNOWN_ID = '00000000-0000-4000-8000-0000c04f0123';

export const unknownId: Probe = {
	number: 12,
	point: 'Unknown run or template',
	async examine({ conversation }) {
		const answers = [
			await conversation.post('details', { id: UNKNOWN_ID }),
			await conversation.post('template', { id: UNKNOWN_ID }),
		];
		const [run = 'other', template = 'other'] = answers.map(formOf);
		const [dialect] = [run].flatMap((form) => (form === 'other' ? [] : [{ unknownId: form }]));
		const status = answers[0]?.status;
		const form = run === 'other' ? `${status} in a way of its own` : run;
		const found = run === template ? form : `${form}; of a template it is another answer`;
		if (run === '404' || run === '404 with id') return holds(found, dialect);
		return differs(
			found,
			'A wait ends all the same after 30 s. The trigger goes on asking for a run that was deleted, more and more rarely',
			dialect,
		);
	},
};

function formOf({ status, body, text }: Answer): Dialect['unknownId'] | 'other' {
	const isOwn = isObject(body) && typeof body.error === 'string';
	if (status === 404 && !isOwn) return '404 HTML';
	if (status === 404) return text.includes(UNKNOWN_ID) ? '404 with id' : '404';
	if (status === 400 || status === 403 || status === 410) return `${status}`;
	const isFailure = isObject(body) && body.statusCode !== 'SUCCESS' && !isObject(body.doc);
	return status === 200 && isFailure ? 'FAILURE' : 'other';
}

export const unreadable: Probe = {
	number: 32,
	point: 'Unreadable run',
	examine({ details, unanswered }) {
		const count = details.size + unanswered.length;
		if (count === 0) return cannotTell('The account has no runs');
		const failed = [...details.values()].filter((answer) => readDetails(answer) === null);
		const [first] = failed;
		if (!first && unanswered.length === 0) {
			return holds(`None of ${count}`, { oddDetailsStatus: null });
		}
		const what = first ? `${first.status}` : 'no answer';
		return differs(
			`Details of ${failed.length + unanswered.length} of ${count} listed runs give ${what}`,
			'Get tells of it. A wait for such a run ends by itself after 15 minutes, and the trigger tells of it once',
			first && { oddDetailsStatus: first.status },
		);
	},
};

export const wrongKey: Probe = {
	number: 36,
	point: '401, 403',
	async examine({ conversation }) {
		const answers = [
			await conversation.postWithWrongKey('query', {}),
			await conversation.postWithWrongKey('details', { id: UNKNOWN_ID }),
		];
		const statuses = answers.map(({ status }) => status);
		const found = `A wrong key gives ${[...new Set(statuses)].join(' and ')}`;
		if (statuses.every((status) => status === 401 || status === 403)) return holds(found);
		return differs(found, 'The nodes do not tell that the key is wrong, but what the service says');
	},
};

export const errorBodies: Probe = {
	number: 37,
	point: 'Error bodies',
	async examine({ conversation }) {
		const answers = [
			await conversation.post('details', {}),
			await conversation.post('query', { page: 0 }),
			await conversation.post('template', { id: 7 }),
		];
		const errors = answers.filter(({ status }) => status >= 400);
		const statuses = [...new Set(errors.map(({ status }) => status))].join(', ') || 'none';
		const isTold = ({ body }: Answer) => isObject(body) && typeof body.error === 'string';
		const found = `Wrong requests: ${errors.length} of ${answers.length} are errors (${statuses})`;
		if (errors.length === 0) return cannotTell('No request that is wrong on purpose is an error');
		if (errors.every(isTold)) return holds(`${found}, with a text in \`error\``);
		return differs(`${found}, some without a text in \`error\``, 'Errors tell the status alone');
	},
};

export const wrongAddress: Probe = {
	number: 38,
	point: 'Wrong base URL',
	async examine({ conversation }) {
		const { status, body } = await conversation.postToUnknownAddress();
		const isOwn = isObject(body) && typeof body.error === 'string';
		const found = `${status}${isOwn ? ' with an error body' : ''}`;
		if (status >= 300) return holds(found);
		return differs(found, 'The nodes cannot tell that a base URL is wrong');
	},
};
