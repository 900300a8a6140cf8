import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { uuidsIn } from '../engine/input/validation';
import { ServiceError } from '../service/errors';
import { toResult } from '../service/result';
import type { Template } from '../service/types';
import { lookUp } from './lookUp';

const SHOWN_FIELDS = 5;

/**
 * Shown instead of "No results". Choosing it has no effect; an error would hide the search field.
 */
const PASTE_ID = 'Templates cannot be searched by name. Paste the ID or URL of a template';

/**
 * The template whose ID or URL was pasted. The service has no list of templates, but returns the
 * name and the fields of one.
 */
export async function searchTemplates(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const [id, ...others] = uuidsIn(filter);
	if (id === undefined || others.length > 0)
		return { results: filter.trim() ? [{ name: PASTE_ID, value: '' }] : [] };
	const template = await lookUp(this, async (client) => {
		const found = await toResult(client.template(id));
		if (found.ok) return found.value;
		if (isNotFound(found.error)) return null;
		throw found.error;
	});
	return { results: template ? [{ name: label(template), value: template.id }] : [] };
}

/** Statuses about the key, which say nothing about the template. */
const KEY_STATUSES = [401, 403];

function isNotFound(error: unknown): boolean {
	if (!(error instanceof ServiceError) || error.details.transient) return false;
	const { status = 0 } = error.details;
	return status >= 400 && !KEY_STATUSES.includes(status);
}

function label({ id, name, instructions }: Template): string {
	const fields = Object.keys(instructions);
	if (fields.length === 0) return name ?? id;
	const more = fields.length > SHOWN_FIELDS ? ', …' : '';
	return `${name ?? id} (${fields.slice(0, SHOWN_FIELDS).join(', ')}${more})`;
}
