import type { IDataObject } from 'n8n-workflow';
import { readFailureReason } from './failureReason';
import { isObject, textOrNull } from './json';
import type { ExtractedField, Run, RunSummary, SupportingDocument } from './types';

/** Reads a run of a list (docs/service.md, Runs); null if it has no ID. */
export function readSummary(doc: unknown): RunSummary | null {
	if (!isObject(doc)) return null;
	const id = textOrNull(doc.id);
	if (id === null) return null;
	return {
		id,
		name: textOrNull(doc.filename),
		status: textOrNull(doc.status),
		createdTime: textOrNull(doc.created_time),
		fields: readFields(doc.output_schema),
		raw: doc,
	};
}

/** Reads the run in a response of Details (docs/service.md, Details); null if there is none. */
export function readRun(answer: IDataObject): Run | null {
	const summary = readSummary(answer.doc);
	if (summary === null) return null;
	const { raw } = summary;
	return {
		...summary,
		metadata: isObject(raw.metadata) ? raw.metadata : {},
		files: Array.isArray(raw.supportingDocs)
			? raw.supportingDocs.filter(isObject).map(readFile)
			: [],
		failureReason: readFailureReason(raw, answer),
	};
}

/**
 * Reads the fields of a run. An entry of another shape counts as the value itself (docs/service.md,
 * Fields).
 */
function readFields(schema: unknown): ExtractedField[] {
	if (!isObject(schema)) return [];
	return Object.entries(schema).map(([name, entry]) => {
		if (!isObject(entry)) return { name, value: entry, reasoning: null };
		return { name, value: entry.value ?? null, reasoning: textOrNull(entry.reasoning) };
	});
}

function readFile(file: IDataObject): SupportingDocument {
	return {
		id: textOrNull(file.id),
		name: textOrNull(file.filename),
		url: textOrNull(file.filenameUrl),
	};
}
