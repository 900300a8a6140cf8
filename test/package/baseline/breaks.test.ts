import { breaks } from './breaks';
import { partsOfNode } from './form';
import { changing, field, type Made, nodeWith, optionsAnd, RELEASED, text } from './releasedNode';

const before = partsOfNode(nodeWith({ usableAsTool: true }));

const toldOf = (now: Made): string[] =>
	breaks(before, partsOfNode(nodeWith({ usableAsTool: true, ...now })));

describe('a break is told, with its place and what it needs:', () => {
	it.each<[string, Made, RegExp]>([
		[
			'a field with another name',
			{ properties: changing('id', { name: 'runId' }) },
			/^node 1 > run > get > id is gone or has another name\. .*former name.*typeVersion/,
		],
		[
			'an option that is gone',
			{ properties: changing('options', { options: [] }) },
			/^node 1 > run > get > options > note is gone/,
		],
		[
			'an option with another name',
			{ properties: changing('note', { name: 'remark' }) },
			/^node 1 > run > get > options > note is gone or has another name/,
		],
		[
			'an operation that is gone',
			{ properties: changing('operation', { options: [{ name: 'Get', value: 'get' }] }) },
			/^node 1 > run > operation no longer offers "submit"\. .*typeVersion/,
		],
		[
			'a choice that is gone',
			{ properties: changing('review', { options: [{ name: 'All Runs', value: 'all' }] }) },
			/> review no longer offers "issues"\. .*typeVersion/,
		],
		[
			'another default',
			{ properties: changing('limit', { default: 100 }) },
			/^node 1 > run > get > limit has the default 100, not 50\. n8n does not save a default/,
		],
		[
			'another condition',
			{
				properties: changing('limit', {
					displayOptions: { show: { all: [true], resource: ['run'], operation: ['get'] } },
				}),
			},
			/limit is shown under another condition: .*true.*, not .*false.*\. .*typeVersion/,
		],
		[
			'one more condition',
			{ properties: changing('note', { displayOptions: { hide: { review: ['all'] } } }) },
			/note is shown under another condition: .*hide.*, not "always"/,
		],
		[
			'another operation that shows it',
			{
				properties: changing('id', {
					displayOptions: { show: { resource: ['run'], operation: ['submit'] } },
				}),
			},
			/^node 1 > run > get > id is gone/,
		],
		[
			'another type',
			{ properties: changing('limit', { type: 'string' }) },
			/limit is now string, not number\. .*another name.*typeVersion/,
		],
		[
			'one value instead of several',
			{ properties: changing('rules', { typeOptions: {} }) },
			/rules is now fixedCollection, not a list of fixedCollection/,
		],
		[
			'fewer numbers',
			{ properties: changing('limit', { typeOptions: { minValue: 1, maxValue: 20 } }) },
			/limit accepts fewer numbers: \[1,20\]/,
		],
		[
			'a field that is now required',
			{ properties: changing('field', { required: true }) },
			/rules > all > field is now required\. .*typeVersion/,
		],
		[
			'a new field that is required',
			{ properties: [...RELEASED, field({ name: 'why', required: true })] },
			/^node 1 > run > get > why is now required/,
		],
		[
			'one output fewer',
			{ outputs: ['Done'] },
			/review with issues has the outputs Done, not Done, Review\. .*position/,
		],
		[
			'outputs in another order',
			{ outputs: ['Review', 'Done'] },
			/outputs Review, Done, not Done, Review/,
		],
		['no use as a tool', { usableAsTool: undefined }, /^node 1 > as a tool is gone/],
		['no version 1', { version: [2] }, /^node 1 is gone/],
	])('%s', (_, now, sentence) => {
		expect(toldOf(now)).toContainEqual(expect.stringMatching(sentence));
	});
});

describe('no break is', () => {
	it.each<[string, Made]>([
		['the same form', {}],
		[
			'another option',
			{ properties: changing('options', { options: optionsAnd(text({ name: 'x' })) }) },
		],
		[
			'another choice, in any order',
			{
				properties: changing('review', {
					options: ['some', 'all', 'issues'].map((value) => ({ name: value, value })),
				}),
			},
		],
		[
			'another operation with fields that are required',
			{
				properties: [
					...changing('operation', {
						options: ['get', 'submit', 'wait'].map((value) => ({ name: value, value })),
					}),
					field({
						name: 'id',
						required: true,
						displayOptions: { show: { resource: ['run'], operation: ['wait'] } },
					}),
				],
			},
		],
		['a new field', { properties: [...RELEASED, field({ name: 'why' })] }],
		[
			'another label, description or placeholder',
			{
				properties: changing('id', {
					displayName: 'Run',
					description: 'It',
					placeholder: 'e.g. 1',
				}),
			},
		],
		[
			'fewer conditions',
			{
				properties: changing('limit', {
					displayOptions: { show: { resource: ['run'], operation: ['get'] } },
				}),
			},
		],
		[
			'a condition with more values',
			{
				properties: changing('limit', {
					displayOptions: { show: { all: [false, true], resource: ['run'], operation: ['get'] } },
				}),
			},
		],
		['more numbers', { properties: changing('limit', { typeOptions: { minValue: 0 } }) }],
		['another label of an output', { outputs: ['Done', 'Check'] }],
		['a former name that is read on', { properties: changing('note', { type: 'hidden' }) }],
		[
			'a change in a new version only',
			{
				version: [1, 2],
				properties: [
					...changing('limit', {
						displayOptions: {
							show: { '@version': [1], all: [false], resource: ['run'], operation: ['get'] },
						},
					}),
					field({
						name: 'limit',
						type: 'string',
						default: '10',
						displayOptions: {
							show: { '@version': [{ _cnd: { gte: 2 } }], resource: ['run'], operation: ['get'] },
						},
					}),
				],
			},
		],
	])('%s', (_, now) => {
		expect(toldOf(now)).toEqual([]);
	});
});
