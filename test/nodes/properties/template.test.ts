import fc from 'fast-check';
import {
	type Expected,
	failsIf,
	judgeBudget,
	judgeItems,
	oneOutput,
	sameId,
	UNKNOWN,
} from './expected';
import { itHolds, type Mode, modes, type Situation, TimedNode } from './property';
import { mayFail, strikes, TRIES } from './struck';

const node = new TimedNode();

interface Input {
	/** The field names of each template; null for an unknown template. */
	templates: Array<string[] | null>;
	mode: Mode;
}

const input: fc.Arbitrary<Input> = fc.record({
	templates: fc.array(fc.option(fc.uniqueArray(fc.constantFrom('error', 'total', 'id'))), {
		minLength: 2,
		maxLength: 4,
	}),
	mode: modes,
});

async function judge({ dialect, faults, input: { templates, mode } }: Situation<Input>) {
	const schemas = templates.map(
		(fields) => fields && Object.fromEntries(fields.map((field) => [field, `The ${field}`])),
	);
	const ids: string[] = [];
	for (const schema of schemas) {
		ids.push(schema ? await node.control.addTemplate('Mine', schema) : UNKNOWN);
	}
	await node.addFaults(faults);
	const run = await node.runIn(mode, {
		parameters: { resource: 'template', operation: 'get', templateId: '={{ $json.id }}' },
		items: ids.map((id) => ({ id })),
	});
	const name = dialect.nameForm === undefined ? 'Mine' : null;
	const expected = schemas.map((fields, at): Expected => {
		const id = ids[at] ?? '';
		return {
			id,
			fails: failsIf(fields === null, mayFail(faults)),
			check: oneOutput(({ id: shown, ...json }) => {
				const right = JSON.stringify({ name, orgId: 'org_sandbox', fields });
				return sameId(shown, id) && JSON.stringify(json) === right;
			}),
		};
	});
	const requests = await node.answered('template');
	return [
		...judgeItems(run, expected, mode, strikes(faults)),
		...judgeBudget(requests, TRIES * ids.length),
	];
}

itHolds(node, 'Template: Get', {
	endpoints: ['template'],
	input,
	size: ({ templates }) => templates.length,
	judge,
	examples: [
		// The advice to check the API Key was missing if another item had failed before.
		{
			dialect: {},
			faults: [
				{ fault: '401', endpoint: 'template', after: 1, times: null },
				{ fault: '400', endpoint: 'template', after: 0, times: null },
			],
			input: { templates: [null, null], mode: 'stop' },
		},
	],
});
