import fc from 'fast-check';
import { matcher } from '../../../../../nodes/DocScore/resources/run/download/wildcard';

test.each([
	['', 'any', true],
	['*', '', true],
	['*.PDF', 'scan.pdf', true],
	['*.pdf', 'scan.pdf.exe', false],
	['re?eipt.*', 'receipt.', true],
	['?', '', false],
	['?', '😀', true],
	['?.pdf', 'İ.pdf', true],
	['STRASSE ÄΣ', 'strasse äς', true],
	['.*', 'scan', false],
	['[a-z]+', 'b', false],
	['a*b*c', 'a-b-c-b', false],
	['a*bc', 'abbc', true],
	['a**c', 'a\nc', true],
])('the pattern %j on %j returns %s', (pattern, name, matches) => {
	expect(matcher(pattern)(name)).toBe(matches);
});

/** Whether pattern and name match, in the simplest implementation. */
const isMatch = ([sign, ...signs]: string[], name: string[]): boolean => {
	if (sign === undefined) return name.length === 0;
	const [letter, ...letters] = name;
	if (sign === '*')
		return isMatch(signs, name) || (name.length > 0 && isMatch([sign, ...signs], letters));
	return letter !== undefined && (sign === '?' || sign === letter) && isMatch(signs, letters);
};

test('a pattern matches the names that its characters describe', () => {
	const signs = fc.array(fc.constantFrom('*', '?', 'a', 'b'), { minLength: 1, maxLength: 6 });
	const letters = fc.array(fc.constantFrom('a', 'b'), { maxLength: 6 });
	fc.assert(
		fc.property(signs, letters, (pattern, name) => {
			expect(matcher(pattern.join(''))(name.join(''))).toBe(isMatch(pattern, name));
		}),
		{ numRuns: 2_000 },
	);
});

test('a very long file name cannot block n8n', () => {
	// A matcher that tries all combinations would never finish.
	const name = '-'.repeat(1_000_000);
	expect(matcher('*-*-*-*-*.pdf')(name)).toBe(false);
	expect(matcher('*-*-*-*-*.pdf')(`${name}.pdf`)).toBe(true);
});
