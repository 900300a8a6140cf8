import { InputError } from '../../../engine/input/inputError';
import {
	type DocumentOf,
	eachDocument,
	type Execution,
	type OutputItem,
	type Prepared,
	type Work,
} from '../../../engine/operation';
import { weakMemoize } from '../../../engine/weakMemoize';
import { CORRECT, unknownNames } from '../../../fields/unknownFields';
import { listed, sentences } from '../../../service/messages';
import { type Result, toResult } from '../../../service/result';
import type { Template } from '../../../service/types';
import type { PreparedSubmission } from './submission';

type Submissions = PreparedSubmission | Array<DocumentOf<PreparedSubmission>>;

/** What an item contains: its documents, and the names of fields in the settings. */
interface Checked {
	submissions: Submissions;
	named: string[];
}

/**
 * Instead of submitting the documents, outputs an item for each. Only the template is requested,
 * once for all documents.
 */
export async function checkOnly(read: () => Promise<Checked>): Promise<Prepared> {
	const checked = await toResult(read());
	if (!checked.ok) return refused(checked.error);
	const { submissions, named } = checked.value;
	if (!Array.isArray(submissions)) return report(submissions, named);
	const documents = submissions.map(({ name, prepared }) => {
		const work = prepared.ok ? report(prepared.value, named) : refused(prepared.error, name);
		return { name, prepared: { ok: true, value: work } satisfies Result<Work> };
	});
	return eachDocument(documents, (work) => work);
}

/** The templates of an execution, by ID. */
const templatesOf = weakMemoize<Execution, Map<string, Promise<Template>>>(() => new Map());

/** @throws ServiceError if the template cannot be read */
const report =
	({ request, files, key }: PreparedSubmission, named: string[]): Work =>
	async (execution) => {
		const { extraction_template_id: id, run_id: name = null, metadata = null } = request;
		const templates = templatesOf(execution);
		const asked = templates.get(id) ?? execution.client.template(id);
		templates.set(id, asked);
		const template = await asked;
		const unknown = unknownNames(named, Object.keys(template.instructions));
		const deduplicationKey = key && (await key());
		return item({
			name,
			files: files.parts,
			template: template.name ?? id,
			metadata,
			deduplicationKey,
			problem: unknown.length > 0 ? lacking(unknown) : null,
		});
	};

const lacking = (names: string[]): string =>
	`The template has no field ${listed(names)}. ${CORRECT}.`;

/** @throws what is no error of the input */
function refused(error: unknown, name: string | null = null): Work {
	if (!(error instanceof InputError)) throw error;
	const problem = sentences(error.message, error.description) ?? null;
	const nothing = { template: null, metadata: null, deduplicationKey: null };
	return async () => await Promise.resolve(item({ name, files: [], ...nothing, problem }));
}

const item = (json: OutputItem['json']): OutputItem[] => [{ json }];
