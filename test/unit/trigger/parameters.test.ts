import { Input } from '../../../nodes/DocScore/engine/input/input';
import { properties, readSettings } from '../../../nodes/DocScore/trigger/parameters';

/** The settings with these parameters; the others have their defaults. */
function settingsOf(parameters: Record<string, unknown>) {
	const defaults = Object.fromEntries(properties.map((each) => [each.name, each.default]));
	return readSettings(new Input(properties, (name) => ({ ...defaults, ...parameters })[name]));
}

describe('The settings of the trigger', () => {
	it('contain no filters unless some are set, as the ledger compares them with the former ones', () => {
		expect(settingsOf({})).toEqual({
			criteria: {},
			events: ['completed', 'failed'],
			overlapMs: 600_000,
		});
	});

	it.each([
		['a filter', { filters: { filename: '' } }],
		['a condition', { metadata_filters: { conditions: [{ operator: 'equals', value: '1' }] } }],
		['the Time for New Runs to Show', { options: { overlap: 0 } }],
	])('are refused if %s is empty', (_, parameters) => {
		expect(() => settingsOf(parameters)).toThrow();
	});

	it('contain one filter of each kind', () => {
		const condition = { metadata_name: 'department', operator: 'equals', value: 'sales' };
		const { criteria } = settingsOf({
			filters: { filename: 'Invoice' },
			metadata_filters: { conditions: [condition] },
		});
		expect(criteria).toEqual({
			filters: { filename: 'Invoice' },
			metadata_filters: [{ ...condition, operator: '=' }],
		});
	});
});
