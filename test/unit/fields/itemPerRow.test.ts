import { columnNames } from '../../../nodes/DocScore/fields/itemPerRow';

describe("The shown names of a table's columns", () => {
	const shown = (columns: string[], beside: string[]) => [...columnNames(columns, beside).values()];

	it('are their own, with an underscore if a field has the same name', () => {
		expect(shown(['a', 'b'], ['c'])).toEqual(['a', 'b']);
		expect(shown(['a', 'b'], ['b'])).toEqual(['a', 'b_']);
	});

	it('are all different, and different from the names of all fields', () => {
		expect(shown(['a', 'a_'], ['a'])).toEqual(['a__', 'a_']);
		expect(shown(['a', 'a_'], ['a', 'a_'])).toEqual(['a__', 'a___']);
		expect(shown(['a'], ['a', 'a_'])).toEqual(['a__']);
	});
});
