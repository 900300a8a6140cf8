import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { isObject } from '../../../nodes/DocScore/service/json';
import { rule, rules } from '../../nodes/runs';
import { byId, type Provocation, type Stage, UNKNOWN } from './stage';

const number = (field: string) => rule(field, { convertTo: 'number' });
const RULES = [
	...['net', 'total', 'lines.amount'].map(number),
	...['date', 'due'].map((field) => rule(field, { convertTo: 'date', dateFormat: 'dmy' })),
	rule('lines', { convertTo: 'table' }),
];

const SUM = { check: 'sum', addends: 'net', total: 'total' };
const COLUMN = { check: 'sum', addends: 'lines.amount', total: 'total' };
const PRODUCT = { check: 'product', quantity: 'lines.q', price: 'lines.p', amount: 'lines.amount' };
const RANGE = { check: 'range', number: 'net', lowest: 0, highest: 10 };
const DATES = { check: 'dates', earlier: 'date', later: 'due' };
const IBAN = { check: 'iban', field: 'iban' };
const VAT_ID = { check: 'vatId', field: 'vat_id' };

const manyCells = `item;amount\n${'a;x\n'.repeat(12)}`;

const BROKEN: Array<[did: string, values: IDataObject, check?: INodeParameters]> = [
	['Fields that do not add up', { net: '1.10', total: '1.11' }, SUM],
	['A column that does not add up', { lines: 'item;amount\na;1\nb;2', total: '4' }, COLUMN],
	['A sum of two currencies', { net: '1 USD', total: '1 EUR' }, SUM],
	['A row whose amount is another product', { lines: 'q;p;amount\n2;3;5' }, PRODUCT],
	['A price in another currency than the amount', { lines: 'q;p;amount\n1;2 USD;2 EUR' }, PRODUCT],
	['A row without a price', { lines: 'q;p;amount\n2;;5' }, PRODUCT],
	['A number outside of a range', { net: '11' }, RANGE],
	['A column with two currencies', { lines: 'item;amount\na;1 USD\nb;1 EUR\nc;1 JPY' }],
	['A column that the table lacks', { lines: 'item;price\na;1' }],
	['A column that two names fit', { lines: 'Amount;AMOUNT\na;1' }],
	['A date after another', { date: '02/03/2025', due: '01/03/2025' }, DATES],
	['An IBAN with wrong check digits', { iban: 'DE89370400440532013001' }, IBAN],
	['An IBAN of another form', { iban: '4711' }, IBAN],
	['An IBAN with a letter for a digit', { iban: 'DE893704O0440532013000' }, IBAN],
	['An IBAN of another length', { iban: 'DE8937040044053201300' }, IBAN],
	['A VAT ID with wrong check digits', { vat_id: 'DE136695977' }, VAT_ID],
	['A VAT ID of another form', { vat_id: 'DE47' }, VAT_ID],
	['A VAT ID of another country', { vat_id: 'US47' }, VAT_ID],
	['A sum of which a field is missing', { total: '1' }, SUM],
	['A sum of which a field is not converted', { net: 'x', total: '1' }, SUM],
	['A sum of a table without rows', { lines: '[["item","amount"]]', total: '1' }, COLUMN],
	['A sum of a missing column', { lines: 'item;price\na;1', total: '1' }, COLUMN],
	['Check digits of a number', { iban: 47 }, IBAN],
	['Many cells that break a rule', { lines: manyCells }],
];

/** The issues if a check fails or is not possible, or if a cell violates a rule. */
export const issuesOfChecks = ({ node, between }: Stage): Provocation[] =>
	BROKEN.map(([did, values, check]) => ({
		where: 'Checks',
		did,
		provoke: async () => {
			const entries = Object.entries(values).map(([name, value]) => [name, { value }]);
			const doc = { id: UNKNOWN, status: 'completed', output_schema: Object.fromEntries(entries) };
			between.change = async () => await Promise.resolve({ status: 200, body: { doc } });
			const { items } = await node.run({
				parameters: parametersOf(check),
				credential: between.credential,
			});
			const { issues } = items[0]?.json ?? {};
			const found: unknown[] = Array.isArray(issues) ? issues : [];
			return found
				.slice(-2)
				.map((issue) => ({ message: String(isObject(issue) && issue.problem) }));
		},
	}));

const WRONG: Array<[did: string, more: INodeParameters]> = [
	['A sum of a date', { checks: { checks: [{ ...SUM, addends: 'due' }] } }],
	['A check without fields', { checks: { checks: [{ ...SUM, addends: ' ' }] } }],
	[
		'A product of columns of two tables',
		{ checks: { checks: [{ ...PRODUCT, price: 'other.p' }] } },
	],
	['A range that is empty', { checks: { checks: [{ ...RANGE, lowest: 11 }] } }],
	['A currency that does not exist', rules(rule('net', { convertTo: 'number', currency: 'EURO' }))],
	['A language that does not exist', rules(rule('due', { convertTo: 'date', language: 'Polish' }))],
	[
		'A check of a time with a date',
		{
			...rules(rule('at', { convertTo: 'dateTime' }), rule('due', { convertTo: 'date' })),
			checks: { checks: [{ ...DATES, earlier: 'at', later: 'due' }] },
		},
	],
	[
		'One Item per Row with two tables',
		{
			...rules(...['a', 'b'].map((field) => rule(field, { convertTo: 'table' }))),
			output: 'itemPerRow',
		},
	],
	['One Item per Row without a table', { fieldRules: {}, output: 'itemPerRow' }],
	['A percentage above 100', { review: true, options: { reviewSample: 101 } }],
];

/** Errors before anything is sent. */
export const inputOfChecks = ({ node }: Stage): Provocation[] =>
	WRONG.map(([did, more]) => ({
		where: 'Checks',
		did,
		provoke: async () => {
			const { error } = await node.run({ parameters: { ...parametersOf(), ...more } });
			return { message: error?.message ?? '', advice: error?.description ?? undefined };
		},
	}));

const parametersOf = (check?: INodeParameters) => ({
	resource: 'run',
	operation: 'get',
	runId: byId(UNKNOWN),
	...rules(...RULES),
	...(check && { checks: { checks: [check] } }),
});
