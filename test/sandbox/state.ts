import { createClock, type Clock, type ClockKind } from './clock';
import { type Dialect, plainDialect } from './dialect';
import type { FileSources } from './extraction/fetchFile';
import { TextReader } from './extraction/readText';
import { Faults } from './faults';
import { FileStore } from './fileStore';
import type { RecordingRecord } from './records';
import { RequestLog } from './requestLog';
import type { Run } from './runs/run';
import { defaultRunPlan } from './runs/runPlan';
import { RunStore } from './runs/runStore';
import { TokenBucket } from './service/rateLimit';
import { Templates } from './templates';

/** The state of the sandbox, which the service and the control share. */
export class SandboxState {
	readonly clock: Clock;

	readonly faults = new Faults();

	readonly files = new FileStore();

	readonly requestLog: RequestLog;

	readonly runs = new RunStore();

	readonly textReader = new TextReader();

	dialect = plainDialect();

	bucket = new TokenBucket();

	runPlan = defaultRunPlan();

	templates = new Templates();

	recordings: RecordingRecord[] = [];

	/** Origin of the service's URL, known as soon as it listens. */
	origin = '';

	constructor(
		readonly key: string,
		clock: ClockKind,
		readonly fileSources: FileSources,
	) {
		this.clock = createClock(clock);
		this.requestLog = new RequestLog(this.clock);
	}

	/** The time of the service's clock. */
	serviceNow(): number {
		return this.clock.now() + this.dialect.skewMs;
	}

	/** The time whose statuses lists show. */
	listedAt(): number {
		return this.clock.now() - this.dialect.listLagMs;
	}

	isOdd({ number }: Pick<Run, 'number'>): boolean {
		return number === this.dialect.oddRun;
	}

	/** How far the creation time of a new run is in the future, in microseconds. */
	datedAheadUs(number: number): number {
		return this.isOdd({ number }) ? this.dialect.oddAheadMs * 1000 : 0;
	}

	setDialect(change: Partial<Dialect>): void {
		Object.assign(this.dialect, change);
	}

	reset(): void {
		this.clock.clear();
		this.faults.clear();
		this.requestLog.clear();
		this.runs.clear();
		this.dialect = plainDialect();
		this.bucket = new TokenBucket();
		this.runPlan = defaultRunPlan();
		this.templates = new Templates();
		this.recordings = [];
		this.files.clear();
	}

	async close(): Promise<void> {
		this.clock.clear();
		await this.textReader.close();
		await this.files.close();
	}
}
