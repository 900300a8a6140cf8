import { breaks } from './breaks';
import { type Part, partsOf } from './form';

const GET = 'node 1 > run > get';

/** The form with which workflows were saved. */
const FORMER: Part[] = [
	{ at: 'node 1', type: 'node' },
	{ at: 'node 1 > run > operation', type: 'options', default: 'get', values: ['get', 'submit'] },
	{ at: GET, type: 'operation', outputs: { '': ['main'] } },
	{ at: `${GET} > id`, type: 'string', default: '' },
	{
		at: `${GET} > limit`,
		type: 'number',
		default: 50,
		range: [1, null],
		shown: { show: { all: [false] } },
	},
	{ at: `${GET} > rules`, type: 'fixedCollection', default: {}, several: true },
	{ at: `${GET} > options`, type: 'collection', default: {} },
	{
		at: `${GET} > options > review`,
		type: 'options',
		default: 'issues',
		values: ['issues', 'all'],
		outputs: { issues: ['Done', 'Review'] },
	},
];

const changing = (name: string, change: Partial<Part>): Part[] =>
	FORMER.map((part) => (part.at.endsWith(name) ? { ...part, ...change } : part));

const adding = (name: string, more: Partial<Part> = {}): Part[] => [
	...FORMER,
	{ at: `${GET} > ${name}`, type: 'string', default: '', ...more },
];

describe('a break is told, with its place and what it needs:', () => {
	it.each<[string, Part[], RegExp]>([
		[
			'another name',
			changing('id', { at: `${GET} > runId` }),
			/^node 1 > run > get > id is gone or has another name\. .*former name.*typeVersion/,
		],
		[
			'a choice that is gone',
			changing('operation', { values: ['get'] }),
			/^node 1 > run > operation no longer offers "submit"\. .*typeVersion/,
		],
		[
			'another default',
			changing('limit', { default: 100 }),
			/limit has the default 100, not 50\. n8n does not save a default/,
		],
		[
			'another condition',
			changing('limit', { shown: { show: { all: [true] } } }),
			/limit is shown under another condition: .*true.*, not .*false.*\. .*typeVersion/,
		],
		[
			'one more condition',
			changing('id', { shown: { hide: { all: [true] } } }),
			/id is shown under another condition: .*hide.*, not "always"/,
		],
		['another type', changing('limit', { type: 'string' }), /limit is now string, not number\. /],
		[
			'one value instead of several',
			changing('rules', { several: undefined }),
			/rules is now fixedCollection, not a list of fixedCollection/,
		],
		[
			'fewer numbers',
			changing('limit', { range: [1, 20] }),
			/limit accepts fewer numbers: \[1,20\]/,
		],
		['a field that is now required', changing('id', { required: true }), /id is now required\. /],
		['a new field that is required', adding('why', { required: true }), /why is now required/],
		[
			'outputs in another order',
			changing('review', { outputs: { issues: ['Review', 'Done'] } }),
			/review with issues has the outputs Review, Done, not Done, Review\. .*position/,
		],
		[
			'one output fewer',
			changing('review', { outputs: { issues: ['Done'] } }),
			/review with issues has the outputs Done, not Done, Review/,
		],
	])('%s', (_, now, sentence) => {
		expect(breaks(FORMER, now)).toEqual([expect.stringMatching(sentence)]);
	});
});

describe('no break is', () => {
	it.each<[string, Part[]]>([
		['another choice, in any order', changing('review', { values: ['some', 'all', 'issues'] })],
		['a new field', adding('why')],
		['a new option that is required', adding('options > why', { required: true })],
		[
			'a new operation with a required field',
			[...FORMER, { at: 'node 1 > run > list > why', type: 'string', required: true }],
		],
		['fewer conditions', changing('limit', { shown: undefined })],
		[
			'a condition with more values',
			changing('limit', { shown: { show: { all: [false, true] } } }),
		],
		['more numbers', changing('limit', { range: [0, null] })],
		['another label of an output', changing('review', { outputs: { issues: ['Done', 'Check'] } })],
		['a former name that is read on', changing('limit', { type: 'hidden' })],
	])('%s', (_, now) => {
		expect(breaks(FORMER, now)).toEqual([]);
	});

	it('a change in a new version only', () => {
		const field = (version: number, type: 'number' | 'string') => ({
			displayName: 'Limit',
			name: 'limit',
			type,
			default: '',
			displayOptions: { show: { '@version': [version] } },
		});
		const both = [field(1, 'number'), field(2, 'string')];
		expect(partsOf('node 1', both, 1)).toEqual([expect.objectContaining({ type: 'number' })]);
		expect(partsOf('node 2', both, 2)).toEqual([expect.objectContaining({ type: 'string' })]);
	});
});
