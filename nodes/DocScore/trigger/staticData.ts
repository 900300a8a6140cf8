import type { IDataObject } from 'n8n-workflow';
import { textOrNull } from '../service/json';

/** Where the state lies in the static data of the node: n8n surely notices only whole values. */
const STATE = 'runs';

export const readState = (data: IDataObject): string | null => textOrNull(data[STATE]);

/**
 * Puts a new state in place of the one that the poll started from, unless another poll did so
 * meanwhile. Returns whether it did, and with it whether the poll may emit.
 */
export function replaceState(data: IDataObject, before: string | null, state: string): boolean {
	if (readState(data) !== before) return false;
	if (state !== before) data[STATE] = state;
	return true;
}
