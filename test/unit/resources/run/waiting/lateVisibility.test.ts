import { mayBecomeVisible } from '../../../../../nodes/DocScore/resources/run/waiting/lateVisibility';
import { CancelledError, ServiceError } from '../../../../../nodes/DocScore/service/errors';

const failed = (status: number | undefined, transient = false) =>
	new ServiceError('Failed', { status, outcome: 'rejected', transient });

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
