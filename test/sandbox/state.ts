import { createClock, type Clock, type ClockKind } from './clock';
import { TextReader } from './extraction/readText';
import { Faults } from './faults';
import { FileStore } from './fileStore';
import { Presigner } from './presigned';
import type { RecordingRecord } from './records';
import { RequestLog } from './requestLog';
import { RunStore } from './runs/runStore';
import { defaultRunPlan, defaultSettings } from './settings';
import { Templates } from './templates';

/** Everything the sandbox holds; the service and the control plane work on the same one. */
export class SandboxState {
	readonly clock: Clock;

	readonly faults = new Faults();

	readonly presigner = new Presigner();

	readonly requestLog: RequestLog;

	readonly runs = new RunStore();

	readonly textReader = new TextReader();

	settings = defaultSettings();

	runPlan = defaultRunPlan();

	templates = new Templates();

	recordings: RecordingRecord[] = [];

	/** Address of the service's server, without a path; known once it listens. */
	origin = '';

	private constructor(
		readonly key: string,
		clock: ClockKind,
		readonly files: FileStore,
	) {
		this.clock = createClock(clock);
		this.requestLog = new RequestLog(this.clock);
	}

	static async create(key: string, clock: ClockKind): Promise<SandboxState> {
		return new SandboxState(key, clock, await FileStore.open());
	}

	/** The time that the service believes it is. */
	serviceNow(): number {
		return this.clock.now() + this.settings.skewMs;
	}

	async reset(): Promise<void> {
		this.clock.clear();
		this.faults.clear();
		this.requestLog.clear();
		this.runs.clear();
		this.settings = defaultSettings();
		this.runPlan = defaultRunPlan();
		this.templates = new Templates();
		this.recordings = [];
		await this.files.clear();
	}

	async close(): Promise<void> {
		this.clock.clear();
		await this.textReader.close();
		await this.files.close();
	}
}
