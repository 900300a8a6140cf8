import type { IExecuteFunctions } from 'n8n-workflow';
import { hintAtEnd } from '../engine/hintOnce';
import { weakMemoize } from '../engine/weakMemoize';
import { listed } from '../service/messages';

/** Receives the names in the settings, and those of the fields of a run. */
export type NoteFields = (named: string[], fields: string[]) => void;

export const CORRECT = 'Correct the name in Fields to Output, Field Rules or Checks';

/** The fields of all runs of an execution or a poll, and the names in its settings. */
export class SeenFields {
	private readonly named = new Set<string>();

	private readonly seen = new Set<string>();

	readonly add: NoteFields = (named, fields) => {
		for (const name of named) this.named.add(name.trim());
		for (const name of fields) this.seen.add(name.trim());
	};

	/** The names in the settings that no field has. */
	get unknown(): string[] {
		return unknownNames(this.named, this.seen);
	}

	get hint(): string | null {
		const { unknown } = this;
		if (unknown.length === 0) return null;
		const have = unknown.length === 1 ? 'the field' : 'the fields';
		return `No run has ${have} ${listed(unknown)}. ${CORRECT}. The fields are: ${listed([...this.seen])}.`;
	}
}

/** The names that no field has. */
export function unknownNames(names: Iterable<string>, fields: Iterable<string>): string[] {
	const known = new Set([...fields].map((field) => field.trim()));
	return [...new Set(names)].filter((name) => !known.has(name.trim()));
}

const seenIn = weakMemoize((context: IExecuteFunctions) => {
	const seen = new SeenFields();
	hintAtEnd(context, () => seen.hint);
	return seen;
});

/** Returns what shows a hint after the last item, if no run has a field that the settings name. */
export const noteFieldsOf = (context: IExecuteFunctions): NoteFields => seenIn(context).add;
