// Sources: Shown in rules/conversions.ts, Amounts in rules/number.ts, Dates in rules/dates.ts
import { applyRules } from '../../../nodes/DocScore/rules/applyRules';
import type { FieldRule } from '../../../nodes/DocScore/rules/conversions';
import { FORMAT, ruleFor } from './format';

describe('a format that is detected', () => {
	const detected = (name: string, conversion: FieldRule['conversion'] = 'number') =>
		ruleFor(name, {
			conversion,
			format: { ...FORMAT, numberFormat: 'detect', dateFormat: 'detect' },
		});
	const TABLE = ruleFor('lines', { conversion: 'table' });

	const read = async (values: Record<string, string>, rules: FieldRule[]) => {
		const fields = Object.entries(values).map(([name, value]) => ({
			name,
			value,
			reasoning: null,
		}));
		const result = await applyRules(fields, rules);
		return {
			values: result.fields.map(({ value }) => value),
			problems: result.issues.map(({ problem }) => problem),
		};
	};

	const NUMBERS = ['a', 'b', 'c'].map((name) => detected(name));
	const AMBIGUOUS = 'can be read as 12.5 or 12500 (select the format in Numbers Are Written)';

	it.each([
		[{ a: '12.500', b: '1.234,56' }, [12500, 1234.56]],
		[{ a: '12.500', b: '1,234.56' }, [12.5, 1234.56]],
		[{ a: '12.500', b: '0,5' }, [12500, 0.5]],
		[{ a: '12.500', b: '1.234.567' }, [12500, 1234567]],
		[{ a: '12,500', b: '1 234,56' }, [12.5, 1234.56]],
		[{ a: '12.500', b: '99,-' }, ['12.500', 99]],
		[{ a: '12.500', b: '1 234' }, ['12.500', 1234]],
		[{ a: '12.500', b: '7' }, ['12.500', 7]],
		[{ a: '12.500', b: '12.500' }, ['12.500', '12.500']],
		[{ a: '12.500', b: '1.234,56', c: '1,234.56' }, ['12.500', 1234.56, 1234.56]],
		[{ a: '12.500', b: '1 234,56' }, ['12.500', 1234.56]],
		[{ a: '12.500', b: '5,50 %' }, [12500, '5,50 %']],
		[{ a: '$12.500', b: '1,234.56' }, [12.5, 1234.56]],
		[{ a: 'KD 12.500', b: '1.234,56' }, [12500, 1234.56]],
		// Yen have no decimals.
		[{ a: '¥12,500', b: '1.234,56' }, [12500, 1234.56]],
	])('reads ambiguous numbers of %j as all of them allow', async (values, expected) => {
		const result = await read(values, NUMBERS.slice(0, Object.keys(values).length));
		expect(result.values).toEqual(expected);
		const ambiguous = expected.filter((value) => value === '12.500');
		expect(result.problems.filter((each) => each === AMBIGUOUS)).toHaveLength(ambiguous.length);
	});

	it('counts the cells of columns, but no values with another rule or a chosen format', async () => {
		const values = { a: '12.500', lines: 'item;price\nPaper;4,50' };
		expect((await read(values, [detected('a'), TABLE])).problems).toEqual([AMBIGUOUS]);
		expect(await read(values, [detected('a'), TABLE, detected('lines.price')])).toMatchObject({
			values: [12500, [{ price: 4.5 }]],
			problems: [],
		});
		const chosen = ruleFor('b', {
			conversion: 'number',
			format: { ...FORMAT, numberFormat: 'pointComma' },
		});
		for (const other of [chosen, detected('b', 'text')]) {
			const { problems } = await read({ a: '12.500', b: '4,50' }, [detected('a'), other]);
			expect(problems).toEqual([AMBIGUOUS]);
		}
	});

	it.each([
		[{ a: '03/04/2025', b: '14/04/2025' }, ['2025-04-03', '2025-04-14']],
		[{ a: '03/04/2025', b: '04/14/2025' }, ['2025-03-04', '2025-04-14']],
		[{ a: '03/04/2025', b: '14/04/2025 10:30Z' }, ['2025-04-03', '2025-04-14T10:30:00.000Z']],
		[{ a: '03/04/2025', b: 'Thu 03/04/2025' }, ['2025-04-03', '2025-04-03']],
		[{ a: '03/04/2025', b: '05/05/2025' }, ['03/04/2025', '2025-05-05']],
		[{ a: '03/04/2025', b: '14 April 2025' }, ['03/04/2025', '2025-04-14']],
		[{ a: '03/04/2025', b: 'on receipt' }, ['03/04/2025', 'on receipt']],
		[{ a: '03/04/2025', b: 'before 14/04/2025' }, ['03/04/2025', 'before 14/04/2025']],
		[
			{ a: '03/04/2025', b: '14/04/2025', c: '31/04/2025' },
			['2025-04-03', '2025-04-14', '31/04/2025'],
		],
		[
			{ a: '03/04/2025', b: '14/04/2025', c: '04/14/2025' },
			['03/04/2025', '2025-04-14', '2025-04-14'],
		],
	])('reads ambiguous dates of %j as all of them allow', async (values, expected) => {
		const rules = Object.entries(values).map(([name, value]) =>
			detected(name, value.includes(':') ? 'dateTime' : 'date'),
		);
		const result = await read(values, rules);
		expect(result.values).toEqual(expected);
		const unread = Object.values(values).filter((value) => expected.includes(value));
		expect(result.problems).toHaveLength(unread.length);
	});
});
