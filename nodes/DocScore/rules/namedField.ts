/** A field as a user named it. */
export interface NamedField {
	/** As it was given: the name of a field may begin or end with blanks. */
	given: string;
	/** What it is called where a run lacks it, so that its column has one name as far as can be. */
	absent: string;
}

/** A name that was picked or stands in a list is that of a field, blanks and all. */
export const exactName = (name: string): NamedField => ({ given: name, absent: name });

/** A name that was typed may have stray blanks around it. */
export const typedName = (name: string): NamedField => ({ given: name, absent: name.trim() });

/** The name under which a run has the field: as it was given, or else without stray blanks. */
export const nameIn = ({ given }: NamedField, has: (name: string) => boolean): string | undefined =>
	[given, given.trimStart(), given.trimEnd(), given.trim()].find(has);
