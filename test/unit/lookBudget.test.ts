import { LookBudget } from '../../nodes/DocScore/resources/run/lookBudget';
import { useDrivenTime } from '../harness/jest/drivenTime';

const time = useDrivenTime();

describe('LookBudget', () => {
	it.each([
		['two requests a second', Number.POSITIVE_INFINITY, 2],
		['fewer where these would be a burden', 0.5, 0.5],
	])('allows %s', async (_, sparePerSecond, perSecond) => {
		const budget = new LookBudget({ sparePerSecond });
		budget.begin();
		expect([budget.left, budget.nextAt]).toEqual([0, Date.now()]);
		budget.spend(3);
		expect(budget.left).toBeCloseTo(-3);
		expect(budget.nextAt - Date.now()).toBeCloseTo(3_000 / perSecond);
		await time.pass(4_000);
		expect(budget.left).toBeCloseTo(4 * perSecond - 3);
	});

	it('keeps what was not spent for ten seconds, and nothing of the time when nobody waited', async () => {
		const budget = new LookBudget({ sparePerSecond: 2 });
		budget.begin();
		await time.pass(60_000);
		expect(budget.left).toBeCloseTo(20);
		budget.begin();
		expect(budget.left).toBeCloseTo(0);
		budget.spend(4);
		budget.begin();
		expect(budget.left).toBeCloseTo(-4);
	});
});
