import { countOrNull, parseJson, textOrNull } from '../../../nodes/DocScore/service/json';

describe('A value of the service', () => {
	it.each([
		[0, 0],
		[7, 7],
		['7', 7],
		['0', 0],
		['', null],
		['seven', null],
		[-1, null],
		[1.5, null],
		[true, null],
		[['7'], null],
		[null, null],
	])('%j is the count %j', (value, count) => {
		expect(countOrNull(value)).toBe(count);
	});

	it('is a text only if it is one, and not empty', () => {
		expect(['a', ' ', '', 7, null].map(textOrNull)).toEqual(['a', ' ', null, null, null]);
	});

	it('that is a text is parsed, and undefined if it is not JSON', () => {
		expect(['null', '{"a":1}', '', '{"a"'].map(parseJson)).toEqual([
			null,
			{ a: 1 },
			undefined,
			undefined,
		]);
	});
});
