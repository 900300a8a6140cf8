import {
	mayBecomeVisible,
	noteAccepted,
	readDetails,
} from '../../../../../nodes/DocScore/resources/run/waiting/lateVisibility';
import { CancelledError, ServiceError } from '../../../../../nodes/DocScore/service/errors';
import { toResult } from '../../../../../nodes/DocScore/service/result';
import { useDrivenTime } from '../../../../harness/jest/drivenTime';
import { asking } from './watching';

useDrivenTime();

const failed = (status: number | undefined, transient = false) =>
	new ServiceError('Failed', { status, outcome: 'rejected', transient });

/** When the details of a run are requested, in ms, if each request fails with this error. */
async function readsOf(id: string, error: Error): Promise<number[]> {
	const { reader, reads } = asking(async () => await Promise.reject(error));
	expect(await toResult(readDetails(reader, id))).toEqual({ ok: false, error });
	return reads;
}

describe('A run that the service does not show', () => {
	it('is read less and less often for 30 seconds if it was just accepted', async () => {
		noteAccepted('Late');
		const times = [0, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000];
		expect(await readsOf('lATE', failed(404))).toEqual(times);
		expect(await readsOf('late', failed(404))).toEqual([0]);
	});

	it('is read once if it was not just accepted, or if the failure has another reason', async () => {
		noteAccepted('other');
		expect(await readsOf('unknown', failed(404))).toEqual([0]);
		expect(await readsOf('other', failed(500, true))).toEqual([0]);
	});
});

it.each([
	['the service does not know it', true, failed(404)],
	['the service rejects the request', true, failed(400)],
	['the key lacks a permission', true, failed(403)],
	['the key is rejected', false, failed(401)],
	['the service is busy', false, failed(503, true)],
	['there is no response', false, failed(undefined)],
	['the execution was cancelled', false, new CancelledError('Enough')],
])('If %s, a run may become visible later: %j', (_, isPossible, error) => {
	expect(mayBecomeVisible(error)).toBe(isPossible);
});
