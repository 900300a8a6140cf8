import { UNCONVERTED } from '../../../nodes/DocScore/rules/applyRules';
import { CONVERSIONS } from '../../../nodes/DocScore/rules/conversions';
import { DATE_FORMATS } from '../../../nodes/DocScore/rules/date';
import { SEPARATORS } from '../../../nodes/DocScore/rules/list';
import { NUMBER_FORMATS } from '../../../nodes/DocScore/rules/number';
import { OUTPUT_FORMS } from '../../../nodes/DocScore/fields/presentRun';
import { FINISHED_STATUSES, RUN_STATUSES } from '../../../nodes/DocScore/service/types';
import { presentParts } from '../../package/baseline/present';

/** Each select of the form, by the end of its place, offers what the code accepts, and nothing else. */
it.each<[select: string, accepted: readonly string[]]>([
	['docScoreTrigger 1 > events', FINISHED_STATUSES],
	['filters > status', RUN_STATUSES],
	['run > get > output', OUTPUT_FORMS],
	['options > unconverted', UNCONVERTED],
	['rules > convertTo', CONVERSIONS],
	['rules > numberFormat', ['detect', ...NUMBER_FORMATS]],
	['rules > dateFormat', ['detect', ...DATE_FORMATS]],
	['rules > separator', SEPARATORS],
])('%s offers what the code accepts', async (select, accepted) => {
	const selects = (await presentParts()).filter(({ at }) => at.endsWith(select));
	expect(selects).not.toEqual([]);
	for (const { values = [] } of selects)
		expect(new Set(values)).toEqual(new Set<unknown>(accepted));
});

it('a switch among the options is on as soon as it is added', async () => {
	const switches = (await presentParts()).filter(
		({ at, type }) => type === 'boolean' && /> options > \w+$/.test(at),
	);
	expect(switches.length).toBeGreaterThan(5);
	expect(switches.filter((each) => each.default !== true)).toEqual([]);
});
