import type { Equivalent } from './mutant';

/** What was judged by a person: these changes are not drawn. */
export const EQUIVALENTS: Equivalent[] = [
	{
		file: 'nodes/DocScore/trigger/pollQueue.ts',
		line: 'private newest = 0;',
		before: '0',
		after: '1',
		why: 'The numbers of polls are only compared with one another.',
	},
];
