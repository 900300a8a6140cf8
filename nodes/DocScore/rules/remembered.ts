/** A function that keeps its first results: documents repeat a few words, units and values. */
export function remembered<Given extends Array<string | string[] | boolean | undefined>, Result>(
	make: (...given: Given) => Result,
	most = 1000,
): (...given: Given) => Result {
	const results = new Map<string, Result>();
	return (...given) => {
		const key = given.join(' ');
		const kept = results.get(key);
		if (kept !== undefined) return kept;
		const result = make(...given);
		if (results.size < most) results.set(key, result);
		return result;
	};
}
