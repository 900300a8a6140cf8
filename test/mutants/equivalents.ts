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
	{
		file: 'nodes/DocScore/account/pace.ts',
		line: 'private begun = 0;',
		before: '0',
		after: '1',
		why: 'Numbers of requests are only compared with one another.',
	},
	{
		file: 'nodes/DocScore/engine/runItems.ts',
		line: 'if (start > 0) await stop.pause(YIELD_MS);',
		before: '0',
		after: '1',
		why: 'It is a multiple of 64.',
	},
];
