import { weakMemoize } from './weakMemoize';

/**
 * What the service has accepted in all tries of a node run. If the node fails, its output is lost,
 * so the error lists it.
 */
export class Accepted {
	/** Whether each has failed, by run ID. */
	private readonly runs = new Map<string, boolean>();

	/** File names by item index, because a recording has no ID. */
	private readonly recordings = new Map<number, string>();

	/** @returns whether the run is a new one */
	addRun(id: string): boolean {
		const isNew = !this.runs.has(id);
		if (isNew) this.runs.set(id, false);
		return isNew;
	}

	/** Records that the run failed, so its document may be submitted again. */
	failRun(id: string): void {
		this.runs.set(id, true);
	}

	addRecording(itemIndex: number, fileName: string): void {
		this.recordings.set(itemIndex, fileName);
	}

	get runCount(): number {
		return this.runs.size;
	}

	get itemsOfRecordings(): number[] {
		return [...this.recordings.keys()].sort((a, b) => a - b);
	}

	/** @param named IDs of runs that an error already names */
	notes(named: ReadonlySet<string>): string[] {
		const others = [...this.runs].filter(([id]) => !named.has(id));
		const failed = others.filter(([, hasFailed]) => hasFailed).map(([id]) => id);
		const accepted = others.filter(([, hasFailed]) => !hasFailed).map(([id]) => id);
		const which = named.size > 0 ? 'other' : 'these';
		return [
			...note(`The service accepted ${which} runs`, accepted, SUBMIT_NO_MORE),
			...note('Runs that failed in earlier tries', failed),
			...note('Recordings already uploaded', [...this.recordings.values()], UPLOAD_NO_MORE),
		];
	}
}

const SUBMIT_NO_MORE = 'Do not submit their documents again: use Wait with these run IDs';

const UPLOAD_NO_MORE = 'Do not upload these again';

const note = (what: string, which: string[], ...advice: string[]): string[] =>
	which.length === 0 ? [] : [`${what}: ${which.join(', ')}`, ...advice];

/** The accepted runs and recordings of a node run (engine/journal.ts). */
export const acceptedIn = weakMemoize(() => new Accepted());
