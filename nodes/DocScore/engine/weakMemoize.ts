/** Something that belongs to each of these, made when it is asked for first, and gone with it. */
export function weakMemoize<Owner extends object, T>(
	make: (owner: Owner) => T,
): (owner: Owner) => T {
	const made = new WeakMap<Owner, { value: T }>();
	return (owner) => {
		const known = made.get(owner) ?? { value: make(owner) };
		made.set(owner, known);
		return known.value;
	};
}
