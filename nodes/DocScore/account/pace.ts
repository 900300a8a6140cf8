import { Alarm } from '../service/alarm';
import { StoppedError } from '../service/errors';
import { SilenceError } from '../service/nextTry';
import type { Load, Turn } from '../service/turns';
import { Line, type Waiting } from './line';
import { type Manner, Member } from './member';
import { Rate } from './rate';

/** Pauses after the first of several refusals in a row, and at most, in ms; half of it by chance. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

/** By how many more requests may be under way at once after each that was accepted. */
const GROWTH = 0.5;

/** A request that is under way for so long in ms keeps none back any more: it may be an upload. */
const KEEPS_BACK_MS = 2_000;

/** A turn that comes late makes the next ones late as well, but for so many ms. */
const CATCH_UP_MS = 100;

/** Those that give way do so for so long in ms; then they end. */
const GIVES_WAY_MS = 10_000;

/** The part of what the service takes that may go to requests which can wait. */
const IDLE_PART = 0.5;
const CROWDED_PART = 0.1;

/**
 * When the requests of an account may be sent, whichever execution they are of: first come, first
 * served. As long as the service has refused none they go at once, though not all before the first
 * ones are answered. Where it refuses one all pause for as long as it asks; then one goes to see
 * whether it will do, and the others follow at the rate that the service was found to take.
 */
export class Pace {
	readonly rate = new Rate();

	private readonly line = new Line();

	private readonly alarm = new Alarm();

	private isServing = false;

	private tickets = 0;

	/** When the requests began that are under way and keep others back, the oldest first. */
	private readonly underWay = new Map<Turn, number>();

	/** How many may be under way at once while none was refused. */
	private room = 0;

	private closedUntil = 0;

	/** When the next one may go at the rate that was found, in ms since 1970; before any was, long ago. */
	private nextAt = 0;

	/** How many requests have begun, and how many had when the last refusal came that was news. */
	private begun = 0;

	private begunBefore = 0;

	/** Refusals since anything was accepted, and since when. */
	private inARow = 0;

	private refusingSince = 0;

	/** Requests a second that are no burden: half of what the service takes, unless others wait. */
	get sparePerSecond(): number {
		return this.rate.perSecond * (this.line.length > 0 ? CROWDED_PART : IDLE_PART);
	}

	join(manner: Manner): Member {
		this.room = Math.max(this.room, manner.limit);
		return new Member(this, manner);
	}

	/** The turn of a request that comes, or comes back with its ticket. @throws StoppedError, ServiceError */
	async next(member: Member, ticket = ++this.tickets): Promise<Turn> {
		const since = Date.now();
		const silence = this.silenceFor(member);
		if (silence) throw silence;
		if (this.line.length === 0 && this.opensAt(since) <= since) return this.begin(member, ticket);
		return await new Promise((enter, refuse) => {
			this.line.add({ member, ticket, since, enter, refuse });
			member.log(`A request waits for its turn, as one of ${this.line.length}`);
			if (this.isServing) this.alarm.noLaterThan(since);
			else void this.serve();
		});
	}

	leave(member: Member, error: Error): void {
		this.line.dismiss((waiting) => (waiting.member === member ? error : null));
	}

	/** Goes on for as long as anybody waits. */
	private async serve(): Promise<void> {
		this.isServing = true;
		while (this.line.length > 0) {
			const now = Date.now();
			const late = this.line.givingWaySince + GIVES_WAY_MS;
			if (late <= now) this.line.dismiss((waiting) => lateError(waiting, now));
			const opensAt = this.opensAt(now);
			if (opensAt > now) await this.alarm.until(Math.min(opensAt, late));
			else this.serveNext();
		}
		this.isServing = false;
	}

	private serveNext(): void {
		const next = this.line.take();
		next?.enter(this.begin(next.member, next.ticket));
	}

	/** In ms since 1970; infinite where it depends on an answer. */
	private opensAt(now: number): number {
		const opensAt = Math.max(this.closedUntil, this.nextAt);
		for (const [turn, at] of this.underWay) {
			if (now - at < KEEPS_BACK_MS) break;
			this.underWay.delete(turn);
		}
		if (this.underWay.size < this.roomNow) return opensAt;
		const [oldest = now] = this.underWay.values();
		return Math.max(opensAt, oldest + KEEPS_BACK_MS);
	}

	/** After a refusal one goes first; the rate alone keeps those back that follow. */
	private get roomNow(): number {
		if (this.inARow > 0) return 1;
		return this.rate.isLimited ? Number.POSITIVE_INFINITY : this.room;
	}

	private begin(member: Member, ticket: number): Turn {
		const now = Date.now();
		this.nextAt = Math.max(this.nextAt, now - CATCH_UP_MS) + 1_000 / this.rate.perSecond;
		const number = ++this.begun;
		const turn: Turn = {
			ticket,
			end: (load, retryAfterMs) => {
				this.underWay.delete(turn);
				if (load === 'refused') member.refused++;
				// What was sent before the last refusal tells nothing about the time after it.
				this.learn(load, retryAfterMs, number > this.begunBefore);
			},
		};
		this.underWay.set(turn, now);
		return turn;
	}

	private learn(load: Load, retryAfterMs: number, isNews: boolean): void {
		const now = Date.now();
		if (load === 'accepted') {
			this.rate.accept(now);
			this.room += GROWTH;
			if (isNews) this.inARow = 0;
		} else {
			if (load === 'refused' && isNews) this.slowDown(now);
			this.close(load === 'refused' ? Math.max(retryAfterMs, this.pauseMs()) : retryAfterMs);
		}
		this.alarm.noLaterThan(now);
	}

	private close(forMs: number): void {
		this.closedUntil = Math.max(this.closedUntil, Date.now() + forMs);
		this.line.dismiss(({ member }) => this.silenceFor(member));
	}

	private slowDown(now: number): void {
		if (this.inARow++ === 0) this.refusingSince = now;
		this.rate.refuse(now);
		this.begunBefore = this.begun;
		this.nextAt = now;
	}

	/** So long at least, though the service may ask for nothing; by chance, for the sake of other processes. */
	private pauseMs(): number {
		const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (this.inARow - 1));
		return pauseMs * (0.5 + Math.random() / 2);
	}

	/** Where the service is silent for longer than the member waits. */
	private silenceFor(member: Member): Error | null {
		const now = Date.now();
		const silenceMs = this.closedUntil - now;
		const since = this.inARow > 0 ? this.refusingSince : now;
		if (silenceMs <= 0 || silenceMs <= member.patienceMs(since)) return null;
		return new SilenceError(silenceMs, { times: this.inARow, forMs: now - since });
	}
}

/** Of a request that has given way for long enough. */
function lateError({ member, since }: Waiting, now: number): StoppedError | null {
	if (!member.givesWay || now < since + GIVES_WAY_MS) return null;
	return new StoppedError('Executions that use the same account go first');
}
