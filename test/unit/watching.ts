import { RunWatch } from '../../nodes/DocScore/resources/run/runWatch';
import type { Asker, Patience } from '../../nodes/DocScore/resources/run/watchedRun';
import { readRun } from '../../nodes/DocScore/service/readRun';
import { type Settled, settle } from '../../nodes/DocScore/service/settle';
import { Stop } from '../../nodes/DocScore/service/stop';
import type { Run, RunPage } from '../../nodes/DocScore/service/types';

/** What tests of the watch for all runs have in common. */

export function runIn(status: string, id = 'r1'): Run {
	const run = readRun({ doc: { id, status } });
	if (run === null) throw new Error('The run has an id');
	return run;
}

/** An execution that asks a service of these answers, and when it asked for what, in ms. */
export function asking(
	details: (id: string) => Promise<Run>,
	query: () => Promise<RunPage> = async () => await Promise.reject(new Error('No list')),
) {
	const start = Date.now();
	const looks: number[] = [];
	const lists: number[] = [];
	const stop = new Stop();
	const client: Asker['client'] = {
		details: async (id) => (looks.push(Date.now() - start), await details(id)),
		query: async () => (lists.push(Date.now() - start), await query()),
	};
	return { asker: { client, stop }, looks, lists, stop };
}

export const newWatch = () => new RunWatch({ sparePerSecond: 2 });

/** What became of a wait so far. */
export function waited(watch: RunWatch, asker: Asker, patience: Partial<Patience> = {}, id = 'r1') {
	const wait: { ended?: Settled<Run> } = {};
	const whole = { maxWaitMs: 0, submittedNow: false, ...patience };
	void settle(watch.finished(asker, id, whole)).then((ended) => (wait.ended = ended));
	return wait;
}
