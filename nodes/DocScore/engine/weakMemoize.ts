/**
 * Memoizes one value for each owner. The value is created on first use and lasts as long as its
 * owner.
 */
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
