import { isObject } from '../../nodes/DocScore/service/json';
import { MAX_PAGE_SIZE, RUN_STATUSES } from '../../nodes/DocScore/service/types';
import { type Answer, type Conversation, Stopped } from './conversation';
import { CannotTell } from './finding';
import { LENGTHS_US } from './instants';
import { type Bounds, findBounds } from './probes/bounds';
import { areUtc } from './probes/times';
import { dateOf, Lists, readDetails, type ShownPage, type ShownRun } from './lists';
import { NoAnswer } from './sender';
import { type ObservedRun, submitAndWatch } from './observedRun';

export interface AccountOptions {
	templateId: string;
	/** URLs of a document that may be submitted; empty if none may. */
	fileUrls: string[];
	/** A recording that may be uploaded; null if none may. */
	recording: File | null;
}

/** The maximum number of runs whose details are read. */
const DETAILS = 30;
export const RUNS_OF_A_STATUS = 20;

/** A sample of the account's runs that all probes share. It is read once. */
export class Account {
	readonly lists: Lists;
	/** The first page, read twice. */
	readonly pages: [ShownPage, ShownPage];
	/** The first runs of each status. */
	readonly byStatus = new Map<string, ShownPage>();
	/** All runs that a list showed, without duplicates. */
	readonly runs: ShownRun[] = [];
	/** The response for each run, by its ID in lower case. */
	readonly details = new Map<string, Answer>();
	/** IDs of runs whose details got no response. */
	readonly unanswered: string[] = [];
	private story: Promise<ObservedRun | null> | undefined;
	private chosen: Promise<ShownRun> | undefined;
	private foundBounds: Promise<Bounds> | undefined;
	private foundZone: Promise<boolean | null> | undefined;

	private constructor(
		readonly conversation: Conversation,
		readonly options: AccountOptions,
		readonly template: Answer,
		first: ShownPage,
		again: ShownPage,
	) {
		this.lists = new Lists(conversation);
		this.pages = [first, again];
	}

	/** Reads the sample. @throws Stopped if this is not the service, or if the key or the template is wrong */
	static async open(conversation: Conversation, options: AccountOptions): Promise<Account> {
		const lists = new Lists(conversation);
		const first = await lists.page({}).catch((error: unknown) => {
			if (!(error instanceof NoAnswer)) throw error;
			throw new Stopped(`The service cannot be reached: ${error.message}`);
		});
		mustBeService(first.answer);
		const template = await conversation.post('template', { id: options.templateId });
		mustBeKnown(template);
		const account = new Account(conversation, options, template, first, await lists.page({}));
		await account.readSample();
		return account;
	}

	/** The service's clock at the start, in ms; null if its response has no Date header. */
	get serviceNow(): number | null {
		return dateOf(this.pages[0].answer);
	}

	/** The observed run of the one submission; null if nothing may be submitted. */
	async submission(): Promise<ObservedRun | null> {
		this.story ??= submitAndWatch(this);
		return await this.story;
	}

	/** How bounds are compared with the time of a run. */
	async bounds(): Promise<Bounds> {
		this.foundBounds ??= findBounds(this);
		return await this.foundBounds;
	}

	/** Whether times are in UTC if they name no zone; null if that cannot be told. */
	async isUtc(): Promise<boolean | null> {
		if (this.runs.every(({ created }) => created?.zone !== '')) return true;
		this.foundZone ??= this.pivot().then(async (pivot) => await areUtc(this, pivot));
		return await this.foundZone;
	}

	/** The runs whose details could be read. */
	readable(): ShownRun[] {
		return [...this.details.values()].map(readDetails).filter((run) => run !== null);
	}

	/**
	 * A run to test filters with: its name finds only this run, and its time is not a round number.
	 * @throws CannotTell if there is none
	 */
	async pivot(): Promise<ShownRun> {
		this.chosen ??= this.choosePivot();
		return await this.chosen;
	}

