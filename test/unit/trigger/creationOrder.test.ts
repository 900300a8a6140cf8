import { inCreationOrder } from '../../../nodes/DocScore/trigger/creationOrder';

const order = (times: Record<string, string | null>, listed: string[] = []) =>
	inCreationOrder(
		Object.entries(times).map(([id, createdTime]) => ({ id, createdTime })),
		listed,
	).map(({ id }) => id);

describe('runs in order of creation', () => {
	it('begin with undated runs', () => {
		const times = { a: '2026-01-05T12:00:01Z', b: null, c: '2026-01-05T12:00:00Z', d: 'soon' };
		expect(order(times)).toEqual(['b', 'd', 'c', 'a']);
	});

	it('are compared by all digits below a millisecond', () => {
		const times = {
			a: '2026-01-05T12:00:00.123457Z',
			b: '2026-01-05T12:00:00.1234561Z',
			c: '2026-01-05T12:00:00.123Z',
			d: '2026-01-05T12:00:00.122999Z',
		};
		expect(order(times)).toEqual(['d', 'c', 'b', 'a']);
	});

	it('are in the order of the lists if their times are equal', () => {
		const at = '2026-01-05T12:00:00.123456Z';
		expect(order({ a: at, b: at, c: at }, ['c', 'a', 'b'])).toEqual(['c', 'a', 'b']);
	});
});
