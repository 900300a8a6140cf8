import type { Endpoint } from './records';

/** A fault. "Acted on" means that the request has its effect although it seems to fail. */
type FaultKind =
	/**
	 * Delays the response, in real time or by the sandbox's clock, in addition to any other fault. With
	 * `runName`, only for submissions with this name.
	 */
	| { kind: 'latency'; ms: number; by?: 'clock'; runName?: string }
	/** Not acted on: an error body with this status. */
	| { kind: 'status'; status: number; error?: string; details?: string }
	/** Not acted on: 429, with Retry-After if `retryAfterSeconds` is set. */
	| { kind: 'rateLimit'; retryAfterSeconds?: number; form?: 'seconds' | 'date' }
	/** Not acted on: the connection is destroyed. */
	| { kind: 'cutBefore' }
	/** Acted on, then the connection is destroyed without a response. */
	| { kind: 'cutAfter' }
	/** Not acted on: the connection is destroyed in the middle of the upload; recordings only. */
	| { kind: 'cutDuring' }
	/** Acted on: 200 with the first half of the JSON. The HTTP response itself is complete. */
	| { kind: 'cutJson' }
	/** Acted on: the connection is destroyed in the middle of the response. */
	| { kind: 'cutBody' }
	/** Not acted on: a proxy's HTML page. */
	| { kind: 'html'; status: number }
	/**
	 * Acted on: the head of the response at once, then a byte each second for so many ms, in real time
	 * or by the sandbox's clock, then the rest.
	 */
	| { kind: 'trickle'; ms: number; by?: 'clock' }
	/** Acted on: 200 with an empty body. */
	| { kind: 'empty' }
	/** Not acted on: 200, but statusCode is FAILURE. */
	| { kind: 'notSuccess' };

export type Fault = FaultKind & {
	endpoint: Endpoint;
	/** How many requests it affects; default: all. */
	times?: number;
	/** How many requests pass before. */
	after?: number;
};

/** Whether the client gets no response. */
export function cutsConnection({ kind }: Fault): boolean {
	return kind === 'cutBefore' || kind === 'cutAfter' || kind === 'cutDuring';
}

interface Strike {
	delayMs: number;
	clockDelayMs: number;
	fault: Fault | null;
}

interface ActiveFault {
	fault: Fault;
	toPass: number;
	toStrike: number;
}

export class Faults {
	private active: ActiveFault[] = [];

	add(fault: Fault): void {
		this.active.push({ fault, toPass: fault.after ?? 0, toStrike: fault.times ?? Infinity });
	}

	clear(): void {
		this.active = [];
	}

	/**
	 * The faults that affect this request: every latency, and the first fault of another kind. With
	 * `runName`, only faults with this name.
	 */
	strike(endpoint: Endpoint, runName?: string): Strike {
		let delayMs = 0;
		let clockDelayMs = 0;
		let struckBy: Fault | null = null;
		for (const candidate of this.active) {
			const { fault, toStrike } = candidate;
			const struckName = fault.kind === 'latency' ? fault.runName : undefined;
			if (fault.endpoint !== endpoint || struckName !== runName || toStrike === 0) continue;
			if (candidate.toPass > 0) {
				candidate.toPass -= 1;
			} else if (fault.kind === 'latency') {
				candidate.toStrike -= 1;
				if (fault.by === 'clock') clockDelayMs += fault.ms;
				else delayMs += fault.ms;
			} else if (struckBy === null) {
				candidate.toStrike -= 1;
				struckBy = fault;
			}
		}
		return { delayMs, clockDelayMs, fault: struckBy };
	}
}
