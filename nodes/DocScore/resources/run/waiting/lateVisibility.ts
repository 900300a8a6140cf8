import type { Cancellation } from '../../../service/cancellation';
import type { RunReader } from '../../../service/client';
import { now } from '../../../service/clock';
import { isTransient, isUnauthorized, ServiceError } from '../../../service/errors';
import { toResult } from '../../../service/result';
import type { Run } from '../../../service/types';

/** How long, in ms, the service may not know a run that it has accepted. */
export const VISIBLE_WITHIN_MS = 30_000;

/** The shortest pause, in ms, before such a run is requested again. */
const SHORTEST_PAUSE_MS = 1_000;

/**
 * Acceptance times, by run ID, of runs that the service may not show yet; oldest first, in ms of
 * `now`.
 */
const accepted = new Map<string, number>();

export function noteAccepted(id: string): void {
	accepted.set(id.toLowerCase(), now());
	for (const [each, at] of accepted) {
		if (now() - at < VISIBLE_WITHIN_MS) break;
		accepted.delete(each);
	}
}

/**
 * The details of a run. If this process has just submitted it, waits until the service shows it.
 */
export async function readDetails(
	{ client, cancellation }: { client: RunReader; cancellation: Cancellation },
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
 * Whether the error can mean that the run is not visible yet. Any status is possible for an unknown
 * run, except that the key is rejected (docs/service.md, What is left open).
 */
export const mayBecomeVisible = (error: unknown): boolean =>
	error instanceof ServiceError &&
	!isTransient(error) &&
	error.details.status !== undefined &&
	!isUnauthorized(error);
