import type { DocScoreClient } from '../../service/client';
import { RunError, ServiceError, unknownOutcome } from '../../service/errors';
import type { Stop } from '../../service/stop';
import { settle } from '../../service/settle';
import { MAX_PAGE_SIZE, type Run, type SubmitRequest } from '../../service/types';

/** The metadata under which a run carries its deduplication key. */
export const DEDUPLICATION_METADATA = 'n8n_dedup_key';

/** Pauses in ms before each look for a run whose acceptance is unknown: it may become visible late. */
const LOOK_AGAIN_AFTER_MS = [0, 1_000, 2_000, 4_000, 8_000];

const ADVICE =
	'Look for the run with Get Many before submitting again. With a Deduplication Key this node looks for it by itself.';

export interface Submitted {
	id: string;
	message: string | null;
	/** Whether the run had been submitted before, so that this submission was left out. */
	deduplicated: boolean;
}

/** Submits runs such that none is submitted twice: never repeated blindly, and once for each key. */
export class Submitter {
	private readonly byKey = new Map<string, Promise<Submitted>>();

	constructor(
		private readonly client: Pick<DocScoreClient, 'submit' | 'query' | 'details'>,
		private readonly stop: Stop,
	) {}

	/** @throws ServiceError, RunError where it is unknown whether the service accepted the run */
	async submit(request: SubmitRequest, key: string): Promise<Submitted> {
		if (key === '') return await this.submitNow(request);
		const sameKey = this.byKey.get(key);
		if (sameKey) return { ...(await sameKey), deduplicated: true };
		const submitted = this.submitUnlessKnown(request, key);
		this.byKey.set(key, submitted);
		return await submitted;
	}

	private async submitUnlessKnown(request: SubmitRequest, key: string): Promise<Submitted> {
		const known = await this.find(key);
		if (known) {
			const message = `Submitted before with this deduplication key (status: ${known.status})`;
			return { id: known.id, message, deduplicated: true };
		}
		const metadata = { ...request.metadata, [DEDUPLICATION_METADATA]: key };
		const submitted = await settle(this.submitNow({ ...request, metadata }));
		if (submitted.ok) return submitted.value;
		const isUnknown = submitted.error instanceof RunError;
		const found = isUnknown ? await this.findLater(key) : null;
		if (found === null) throw submitted.error;
		return { id: found.id, message: null, deduplicated: false };
	}

	private async submitNow(request: SubmitRequest): Promise<Submitted> {
		const submitted = await settle(this.client.submit(request));
		if (submitted.ok) return { ...submitted.value, deduplicated: false };
		const { error } = submitted;
		if (!(error instanceof ServiceError) || error.details.outcome === 'rejected') throw error;
		throw unknownOutcome('submission', error, ADVICE);
	}

	private async findLater(key: string): Promise<Run | null> {
		for (const ms of LOOK_AGAIN_AFTER_MS) {
			await this.stop.pause(ms);
			const found = await settle(this.find(key));
			if (found.ok && found.value) return found.value;
		}
		return null;
	}

	/** The run with that key that has not failed; a finished one rather than one under way. */
	private async find(key: string): Promise<Run | null> {
		const filter = { metadata_name: DEDUPLICATION_METADATA, operator: '=', value: key };
		const query = { page: 1, limit: MAX_PAGE_SIZE, metadata_filters: [filter] };
		const { runs } = await this.client.query(query);
		const usable = runs.filter((run) => run.status !== 'failed');
		const best = usable.find((run) => run.status === 'completed') ?? usable[0];
		if (!best) return null;
		const run = await this.client.details(best.id);
		if (String(run.metadata[DEDUPLICATION_METADATA]) === key) return run;
		throw new RunError('The service did not filter its runs by metadata as asked', undefined, {
			description: `Run ${run.id} was listed for the deduplication key ${JSON.stringify(key)}, but does not carry it. Nothing was submitted.`,
		});
	}
}
