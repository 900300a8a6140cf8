import { decode } from '../../../nodes/DocScore/trigger/stateText';
import type { TrackSettings } from './driver';

/** What a test may know of the state that n8n keeps; the only place that reads it. */
export interface StoredState {
	/** Whether it names runs, by which an account is recognised. */
	knowsRuns: boolean;
	/** Whether all open runs of these settings are known. */
	covers(settings: TrackSettings): boolean;
}

/** @param text as n8n keeps it; undefined if it keeps none */
export function storedState(text: string | undefined): StoredState {
	const state = text === undefined ? null : decode(text);
	return {
		knowsRuns: state !== null && state.open.size + state.ended.length > 0,
		covers({ criteria, events }) {
			if (state === null || state.older !== null) return false;
			const { owner } = state;
			return owner.filters === JSON.stringify(criteria) && `${owner.events}` === `${events}`;
		},
	};
}
