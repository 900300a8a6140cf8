import { isObject } from '../../../nodes/DocScore/service/json';
import { MAX_PAGE_SIZE } from '../../../nodes/DocScore/service/types';
import type { Account } from '../account';
import { cannotTell, differs, type Finding, holds, type Probe } from '../finding';
import type { ShownPage } from '../lists';
import { UNKNOWN_ID } from './unknowns';

export const template: Probe = {
	number: 43,
	point: 'Template',
	async examine(account) {
		const {
			template: { status, body },
			options: { templateId },
		} = account;
		const doc = isObject(body) && isObject(body.doc) ? body.doc : null;
		if (doc === null) return cannotTell(`Template answers ${status}`);
		if (String(doc.id).toLowerCase() !== templateId.toLowerCase()) {
			return differs(
				'The template has another ID, or none',
				'Template: Get ends with an error, and so do checks of a template. Please send the report',
			);
		}
		return badSchema(doc.evaluation_schema) ?? (await filtered(account));
	},
};

/** Null if it is an object that contains texts. */
function badSchema(schema: unknown): Finding | null {
	if (!isObject(schema)) {
		return differs(
			'`evaluation_schema` is no object',
			'The fields of a template cannot be listed: enter them as an expression. Please send the report',
		);
	}
	const texts = Object.values(schema).filter((value) => typeof value === 'string');
	const count = Object.keys(schema).length;
	if (texts.length === count) return null;
	return differs(
		`${count - texts.length} of ${count} instructions are no text`,
		'Template: Get outputs them as they are; nothing else depends on it',
	);
}

/** Whether lists respect the template filter: compares a list of its runs with one of an unknown template. */
async function filtered(account: Account): Promise<Finding> {
	const { lists, options, pages } = account;
	const ofTemplate = async (id: string) =>
		await lists.page({ filters: { extraction_template_id: id } });
	const [own, none] = [await ofTemplate(options.templateId), await ofTemplate(UNKNOWN_ID)];
	const count = ({ runs, total }: ShownPage) => (lists.firstPageEmpty ? total : runs.length);
	const [ofOwn, ofNone, all] = [count(own), count(none), count(pages[0])];
	if (ofOwn === null || ofNone === null) {
		return cannotTell('It is read; first pages are empty, and nothing counts its runs');
	}
	if (ofNone > 0) {
		return differs(
			'It is read; its filter finds runs of a template that is not known',
			'Get Many and the trigger with a Template give runs of any: put a Filter node after them',
		);
	}
	if (await lacksItsRun(account, own)) {
		return differs(
			'It is read; its filter does not find a run of it',
			'Get Many and the trigger with a Template lack runs; deduplication finds none. Please send the report',
		);
	}
	return holds(`It is read; its filter finds ${ofOwn} runs, where the whole list shows ${all}`);
}

/** Whether the list lacks the submitted run, if another list showed it. */
async function lacksItsRun(account: Account, { runs }: ShownPage): Promise<boolean> {
	const story = await account.submission();
	const shown = story?.sightings.flatMap(({ listed }) => listed ?? []) ?? [];
	const [own] = shown;
	const isAll = runs.length < MAX_PAGE_SIZE && !account.lists.firstPageEmpty;
	return own !== undefined && isAll && !runs.some(({ id }) => id === own.id);
}
