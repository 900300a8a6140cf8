import { parseCriteria } from '../../../nodes/DocScore/runs/criteria';
import { TimeStyle } from '../../../nodes/DocScore/runs/serviceTime';

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
