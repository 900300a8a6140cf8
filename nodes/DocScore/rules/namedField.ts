/** A field as the user entered its name. */
export interface NamedField {
	/** The name as entered: a field name may begin or end with spaces. */
	given: string;
	/**
	 * The name of its column in runs that lack the field, so that the column always has one name if
	 * possible.
	 */
	absent: string;
}

/** A name that was picked, or is in a list: spaces are part of it. */
export const exactName = (name: string): NamedField => ({ given: name, absent: name });

/** A name that was typed: spaces around it may be accidental. */
export const typedName = (name: string): NamedField => ({ given: name, absent: name.trim() });

/** The name of the field in a run: as entered, or else without spaces around it. */
export const nameIn = ({ given }: NamedField, has: (name: string) => boolean): string | undefined =>
	[given, given.trimStart(), given.trimEnd(), given.trim()].find(has);
