import type { N8n } from '../e2e/harness/n8n';
import { pause } from '../node';

/** An execution in n8n's list. */
export interface ListedExecution {
	id: string;
	status: string;
	stoppedAt: string | null;
}

const OPEN = ['new', 'running', 'waiting', 'unknown'];
const LOOKS_EVERY_MS = 500;
/** The maximum page size of n8n. */
const PAGE = 250;
/** Executions that are read one by one if they are not listed. */
const ALONE_AT_MOST = 20;

/** All executions of an n8n, read with few requests, because n8n is busy. */
export class Executions {
	private constructor(
		private readonly n8n: N8n,
		private readonly key: string,
	) {}

	static async of(n8n: N8n): Promise<Executions> {
		const { rawApiKey } = await n8n.api.post<{ rawApiKey: string }>('/rest/api-keys', {
			label: 'Load',
			scopes: ['execution:list', 'execution:read'],
			expiresAt: null,
		});
		return new Executions(n8n, rawApiKey);
	}

	/** Resolves when no execution is open, or at the deadline. */
	async allEnd(deadline: number): Promise<void> {
		// Under load, n8n may respond that its database is not ready.
		const areOpen = async () => (await this.countOpen().catch(() => 1)) > 0;
		while (Date.now() < deadline && (await areOpen())) await pause(LOOKS_EVERY_MS);
	}

	/**
	 * Those of these executions that have ended, by ID, from n8n's public API: the editor's internal API
	 * leaves some out. Its list leaves out what n8n believes to be running, which after the death of a
	 * worker includes executions that have ended, so the last ones are read one by one.
	 */
	async ended(ids: string[]): Promise<Map<string, ListedExecution>> {
		const listed = await this.list();
		const missing = ids.filter((id) => !listed.has(id));
		const readAlone = missing.length <= ALONE_AT_MOST ? missing : [];
		for (const id of readAlone) listed.set(id, await this.read<ListedExecution>(`/${id}`));
		const hasEnded = (id: string) => !OPEN.includes(listed.get(id)?.status ?? 'unknown');
		return new Map([...listed].filter(([id]) => ids.includes(id) && hasEnded(id)));
	}

	/** The error of a failed execution. */
	async errorOf({ id, status }: ListedExecution): Promise<string> {
		const { error } = await this.n8n.api.execution(id);
		return error ?? `${status}, without an error`;
	}

	/** Stops an execution. Has no effect if it has already ended. */
	async stop(id: string): Promise<void> {
		await this.n8n.api.post(`/rest/executions/${id}/stop`, {}).catch(() => {});
	}

	private async list(): Promise<Map<string, ListedExecution>> {
		const listed = new Map<string, ListedExecution>();
		for (let cursor: string | null = ''; cursor !== null; ) {
			const query = `?limit=${PAGE}${cursor && `&cursor=${cursor}`}`;
			const page: { data: ListedExecution[]; nextCursor: string | null } = await this.read(query);
			for (const each of page.data) listed.set(`${each.id}`, each);
			cursor = page.nextCursor;
		}
		return listed;
	}

	private async read<Answer>(path: string): Promise<Answer> {
		const response = await fetch(`${this.n8n.url}/api/v1/executions${path}`, {
			headers: { 'X-N8N-API-KEY': this.key },
		});
		const text = await response.text();
		if (!response.ok) throw new Error(`n8n cannot read executions: ${response.status} ${text}`);
		// The lock file pins n8n, so the shape of the response is known.
		const answer: Answer = JSON.parse(text);
		return answer;
	}

	private async countOpen(): Promise<number> {
		const filter = encodeURIComponent(JSON.stringify({ status: OPEN }));
		const { count } = await this.n8n.api.get<{ count: number }>(
			`/rest/executions?filter=${filter}&limit=1`,
		);
		return count;
	}
}
