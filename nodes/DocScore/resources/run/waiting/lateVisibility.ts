import type { Execution } from '../../../engine/operation';
import { now } from '../../../service/clock';
import { isTransient, ServiceError } from '../../../service/errors';
import { toResult } from '../../../service/result';
import type { Run } from '../../../service/types';

/** For how long, in ms, the service may not know a run that it has accepted. */
export const VISIBLE_WITHIN_MS = 30_000;

/** Shortest pause in ms before a run that is not shown is asked for again. */
const SHORTEST_PAUSE_MS = 1_000;

/** When runs were accepted that the service may not show yet, in ms, by their ids; the oldest first. */
const accepted = new Map<string, number>();

export function noteAccepted(id: string): void {
	accepted.set(id.toLowerCase(), now());
	for (const [each, at] of accepted) {
		if (now() - at < VISIBLE_WITHIN_MS) break;
		accepted.delete(each);
	}
}

/** The details of a run. One that this process has just submitted may be shown late. */
export async function readDetails(
	{ client, cancellation }: Pick<Execution, 'client' | 'cancellation'>,
	id: string,
): Promise<Run> {
	const acceptedAt = accepted.get(id.toLowerCase());
	if (acceptedAt === undefined) return await client.details(id);
	const visibleBy = acceptedAt + VISIBLE_WITHIN_MS;
	for (const begun = now(); ; ) {
		const details = await toResult(client.details(id));
		if (details.ok) return details.value;
		const leftMs = visibleBy - now();
		if (leftMs <= 0 || !mayBecomeVisible(details.error)) throw details.error;
		await cancellation.pause(Math.min(leftMs, Math.max(SHORTEST_PAUSE_MS, now() - begun)));
	}
}

/**
 * A service may answer in any way for a run that it does not know yet, save that it does not accept the key
 * (docs/service.md, What is left open).
 */
export const mayBecomeVisible = (error: unknown): boolean =>
	error instanceof ServiceError &&
	!isTransient(error) &&
	error.details.status !== undefined &&
	error.details.status !== 401;
