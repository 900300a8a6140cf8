import type { Clock } from './clock';
import type { Counts, Endpoint, RequestRecord } from './records';

/** Records every request to the service, and the maximum of simultaneous requests for each endpoint. */
export class RequestLog {
	private records: RequestRecord[] = [];

	private readonly inFlight = new Map<Endpoint, number>();

	private readonly mostInFlight = new Map<Endpoint, number>();

	constructor(private readonly clock: Clock) {}

	/** Returns the record, which the caller completes later. */
	start(endpoint: Endpoint, authorization: RequestRecord['authorization']): RequestRecord {
		const times = { at: Date.now(), clockAt: this.clock.now() };
		const record: RequestRecord = { endpoint, ...times, status: null, authorization };
		this.records.push(record);
		const now = (this.inFlight.get(endpoint) ?? 0) + 1;
		this.inFlight.set(endpoint, now);
		this.mostInFlight.set(endpoint, Math.max(now, this.mostInFlight.get(endpoint) ?? 0));
		return record;
	}

	end(record: RequestRecord): void {
		this.inFlight.set(record.endpoint, (this.inFlight.get(record.endpoint) ?? 1) - 1);
	}

	all(): RequestRecord[] {
		return this.records;
	}

	counts(): Record<Endpoint, Counts> {
		const counts = (endpoint: Endpoint): Counts => ({
			total: this.records.filter((record) => record.endpoint === endpoint).length,
			maxConcurrent: this.mostInFlight.get(endpoint) ?? 0,
		});
		return {
			submit: counts('submit'),
			query: counts('query'),
			details: counts('details'),
			template: counts('template'),
			recording: counts('recording'),
			files: counts('files'),
		};
	}

	clear(): void {
		this.records = [];
		this.mostInFlight.clear();
	}
}
