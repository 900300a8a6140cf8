export type Result<T> = { ok: true; value: T } | { ok: false; error: unknown };

/** What became of the work, for those who decide afterwards what its failure means. */
export async function toResult<T>(work: Promise<T>): Promise<Result<T>> {
	try {
		return { ok: true, value: await work };
	} catch (error) {
		return { ok: false, error };
	}
}
