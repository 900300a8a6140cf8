export type Result<T> = { ok: true; value: T } | { ok: false; error: unknown };

/** Resolves to the value or the error of the work; never rejects. */
export async function toResult<T>(work: Promise<T>): Promise<Result<T>> {
	try {
		return { ok: true, value: await work };
	} catch (error) {
		return { ok: false, error };
	}
}
