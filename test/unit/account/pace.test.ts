import { sleep } from 'n8n-workflow';
import type { Member } from '../../../nodes/DocScore/account/member';
import { Pace } from '../../../nodes/DocScore/account/pace';
import { StoppedError } from '../../../nodes/DocScore/service/errors';
import { settle } from '../../../nodes/DocScore/service/settle';
import { Stop } from '../../../nodes/DocScore/service/stop';
import type { Load } from '../../../nodes/DocScore/service/turns';
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { TokenBucket } from '../../sandbox/service/rateLimit';

const time = useDrivenTime();
const SECOND_MS = 1_000;

/** A service that answers after some time, with the load that it is under. */
class Service {
	sent = 0;

	refused = 0;

	/** How many requests were under way at once. */
	most = 0;

	private underWay = 0;

	private readonly bucket = new TokenBucket();

	constructor(
		private readonly perSecond: number,
		private readonly latencyMs: number,
		private readonly tellsWhen = true,
	) {}

	async answer(): Promise<[Load, number]> {
		this.sent++;
		this.most = Math.max(this.most, ++this.underWay);
		await sleep(this.latencyMs / 2);
		const waitMs = this.bucket.take(this.perSecond, Date.now());
		await sleep(this.latencyMs / 2);
		this.underWay--;
		if (waitMs === 0) return ['accepted', 0];
		this.refused++;
		return ['refused', this.tellsWhen ? Math.ceil(waitMs / SECOND_MS) * SECOND_MS : 0];
	}
}

/** Asks until it is accepted. */
async function ask(member: Member, service: Service): Promise<void> {
	for (let ticket: number | undefined; ; ) {
		const turn = await member.next(ticket);
		({ ticket } = turn);
		const [load, retryAfterMs] = await service.answer();
		turn.end(load, retryAfterMs);
		if (load === 'accepted') return;
	}
}

const join = (pace: Pace, more = {}) => pace.join({ stop: new Stop(), limit: 20, ...more });

