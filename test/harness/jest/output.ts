import { inspect, process } from '../../node';

/**
 * Everything that some work returned or printed to the console, as one text. Includes as much of an object
 * as a log or database would contain.
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

/** JSON without circular references, which no log can contain either. */
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
