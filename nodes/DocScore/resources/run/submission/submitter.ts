import type { DocScoreClient } from '../../../service/client';
import {
	isTransient,
	isUnauthorized,
	RunError,
	ServiceError,
	UnknownOutcomeError,
} from '../../../service/errors';
import { sendOnce } from '../../../engine/journal';
import { toResult } from '../../../service/result';
import type { Cancellation } from '../../../service/cancellation';
import type { Run, SubmitRequest } from '../../../service/types';
import { findByKey, keyMetadata } from './findByKey';
import { fingerprintOf } from '../../../account/accounts';
import { type PastSubmission, type RecentSubmissions } from './recentSubmissions';

/**
 * Pauses in ms before each search for a run with an unknown outcome, because it may be listed late.
 */
const LOOK_AGAIN_AFTER_MS = [0, 1_000, 2_000, 4_000, 8_000];

/** How long, in ms, nothing is submitted after a submission with an unknown outcome. */
const UNKNOWN_FOR_MS = 60_000;

const ADVICE =
	'Look for the run with Get Many before you submit again. With a Deduplication Key, this node does that for you';

const KNOWN = 'Submitted before with this deduplication key';

export interface Submitted {
	id: string;
	/** The name of the run; null if it has none, or the service does not show the run yet. */
	name: string | null;
	message: string | null;
	/** Whether an earlier run was returned instead of a new one. */
	deduplicated: boolean;
}

interface Document {
	templateId: string;
	key: string;
	/** A hash of account, template and key. */
	fingerprint: string;
}

type Found = Pick<Run, 'id' | 'name' | 'status'>;

/** Submits runs without duplicates: no blind repetition, and one run for each key. */
export class Submitter {
	private readonly byDocument = new Map<string, Promise<Submitted>>();

	/** @param accountFingerprint identifies the account */
	constructor(
		private readonly client: Pick<DocScoreClient, 'submit' | 'query' | 'details'>,
		private readonly cancellation: Cancellation,
		private readonly recent: RecentSubmissions,
		private readonly accountFingerprint: string,
	) {}

	/**
	 * @param key null for none
	 * @throws ServiceError; RunError if it is unknown whether the service accepted the run
	 */
	async submit(request: SubmitRequest, key: string | null): Promise<Submitted> {
		if (key === null) return await this.submitNow(request);
		const document = this.documentOf(request.extraction_template_id, key);
		const same = this.byDocument.get(document.fingerprint);
		if (same) return { ...(await same), message: KNOWN, deduplicated: true };
		const submit = async () => await this.submitUnlessKnown(request, document);
		const submitted = this.recent.oneByOne(document.fingerprint, this.cancellation, submit);
		this.byDocument.set(document.fingerprint, submitted);
		return await submitted;
	}

	/** The run of a submission with an unknown outcome; null if no list shows it yet. */
	async findUnknown(templateId: string, key: string): Promise<Submitted | null> {
		const document = this.documentOf(templateId, key);
		const run = await this.findLater(document);
		if (run === null) return null;
		this.recent.remember(document.fingerprint, run.id);
		return { id: run.id, name: run.name, message: null, deduplicated: false };
	}

	private documentOf(templateId: string, key: string): Document {
		// Stryker disable next-line MethodExpression: IDs in upper case are the same for the same template
		const fingerprint = fingerprintOf(this.accountFingerprint, templateId.toLowerCase(), key);
		return { templateId, key, fingerprint };
	}

	private async submitUnlessKnown(request: SubmitRequest, document: Document): Promise<Submitted> {
		this.cancellation.check();
		const past = this.recent.recall(document.fingerprint);
		const known = (past && (await this.findPast(document, past))) ?? (await this.find(document));
		if (known === null) return await this.submitOnce(request, document);
		const { id, name, status } = known;
		return { id, name, message: `${KNOWN} (status: ${status ?? 'unknown'})`, deduplicated: true };
	}

	private async submitOnce(request: SubmitRequest, document: Document): Promise<Submitted> {
		const metadata = { ...request.metadata, ...keyMetadata(document.key) };
		const submitted = await toResult(this.submitNow({ ...request, metadata }));
		if (!submitted.ok && !(submitted.error instanceof UnknownOutcomeError)) throw submitted.error;
		// The error must say that the outcome is unknown, even if the execution is stopped meanwhile.
		const found = submitted.ok ? submitted : await toResult(this.findLater(document));
		const run = found.ok ? found.value : null;
		this.recent.remember(document.fingerprint, run?.id ?? null);
		if (submitted.ok) return submitted.value;
		if (run === null) throw submitted.error;
		return { id: run.id, name: run.name, message: null, deduplicated: false };
	}

	private async submitNow(request: SubmitRequest): Promise<Submitted> {
		const send = async () => await this.client.submit(request);
		const submission = await sendOnce(send, 'submission', ADVICE);
		return { ...submission, name: request.run_id ?? null, deduplicated: false };
	}

	/**
	 * The run that this process has submitted, unless it failed. An accepted run stays accepted, even
	 * if the service does not show it yet.
	 * @throws RunError while a run with an unknown outcome may still be listed
	 */
	private async findPast(
		document: Document,
		{ runId, ageMs }: PastSubmission,
	): Promise<Found | null> {
		if (runId === null) {
			if (ageMs >= UNKNOWN_FOR_MS) return null;
			const found = await this.findLater(document);
			if (found === null) throw stillUnknown(document.key);
			return found;
		}
		const details = await toResult(this.client.details(runId));
		if (details.ok) return details.value.status === 'failed' ? null : details.value;
		const { error } = details;
		const isMissing =
			error instanceof ServiceError && !isTransient(error) && !isUnauthorized(error);
		if (!isMissing) throw error;
		return { id: runId, name: null, status: null };
	}

	private async findLater(document: Document): Promise<Found | null> {
		for (const ms of LOOK_AGAIN_AFTER_MS) {
			await this.cancellation.pause(ms);
			const found = await toResult(this.find(document));
			if (found.ok && found.value) return found.value;
		}
		return null;
	}

	private async find({ key, templateId }: Document): Promise<Found | null> {
		return await findByKey(this.client, key, templateId);
	}
}

function stillUnknown(key: string): RunError {
	const message = `An earlier submission with deduplication key '${key}' has an unknown outcome`;
	const description =
		'Nothing was submitted again, because no list shows its run yet. Try again in a minute: if the run still does not exist, the document is submitted.';
	return new RunError(message, undefined, { description });
}
