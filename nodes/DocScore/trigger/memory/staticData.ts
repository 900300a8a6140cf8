import type { IDataObject } from 'n8n-workflow';
import { textOrNull } from '../../service/json';

/**
 * The name of the state in the node's static data: n8n surely notices only changes of whole values.
 */
const STATE = 'runs';

export const readState = (data: IDataObject): string | null => textOrNull(data[STATE]);

/**
 * Replaces the state from which the poll began, unless another poll did so meanwhile.
 * @returns whether it was replaced, so that the poll may emit
 */
export function replaceState(data: IDataObject, before: string | null, state: string): boolean {
	if (readState(data) !== before) return false;
	if (state !== before) data[STATE] = state;
	return true;
}