	private async choosePivot(): Promise<ShownRun> {
		const now = (this.serviceNow ?? Date.now()) * LENGTHS_US.ms;
		const names = this.runs.map(({ name }) => name?.toLowerCase() ?? '');
		const badness = ({ created, name, status }: ShownRun): number => {
			const us = created?.us ?? 0;
			const alike = names.filter((other) => name === null || other.includes(name.toLowerCase()));
			const isYoung = now - us < 2 * LENGTHS_US.hours;
			const isRound = us % LENGTHS_US.seconds === 0 && created?.digits !== 0;
			const inDay = us % LENGTHS_US.days;
			const isAtEdge =
				inDay < 3 * LENGTHS_US.seconds || us % LENGTHS_US.minutes < 3 * LENGTHS_US.seconds;
			return (
				(created === null ? 16 : 0) +
				(alike.length > 1 ? 8 : 0) +
				(isYoung ? 4 : 0) +
				(isRound || isAtEdge ? 2 : 0) +
				(status === 'completed' ? 0 : 1)
			);
		};
		const [pivot] = [...this.runs].sort((a, b) => badness(a) - badness(b));
		if (!pivot) throw new CannotTell('No run is listed');
		if (pivot.name !== null && !(await this.lists.shows(pivot, {}))) {
			return { ...pivot, name: null };
		}
		return pivot;
	}

	private async readSample(): Promise<void> {
		const [first] = this.pages;
		this.lists.firstPageEmpty = first.runs.length === 0 && (first.total ?? 0) > 0;
		await this.findFullPage(first);
		for (const status of RUN_STATUSES) {
			const page = await this.lists.page({ limit: RUNS_OF_A_STATUS, filters: { status } });
			this.byStatus.set(status, page);
		}
		const shown = [...this.pages, ...this.byStatus.values()].flatMap(({ runs }) => runs);
		for (const run of shown) {
			if (!this.runs.some(({ id }) => id === run.id)) this.runs.push(run);
		}
		for (const { id, raw } of this.worthDetails()) {
			const answer = await this.conversation
				.post('details', { id: raw.id })
				.catch((error: unknown) => {
					if (!(error instanceof NoAnswer)) throw error;
					return null;
				});
			if (answer === null) this.unanswered.push(id);
			else this.details.set(id, answer);
		}
	}

	/** Finds out whether pages contain fewer runs than requested although there are more. */
	private async findFullPage({ runs, total }: ShownPage): Promise<void> {
		const isShort = runs.length > 0 && runs.length < MAX_PAGE_SIZE;
		if (!isShort || (total !== null && total <= runs.length)) return;
		const second = await this.lists.page({ page: 2 });
		const showsMore = second.runs.some(({ id }) => !runs.some((run) => run.id === id));
		if (showsMore) this.lists.fullPage = runs.length;
	}

	/** The newest runs, those without a time, and some of each status. */
	private worthDetails(): ShownRun[] {
		const timeOf = ({ created }: ShownRun) => created?.us ?? Number.MAX_SAFE_INTEGER;
		const newest = [...this.runs].sort((a, b) => timeOf(b) - timeOf(a));
		const ofStatuses = [...this.byStatus.values()].flatMap(({ runs }) => runs.slice(0, 5));
		const chosen = [...newest.slice(0, DETAILS - ofStatuses.length), ...ofStatuses];
		return chosen.filter(({ id }, at) => chosen.findIndex((each) => each.id === id) === at);
	}
}

/** @throws Stopped */
function mustBeService({ status, body }: Answer): void {
	if (status === 401 || status === 403) {
		throw new Stopped(`The service does not accept the key (${status})`);
	}
	if (status >= 300 && status < 400) {
		throw new Stopped(
			`The base URL redirects (${status}), and the nodes follow no redirect. Use the address that it leads to`,
		);
	}
	if (status >= 500) {
		throw new Stopped(`The service has a temporary problem (${status}). Try again later`);
	}
	if (status >= 200 && status < 300 && isObject(body) && Array.isArray(body.docs)) return;
	throw new Stopped(
		`The base URL does not lead to the service: Query answers ${status} without a list of runs`,
	);
}

/** @throws Stopped */
function mustBeKnown({ status, body }: Answer): void {
	if (status >= 500 || (status < 300 && isObject(body) && isObject(body.doc))) return;
	throw new Stopped(
		`The service does not know the template (${status}). Copy its ID from the dashboard`,
	);
}
