import type { Probe } from '../finding';
import { answers } from './answers';
import { bounds } from './bounds';
import { metadata } from './metadata';
import { pages, totals } from './pages';
import { runs, statuses } from './runs';
import { spending } from './spending';
import { submission } from './submission';
import { times } from './times';
import { wire } from './wire';

/**
 * In the order of execution: probes that cost something come late, those that use the results of others
 * come last.
 */
export const probes: readonly Probe[] = [
	...times,
	...bounds,
	...pages,
	...answers,
	...runs,
	...submission,
	...metadata,
	...totals,
	...statuses,
	...spending,
	...wire,
];
