import { alternate } from '../measure';
import { atMost, type Figure, judge, type Line, measureEach } from '../figure';
import type { Service, Stage } from '../stage';
import { chain } from '../workflows';
import { pageAfterPage } from './byHand';
import { counting, HOUR_MS, polling, requestsOf } from './poll';

const HISTORY_MS = 30 * 24 * HOUR_MS;
const WINDOW_MS = 7 * 24 * HOUR_MS;

export const idlePoll: Figure = {
	name: 'idle-poll',
	about:
		'A poll of the trigger when nothing has happened. The finished runs of the history are spread evenly over 30 days. The HTTP Request node reads all pages of the runs created in the last 7 days, because this is necessary to notice a run that finishes 7 days after its submission.',
	async measure(stage) {
		const service = await stage.service();
		return await measureEach([100, 1_000, 10_000, 100_000], async (size) => [
			await pollIdly(stage, service, size),
		]);
	},
};

async function pollIdly(stage: Stage, service: Service, size: number): Promise<Line> {
	const { control, credential } = service;
	await control.reset();
	const spacingMs = HISTORY_MS / (size + 1);
	await control.seedRuns([{ count: size, createdAgoMs: HISTORY_MS, spacingMs }]);
	const startTime = new Date(Date.now() - WINDOW_MS).toISOString();
	const window = pageAfterPage(credential, `{ startTime: '${startTime}' }`);
	const task = chain(credential, [{ json: {} }], window);
	const rescans = counting(service, async () => await stage.peer.execute(task));
	const polls = await polling(stage, service);
	await alternate([polls, rescans]);
	return judge({
		size,
		work: 'runs in the history: each poll',
		unit: 'requests',
		ours: requestsOf(polls),
		peer: { name: 'HTTP Request, window of 7 days', sample: requestsOf(rescans) },
		goal: atMost(3),
	});
}
