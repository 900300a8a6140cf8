import { inspect, process } from '../../node';

/**
 * Everything that came of some work, as one text: what it returned, looked at as deeply as
 * a log or a database would, and what was written to the console meanwhile.
 */
export async function collectOutput<T>(
	work: () => Promise<T>,
): Promise<{ result: T; output: string }> {
	const written: string[] = [];
	const writes = [process.stdout, process.stderr].map((stream) =>
		jest.spyOn(stream, 'write').mockImplementation((text) => {
			written.push(String(text));
			return true;
		}),
	);
	const result = await work().finally(() => writes.forEach((write) => write.mockRestore()));
	const seen = inspect(result, { depth: 20, showHidden: true });
	return { result, output: [...written, seen, asJson(result)].join('\n') };
}

/** Without what points back to itself, which no log can hold either. */
function asJson(value: unknown): string {
	const seen = new Set<unknown>();
	return (
		JSON.stringify(value, (_key, part: unknown) => {
			if (typeof part !== 'object' || part === null) return part;
			if (seen.has(part)) return undefined;
			seen.add(part);
			return part instanceof Error ? { ...part, message: part.message, stack: part.stack } : part;
		}) ?? ''
	);
}
