import { ServiceError } from '../../../../../nodes/DocScore/service/errors';
import type { Run } from '../../../../../nodes/DocScore/service/types';
import { useDrivenTime } from '../../../../harness/jest/drivenTime';
import { asking, newWatch, runIn, waited } from './watching';

const time = useDrivenTime();
const IDS = ['r1', 'r2', 'r3'];
const START = '2026-03-01T09:59:59.000Z';

const unknown = new ServiceError('Unknown', {
	status: 404,
	outcome: 'rejected',
	transient: false,
});

const created = (id: string, status = 'pending'): Run => ({
	...runIn(status, id),
	createdTime: '2026-03-01T10:00:00.000Z',
});

/**
 * The requests of a service that shows these runs with their creation time: IDs, and start times of
 * lists. It does not know other runs yet.
 */
function requestsTo(shown: () => Run[], listed = shown) {
	const asked: unknown[] = [];
	const { reader, cancellation } = asking(
		async (id) => {
			asked.push(id);
			const found = shown().find((run) => run.id === id);
			return found ?? (await Promise.reject(unknown));
		},
		async ({ filters }) => {
			asked.push(filters?.startTime);
			return await Promise.resolve({ runs: listed(), totalCount: listed().length });
		},
	);
	return { asked, reader, cancellation };
}

describe('Lists for runs that were just submitted', () => {
	it('start at the creation of the first one, which is read once for that', async () => {
		const { asked, reader, cancellation } = requestsTo(() => IDS.map((id) => created(id)));
		const watch = newWatch();
		for (const id of IDS) waited(watch, reader, { submittedNow: true }, id);
		await time.pass(3_500);
		expect(asked).toEqual(['r1', START, START, START]);
		cancellation.cancel('Enough');
	});

	it('start there even after the first one has finished', async () => {
		const { asked, reader, cancellation } = requestsTo(
			() => [created('r1')],
			() => (time.passed < 2_000 ? [] : [created('r1', 'completed')]),
		);
		const watch = newWatch();
		const options = { submittedNow: true, isEnough: () => true };
		for (const id of IDS) waited(watch, reader, options, id);
		await time.pass(3_000);
		asked.splice(0);
		for (const id of ['r4', 'r5', 'r6']) waited(watch, reader, options, id);
		await time.pass(1_500);
		expect(asked).toEqual([START, 'r4', 'r5']);
		cancellation.cancel('Enough');
	});

	it('start at the creation of the first run that lists have shown', async () => {
		const { asked, reader, cancellation } = requestsTo(() => IDS.map((id) => created(id)));
		const watch = newWatch();
		for (const id of IDS) waited(watch, reader, {}, id);
		await time.pass(1_500);
		expect(asked).toEqual([undefined, START]);
		waited(watch, reader, { submittedNow: true }, 'r4');
		await time.pass(1_000);
		expect(asked).toEqual([undefined, START, START, 'r4']);
		cancellation.cancel('Enough');
	});

	it('have no start if the creation of an earlier run is unknown', async () => {
		const { asked, reader, cancellation } = requestsTo(() => []);
		const watch = newWatch();
		waited(watch, reader, {}, 'r1');
		for (const id of ['r2', 'r3']) waited(watch, reader, { submittedNow: true }, id);
		await time.pass(500);
		expect(asked.slice(0, 2)).toEqual([undefined, undefined]);
		cancellation.cancel('Enough');
	});
});
