import { memoize } from '../../../nodes/DocScore/rules/memoize';

const counting = (most?: number) => {
	const made: string[] = [];
	const read = memoize((words: string[], language: string, isNamed?: boolean) => {
		made.push(words[0] ?? '');
		return words.length > 0 ? { words, language, isNamed } : null;
	}, most);
	return { made, read };
};

test('a result is made once for the same values, also if it is null', () => {
	const { made, read } = counting();
	const first = read(['am', 'märz'], 'de');
	expect(read(['am', 'märz'], 'de')).toBe(first);
	expect([read([], ''), read([], '')]).toEqual([null, null]);
	expect(made).toHaveLength(2);
});

test('another value has a result of its own', () => {
	const { made, read } = counting();
	const results = [
		read(['a', 'b'], ''),
		read(['a'], 'b'),
		read(['ab'], ''),
		read(['a'], ''),
		read(['a'], '', true),
		read(['a'], '', false),
	];
	expect(new Set(results).size).toBe(6);
	expect(made).toHaveLength(6);
});

test('the oldest result makes room for another', () => {
	const { made, read } = counting(2);
	const texts = ['a', 'b', 'a', 'c', 'c', 'a'];
	expect(texts.map((text) => read([text], '')?.words)).toEqual(texts.map((text) => [text]));
	expect(made).toEqual(['a', 'b', 'c', 'a']);
});
