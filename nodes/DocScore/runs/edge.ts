import { findNewest } from './newest';
import type { List, Span } from './listing';

/** For the trigger, until it calls findNewest itself. */
export const findEdge = async (list: List, _side: 'newest', within?: Span): Promise<number> =>
	await findNewest(list, within);
