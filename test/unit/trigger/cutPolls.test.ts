import { CancelledError } from '../../../nodes/DocScore/service/errors';
import { runsAt, range } from '../runs/fakeRuns';
import { failure } from '../runs/fakeService';
import { tracking } from './tracking';

const CUT = "The poll's time ended. Lists are left to the next poll";

describe('polls that end before all is done', () => {
	const many = range(150, 1_000);

	it('are logged if they emit nothing: the first, then every tenth', async () => {
		const { now, logs, run, runOn } = tracking(runsAt(many), many);
		now.isListTimeUp = true;
		await run();
		expect(logs).toEqual([CUT]);
		for (let poll = 1; poll < 10; poll++) await runOn();
		expect(logs).toHaveLength(1);
		await runOn();
		expect(logs).toEqual([CUT, CUT]);
	});

	it('are logged anew after one that did everything', async () => {
		const { now, logs, run, runOn } = tracking(runsAt(many), many);
		now.isListTimeUp = true;
		await run();
		now.isListTimeUp = false;
		await runOn();
		now.isListTimeUp = true;
		await runOn();
		expect(logs).toEqual([CUT, CUT]);
	});

	it.each([
		[1, '1 run is left'],
		[30, '30 runs are left'],
	])('are logged with the number of runs that may have finished: %i', async (count, told) => {
		const parts = tracking(runsAt(range(count, 1_000), 'pending'), range(count, 1_000));
		const { now, logs, service, run } = parts;
		for (const each of service.runs) each.inLists = 'absent';
		now.leftMs = 1_000;
		service.onRequest = (asked) => {
			if (asked.startsWith('details')) throw new CancelledError('Time');
		};
		await run();
		expect(logs).toEqual([`The poll's time ended. ${told} to the next poll`]);
	});

	it('are not logged if they emit something or report an error', async () => {
		for (const error of [undefined, failure(500)]) {
			const { now, logs, service, run } = tracking(runsAt(many, 'completed'), many);
			now.isListTimeUp = true;
			if (error) service.failOnce(() => true, error);
			const tracked = await run();
			expect([tracked.ids.length > 0, tracked.error]).toEqual([!error, error]);
			expect(logs).toEqual([]);
		}
	});
});