describe('Pace', () => {
	it.each([
		{ perSecond: 20, requests: 600, latencyMs: 10 },
		{ perSecond: 20, requests: 600, latencyMs: 400 },
		{ perSecond: 5, requests: 600, latencyMs: 100 },
		{ perSecond: 50, requests: 2_000, latencyMs: 100 },
		{ perSecond: 20, requests: 600, latencyMs: 100, tellsWhen: false },
	])('finds and keeps the limit of %p', async ({ perSecond, requests, latencyMs, tellsWhen }) => {
		const service = new Service(perSecond, latencyMs, tellsWhen);
		const pace = new Pace();
		const members = Array.from({ length: 300 }, () => join(pace));
		const asked = Array.from({ length: requests }, async (_, index) => {
			const member = members[index % members.length];
			if (member) await ask(member, service);
		});
		await Promise.all(asked);
		expect(service.refused / service.sent).toBeLessThan(0.1);
		expect(time.passed).toBeLessThan(((1.25 * requests) / perSecond) * SECOND_MS);
		const { perSecond: found } = pace.rate;
		expect(found).toBeGreaterThan(0.6 * perSecond);
		expect(found).toBeLessThan(3 * perSecond);
	});

	it('holds nothing back where nothing is refused, but for the first answers', async () => {
		const service = new Service(Number.POSITIVE_INFINITY, 100);
		const pace = new Pace();
		const members = Array.from({ length: 300 }, () => join(pace));
		await Promise.all(members.map(async (member) => await ask(member, service)));
		expect(time.passed).toBeLessThan(1 * SECOND_MS);
		expect(service.most).toBeGreaterThan(60);
		expect(pace.rate.isLimited).toBe(false);
	});

	it('begins with as many as one execution may send, and with more after each answer', async () => {
		const service = new Service(Number.POSITIVE_INFINITY, 100);
		const pace = new Pace();
		const members = [join(pace), join(pace, { limit: 64 })];
		const asked = Array.from({ length: 200 }, async (_, index) => {
			const member = members[index % 2];
			if (member) await ask(member, service);
		});
		await time.pass(50);
		expect(service.sent).toBe(64);
		await time.pass(100);
		expect(service.sent).toBe(64 + 64 + 32);
		time.flow();
		await Promise.all(asked);
	});

	it('is not held up for long by requests that take long, such as uploads', async () => {
		const pace = new Pace();
		const [member, other] = [join(pace), join(pace)];
		for (let upload = 0; upload < 20; upload++) await member.next();
		await other.next();
		expect(time.passed).toBe(2 * SECOND_MS);
	});

	it('sends one request after a refusal, and only then the others', async () => {
		const pace = new Pace();
		const members = Array.from({ length: 10 }, () => join(pace));
		const turns = await Promise.all(members.map(async (member) => await member.next()));
		for (const turn of turns) turn.end('refused', 3 * SECOND_MS);
		const at = new Array<number>();
		const again = members.map(async (member) => {
			const turn = await member.next();
			at.push(time.passed);
			await sleep(500);
			turn.end('accepted', 0);
		});
		await Promise.all(again);
		expect(at.slice(0, 2)).toEqual([3_000, 3_500]);
	});

	it('serves in the order in which was asked, and first who was refused', async () => {
		const pace = new Pace();
		const [member, other] = [join(pace), join(pace)];
		const [first, second] = [await member.next(), await other.next()];
		second.end('refused', SECOND_MS);
		first.end('refused', SECOND_MS);
		const order = new Array<string>();
		const ask = async (name: string, who: Member, ticket?: number) => {
			const turn = await who.next(ticket);
			order.push(name);
			turn.end('accepted', 0);
		};
		await Promise.all([
			ask('third', other),
			ask('second', other, second.ticket),
			ask('fourth', member),
			ask('first', member, first.ticket),
		]);
		expect(order).toEqual(['first', 'second', 'third', 'fourth']);
	});

	it('lets polls wait for executions, though not for ever, and ends those that wait too long', async () => {
		const service = new Service(2, 10);
		const pace = new Pace();
		const [execution, poll] = [join(pace), join(pace, { givesWay: true })];
		const executed = Array.from({ length: 60 }, async () => await ask(execution, service));
		await time.pass(3 * SECOND_MS);
		const polled = Array.from({ length: 5 }, async () => {
			const asked = await settle(ask(poll, service));
			return asked.ok ? 'served' : asked.error;
		});
		time.flow();
		const served = await Promise.all(polled);
		const late = served.filter((each) => each instanceof StoppedError);
		expect(late.length).toBeGreaterThanOrEqual(2);
		expect(served.filter((each) => each === 'served').length).toBe(5 - late.length);
		expect(late.length).toBeLessThan(5);
		await Promise.all(executed);
	});

	it('lets an execution that ends go from the line, and no other one', async () => {
		const pace = new Pace();
		const stop = new Stop();
		const [member, other] = [join(pace, { stop }), join(pace)];
		const turn = await other.next();
		turn.end('refused', 5 * SECOND_MS);
		const asked = settle(member.next());
		const others = other.next();
		await time.pass(SECOND_MS);
		stop.now('Another item failed');
		expect(await asked).toEqual({ ok: false, error: new StoppedError('Another item failed') });
		time.flow();
		await others;
		expect(time.passed).toBe(5 * SECOND_MS);
	});

	it('leaves the rate alone where the service fails, but keeps silent as long as it asks', async () => {
		const pace = new Pace();
		const member = join(pace);
		(await member.next()).end('unknown', 4 * SECOND_MS);
		await member.next();
		expect(time.passed).toBe(4 * SECOND_MS);
		expect(pace.rate.isLimited).toBe(false);
	});

	it('logs what is waited for, and nothing where nothing is', async () => {
		const pace = new Pace();
		const logged: string[] = [];
		const member = join(pace, { log: (message: string) => logged.push(message) });
		const turn = await member.next();
		expect(logged).toEqual([]);
		turn.end('refused', SECOND_MS);
		await Promise.all([
			member.next().then((next) => next.end('accepted', 0)),
			member.next().then((next) => next.end('accepted', 0)),
		]);
		expect(logged).toEqual([1, 2].map((n) => `A request waits for its turn, as one of ${n}`));
	});

	it('tells each execution what was refused, and how long it waited', async () => {
		const pace = new Pace();
		const [member, other] = [join(pace), join(pace)];
		(await member.next()).end('refused', 3 * SECOND_MS);
		await Promise.all([member.next().then((turn) => turn.end('accepted', 0)), other.next()]);
		expect([member.refused, other.refused]).toEqual([1, 0]);
		expect(member.heldBackMs).toBe(3 * SECOND_MS);
	});
});
