import fc from 'fast-check';
import { convert, type Conversion } from '../../../nodes/DocScore/rules/conversions';
import { holds } from '../../harness/jest/draws';
import { type Written, writtenDays, writtenMoments, writtenNumbers } from './asIntlWrites';
import { FORMAT } from './format';

const DETECT = {
	...FORMAT,
	numberFormat: 'detect',
	dateFormat: 'detect',
	timezone: 'UTC',
} as const;

/** How many of each kind were drawn and read. */
class Told {
	private readonly kinds = new Map<string, { drawn: number; read: number }>();

	add(kind: string, isRead: boolean): void {
		const told = this.kinds.get(kind) ?? { drawn: 0, read: 0 };
		this.kinds.set(kind, { drawn: told.drawn + 1, read: told.read + (isRead ? 1 : 0) });
	}

	share(...kinds: string[]): number {
		const all = kinds.flatMap((kind) => this.kinds.get(kind) ?? []);
		const count = (of: 'drawn' | 'read') => all.reduce((sum, told) => sum + told[of], 0);
		return count('read') / count('drawn');
	}

	figures = (): string[] =>
		[...this.kinds].map(([kind, { drawn, read }]) => `${kind} ${read} of ${drawn}`);
}

/** Draws texts: each is read as the value that was written, or is an issue. */
async function readOrIssue<Value>(
	conversion: Conversion,
	drawn: fc.Arbitrary<Written<Value>>,
	isSame: (read: unknown, written: Written<Value>) => boolean,
): Promise<Told> {
	const told = new Told();
	const property = fc.asyncProperty(drawn, async (written) => {
		const converted = convert(written.text, conversion, DETECT);
		told.add(written.kind, converted.ok);
		expect([written, converted, !converted.ok || isSame(converted.value, written)]).toEqual([
			written,
			converted,
			true,
		]);
	});
	const name = `A ${conversion} as Intl writes it in every language`;
	await holds(name, property, { numRuns: 1500 }, told.figures);
	return told;
}

test('a number that Intl writes in any language is never read as another one', async () => {
	const told = await readOrIssue('number', writtenNumbers, (read, { value, kind }) => {
		// A compact form is rounded: 1.2K is 1,234, but never 1.2.
		const allowed = kind === 'compact' ? 0.06 * Math.abs(value) + 0.51 : 0;
		return typeof read === 'number' && Math.abs(read - value) <= allowed;
	});
	expect(told.share('percent', 'unit')).toBe(0);
	expect(told.share('number')).toBeGreaterThan(0.7);
	expect(told.share('symbol', 'narrowSymbol', 'code', 'name')).toBeGreaterThan(0.85);
});

test('a date that Intl writes in any language is never read as another one', async () => {
	const told = await readOrIssue('date', writtenDays, (read, { value }) => read === value);
	expect(told.share('long ', 'full ', 'medium ', 'long time', 'medium time')).toBeGreaterThan(0.75);
});

test('a time that Intl writes in any language is never read as another one', async () => {
	const told = await readOrIssue('dateTime', writtenMoments, (read, { value }) => read === value);
	// Tigrinya has months of another calendar.
	expect(told.share('full', 'long')).toBeGreaterThan(0.92);
});
