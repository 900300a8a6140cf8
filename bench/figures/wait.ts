import { pause } from '../../test/node';
import type { RequestRecord } from '../../test/sandbox/records';
import { sampleOf } from '../measure';
import { atMost, type Figure, judge, type Line, measureEach } from '../figure';
import type { Service, Stage } from '../stage';
import { chain, docScore } from '../workflows';
import { detailsOfEach } from './byHand';

const HOUR_MS = 3_600_000;

/** Polls are at least a second apart, and the requests of a poll are closer together than this. */
const BETWEEN_POLLS_MS = 500;

/** The number of polls before the runs finish. */
const POLLS = 2;

export const wait: Figure = {
	name: 'wait',
	about:
		'Run: Wait for runs that all finish at the same time; before that, half are pending and half are processing. Measures the requests of each poll that finds no finished run, and all requests, including those for the details of each finished run. The HTTP Request node requests the details of each run, as in one round of a loop with a Wait node.',
	async measure(stage) {
		const service = await stage.service({ clock: 'manual' });
		return await measureEach(
			[10, 200, 1_000, 10_000],
			async (size) => await waitFor(stage, service, size),
		);
	},
};

async function waitFor(stage: Stage, service: Service, size: number): Promise<Line[]> {
	const { control, credential } = service;
	await control.reset();
	const half = { count: size / 2, spacingMs: 10, createdAgoMs: 10 * size };
	const ids = await control.seedRuns([
		{ ...half, durations: { pendingMs: HOUR_MS, processingMs: HOUR_MS } },
		{ ...half, durations: { pendingMs: 0, processingMs: 2 * HOUR_MS } },
	]);
	const items = ids.map((id) => ({ json: { id } }));

	await stage.peer.execute(chain(credential, items, detailsOfEach(credential)));
	const byHand = (await control.requests()).length;

	await control.clearRequests();
	const runId = { __rl: true, mode: 'id', value: '={{ $json.id }}' };
	const node = docScore({ resource: 'run', operation: 'wait', runId });
	const waiting = stage.ours.execute(chain(credential, items, node));
	const polls = await Promise.race([untilPolled(service), waiting.then(endedEarly)]);
	await control.advance(2 * HOUR_MS);
	await waiting;
	const all = await control.requests();

	const peer = { name: 'HTTP Request, details of each', sample: sampleOf([byHand]) };
	const goal = size === 200 ? atMost(10) : undefined;
	return [
		judge({
			size,
			work: 'runs waited for: each poll',
			unit: 'requests',
			ours: sampleOf(polls.map((poll) => poll.length)),
			peer,
			goal,
		}),
		judge({
			size,
			work: 'runs waited for: all polls',
			unit: 'requests',
			ours: sampleOf([all.length]),
			peer: { ...peer, sample: sampleOf([byHand * pollsOf(all).length]) },
		}),
	];
}

function endedEarly(): never {
	throw new Error('The wait ended before the runs had finished');
}

/** Resolves to the requests of each poll, as soon as there are enough polls and the last one is complete. */
async function untilPolled({ control }: Service): Promise<RequestRecord[][]> {
	for (;;) {
		await pause(BETWEEN_POLLS_MS / 4);
		const requests = await control.requests();
		const last = requests.at(-1)?.at ?? Number.NaN;
		const polls = pollsOf(requests);
		if (polls.length >= POLLS && Date.now() - last > BETWEEN_POLLS_MS) return polls;
	}
}

function pollsOf(requests: RequestRecord[]): RequestRecord[][] {
	const polls: RequestRecord[][] = [];
	for (const request of requests) {
		const poll = polls.at(-1);
		const last = poll?.at(-1)?.at ?? Number.NEGATIVE_INFINITY;
		if (poll && request.at - last <= BETWEEN_POLLS_MS) poll.push(request);
		else polls.push([request]);
	}
	return polls;
}
