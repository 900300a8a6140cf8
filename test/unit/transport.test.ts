import { Gate } from '../../nodes/DocScore/service/gate';
import { Stop } from '../../nodes/DocScore/service/stop';
import { type Http, Transport } from '../../nodes/DocScore/service/transport';

/** Refuses the first request, asking to be left alone for an hour. */
function refusingOnce(): Http & { sent: number } {
	const http = {
		sent: 0,
		send: async () => ({
			status: ++http.sent === 1 ? 429 : 200,
			headers: { 'retry-after': '3600' },
			text: '{"message":"ok"}',
		}),
		fetch: async () => await Promise.reject(new Error('Nothing is fetched here')),
	};
	return http;
}

describe('Transport', () => {
	it('follows a Retry-After for a minute at most', async () => {
		const http = refusingOnce();
		const gate = new Gate(1, new Stop());
		const closed = jest.spyOn(gate, 'closeFor').mockImplementation(() => {});
		expect(await new Transport(http, gate).read('/', {})).toEqual({ message: 'ok' });
		expect(closed).toHaveBeenCalledWith(60_000);
		expect(http.sent).toBe(2);
	});

	it('repeats only what the caller finds worth repeating', async () => {
		const http = refusingOnce();
		const transport = new Transport(http, new Gate(1, new Stop()), () => false);
		await expect(transport.read('/', {})).rejects.toMatchObject({
			details: { status: 429, retryAfterMs: 3_600_000 },
		});
		expect(http.sent).toBe(1);
	});
});
