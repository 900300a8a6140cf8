import type { Poll } from '../n8n/worker';
import { Side } from '../measure';
import type { Service, Stage } from '../stage';

export const HOUR_MS = 3_600_000;

export interface Requests {
	requests: number;
}

/** The work and the number of requests that it sends. */
export function counting<Result>(
	{ control }: Service,
	work: () => Promise<Result>,
): Side<Result & Requests> {
	return new Side(async () => {
		await control.clearRequests();
		const result = await work();
		const counts = Object.values(await control.counts());
		return { ...result, requests: counts.reduce((sum, { total }) => sum + total, 0) };
	});
}

/** The polls of an activated workflow that starts with the trigger. */
export async function polling(stage: Stage, service: Service): Promise<Side<Poll & Requests>> {
	await stage.ours.activate({ parameters: {}, credential: service.credential });
	return counting(service, async () => await stage.ours.poll());
}

export const requestsOf = (side: Side<Requests>) => side.sample(({ requests }) => requests);
