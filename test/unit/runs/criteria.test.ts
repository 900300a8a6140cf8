import { incompleteList, notListed } from '../../../nodes/DocScore/runs/incompleteList';
import { withRequestBudget } from '../../../nodes/DocScore/runs/requestBudget';
import { parseCriteria } from '../../../nodes/DocScore/runs/criteria';
import { TimeStyle } from '../../../nodes/DocScore/runs/serviceTime';
import { pause } from '../../node';

describe('parseCriteria', () => {
	it('reads what was written', () => {
		const search = {
			filters: { filename: 'a', extraction_template_id: 'b' },
			metadata_filters: [{ metadata_name: 'c', operator: 'equals', value: 'd' }],
		};
		expect(parseCriteria(JSON.stringify(search))).toEqual(search);
		expect(parseCriteria('{}')).toEqual({});
	});

	it.each([
		['no JSON', {}],
		['[]', {}],
		['{"filters":[],"metadata_filters":{}}', {}],
		['{"filters":{"filename":7,"status":"a"}}', { filters: { status: 'a' } }],
		[
			'{"metadata_filters":[7]}',
			{ metadata_filters: [{ metadata_name: '', operator: '', value: '' }] },
		],
	])('reads the valid parts of %s', (text, search) => {
		expect(parseCriteria(text)).toEqual(search);
	});
});

describe('times of the service', () => {
	it('are written with a zone until the first is read, then in the style of the last one', () => {
		const style = new TimeStyle();
		expect(style.write(7)).toBe('1970-01-01T00:00:00.007Z');
		expect(style.read('1970-01-01T00:00:00.008')).toBe(8);
		expect(style.write(7)).toBe('1970-01-01T00:00:00.007');
		expect(style.read('1970-01-01T02:00:00+02:00')).toBe(0);
		expect(style.write(7)).toBe('1970-01-01T00:00:00.007Z');
		expect([style.read('soon'), style.read(null), style.zoned]).toEqual([null, null, true]);
	});
});

describe('the request budget of a reading', () => {
	const page = { runs: [], totalCount: 0 };
	const query = { page: 1, limit: 100 };

	it('is 50 requests while no run is listed, and then fails', async () => {
		let requests = 0;
		const limited = withRequestBudget(
			{
				query: async () => {
					requests++;
					return await Promise.resolve(page);
				},
			},
			Number.POSITIVE_INFINITY,
		);
		for (let request = 0; request < 50; request++) await limited.query(query);
		await expect(limited.query(query)).rejects.toThrow(
			'The lists kept changing, so some runs were not found',
		);
		expect(requests).toBe(50);
	});

	it('allows 20 requests at once', async () => {
		let inside = 0;
		const limited = withRequestBudget(
			{
				query: async () => {
					inside++;
					return await new Promise(() => {});
				},
			},
			1,
		);
		for (let request = 0; request < 30; request++) void limited.query(query);
		await pause(100);
		expect(inside).toBe(20);
	});
});

test('an incomplete list says that nothing was output, and is not retried automatically', () => {
	expect(incompleteList('Broken')).toMatchObject({
		message: 'Broken',
		details: {
			description: expect.stringMatching(/^Nothing was output, .*Try again/),
			outcome: 'rejected',
			transient: false,
		},
	});
	expect(notListed(5, 3).message).toBe('The service counts 5 runs, but lists only 3');
});
