/**
 * A function that keeps its last results: documents repeat a few words, units and values.
 * @param most how many results are kept; the oldest one makes room for another
 */
export function memoize<Given extends Array<string | string[] | boolean | undefined>, Result>(
	make: (...given: Given) => Result,
	most = 1000,
): (...given: Given) => Result {
	const results = new Map<string, Result>();
	return (...given) => {
		const key = given.join(' ');
		const kept = results.get(key);
		if (kept !== undefined) return kept;
		const result = make(...given);
		const [oldest = key] = results.keys();
		if (results.size >= most) results.delete(oldest);
		results.set(key, result);
		return result;
	};
}
