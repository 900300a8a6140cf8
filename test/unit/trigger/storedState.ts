import { decode } from '../../../nodes/DocScore/trigger/ledger/ledgerText';
import type { TrackSettings } from '../../../nodes/DocScore/trigger/poll';

/** What a test may know of the state that n8n keeps; the only place that reads it. */
export interface StoredState {
	/** Whether it names runs, by which an account is recognised. */
	knowsRuns: boolean;
	/** Whether all open runs of these settings are known. */
	covers(settings: TrackSettings): boolean;
}

/** @param text as n8n keeps it; undefined if it keeps none */
export function storedState(text: string | undefined): StoredState {
	const ledger = text === undefined ? null : decode(text);
	return {
		knowsRuns: ledger !== null && ledger.open.size + ledger.ended.length > 0,
		covers({ criteria, events }) {
			if (ledger === null || ledger.baseline !== null) return false;
			return ledger.filters === JSON.stringify(criteria) && `${ledger.events}` === `${events}`;
		},
	};
}
