import { byContent, byKey } from '../../harness/deduplication';
import type { INodeParameters } from 'n8n-workflow';
import { byId, type Provocation, type Stage } from './stage';

const getMany = (more: INodeParameters) => ({ resource: 'run', operation: 'getAll', ...more });
const get = (runId: string, more = {}) => ({
	resource: 'run',
	operation: 'get',
	runId: byId(runId),
	...more,
});
const NOTHING = '={{ $json.missing }}';
const ID = '5f0c2b1e-8a94-4d3b-9c61-0d5a7e4f2b18';
const rules = (...given: INodeParameters[]) => get(ID, { fieldRules: { rules: given } });

/** Errors before anything is sent, in fields that select runs or their output. */
export function ofInput({ rejected }: Stage): Provocation[] {
	const row = (did: string, where: string, parameters: INodeParameters) =>
		rejected(where, did, parameters);
	return [
		row('An operation that does not exist', 'Run', {
			resource: 'run',
			operation: '={{ "paint" }}',
		}),
		row('Run: an expression that returns nothing', 'Get', get(NOTHING)),
		row('Run: the name of a run', 'Get', get('Invoice 118')),
		row('Run: a number', 'Get', get('118')),
		row('Run: half an ID', 'Get', get(ID.slice(0, 20))),
		row('Run: the URL of a page', 'Get', get('https://app.example.com/runs/7')),
		row('Run: a file', 'Get', get('C:\\Users\\Ana\\invoice.pdf')),
		row('Run: the name of a file', 'Get', get('invoice.pdf')),
		row('Run: an expression that returns a list', 'Get', get('={{ [1, 2] }}')),
		row(
			'Output: an expression that returns no option',
			'Get',
			get(ID, { output: '={{ "table" }}' }),
		),
		row(
			'Fields to Output: a list with a number',
			'Get',
			get(ID, { options: { fieldsToOutput: '={{ ["total", 7] }}' } }),
		),
		row('Field Rules: a rule without a field', 'Get', rules({ field: NOTHING })),
		row(
			'Field Rules: two rules for one field',
			'Get',
			rules({ field: 'total' }, { field: 'total' }),
		),
		row('Limit: a text', 'Get Many', getMany({ limit: '={{ "many" }}' })),
		row('Limit: 0', 'Get Many', getMany({ limit: 0 })),
		row('Limit: 1.5', 'Get Many', getMany({ limit: 1.5 })),
		row('Return All: a word', 'Get Many', getMany({ returnAll: '={{ "maybe" }}' })),
		row(
			'Return All: an expression that returns nothing',
			'Get Many',
			getMany({ returnAll: NOTHING }),
		),
		row(
			'Checks: an expression for Lowest that returns nothing',
			'Get Many',
			getMany({ checks: { checks: [{ check: 'range', number: 'total', lowest: NOTHING }] } }),
		),
		row(
			'Created After: a word',
			'Get Many',
			getMany({ filters: { startTime: '={{ "yesterday" }}' } }),
		),
		row(
			'Template: an expression that returns an object',
			'Get Many',
			getMany({
				filters: { extraction_template_id: '={{ ({ id: "7", name: "Invoice" }) }}' },
			}),
		),
		row(
			'Created Before earlier than Created After',
			'Get Many',
			getMany({
				filters: { startTime: '2026-03-02T10:00:00', endTime: '2026-03-01T10:00:00+02:00' },
			}),
		),
		row('Run Name, added to the filters and left empty', 'Get Many', {
			...getMany({}),
			filters: { filename: '' },
		}),
		row(
			'Metadata Filters: a name without a value',
			'Get Many',
			getMany({
				metadata_filters: { conditions: [{ metadata_name: 'a', operator: 'equals', value: '' }] },
			}),
		),
		row(
			'Metadata Filters: a value without a name',
			'Get Many',
			getMany({
				metadata_filters: { conditions: [{ metadata_name: '', operator: 'equals', value: 'x' }] },
			}),
		),
	];
}

/** Errors in the input for a template. */
export function ofTemplateInput({ rejected }: Stage): Provocation[] {
	const row = (did: string, templateId: string) =>
		rejected('Get', did, {
			resource: 'template',
			operation: 'get',
			extraction_template_id: byId(templateId),
		});
	return [
		row('Template: an expression that returns nothing', NOTHING),
		row('Template: its name', 'Invoice'),
		row('Template: a URL without an ID', 'https://app.example.com/templates'),
		row('Template: a URL with two IDs', `https://app.example.com/${ID}/${ID.replace('5', '6')}`),
	];
}

/** Errors in the input for a submission, except for its files. */
export function ofSubmissionInput(stage: Stage): Provocation[] {
	const row = (did: string, parameters: INodeParameters, more: Partial<Provocation> = {}) => ({
		where: 'Submit',
		did,
		provoke: async () => await stage.error({ parameters: stage.node.submission(parameters) }),
		...more,
	});
	const entries = (...given: INodeParameters[]) => ({
		additionalFields: { metadata: { entries: given } },
	});
	const json = (metadataJson: string) => ({ additionalFields: { metadataJson } });
	const urls = (file_urls: string) => ({ file_urls });
	return [
		row('Run Name: an expression that returns a whole item', {
			additionalFields: { run_id: '={{ { a: 1 } }}' },
		}),
		row('Run Name: a date that does not exist', {
			additionalFields: { run_id: '={{ new Date("soon") }}' },
		}),
		row('Run Name: a number that is none', {
			additionalFields: { run_id: '={{ Number("many") }}' },
		}),
		row('Run Name: an object within the text', {
			additionalFields: { run_id: '=Invoice {{ { a: 1 } }}' },
		}),
		row('Deduplication Key: true', { options: byKey('={{ "true" }}') }),
		row('Metadata: the name of the Deduplication Key', {
			...entries({ name: 'n8n_dedup_key', value: 'x' }),
			options: byKey('INV-118'),
		}),
		row('Metadata (JSON): a number that is none', json('={{ { customer: Number("many") } }}')),
		row('Metadata (JSON): a large number', json('={{ { customer: 2 ** 60 } }}')),
		row('Metadata: a value without a name', entries({ name: '', value: 'x' })),
		row('Metadata: a name twice', entries({ name: 'a', value: '1' }, { name: 'a', value: '2' })),
		row('Metadata and Metadata (JSON) in one node', {
			additionalFields: {
				metadata: { entries: [{ name: 'a', value: '1' }] },
				metadataJson: '{ "b": 2 }',
			},
		}),
		row('Metadata (JSON): a typo', json('{ "department": accounting }')),
		row('Metadata (JSON): a list', json('[1]')),
		row('Metadata (JSON): a number of too many digits', json('{ "customer": 9007199254740993 }')),
		row('Deduplication Key left empty', { options: byKey('') }),
		row('Deduplication by Content for File URLs', {
			filesFrom: '={{ "url" }}',
			options: byContent,
		}),
		row('An expression that refers to a missing node', {
			additionalFields: { run_id: '={{ $("Nowhere").item.json.id }}' },
		}),
		row('File URLs: an expression that returns nothing', urls(NOTHING)),
		row('File URLs: a file on a computer', urls('C:\\Users\\Ana\\invoice.pdf')),
		row('File URLs: the name of a file', urls('invoice.pdf')),
		row('File URLs: a URL without https://', urls('files.example.com/invoice.pdf')),
		row('File URLs: a URL of another kind', urls('ftp://files.example.com/invoice.pdf')),
		row('File URLs: a URL with spaces', urls('https://files.example.com/invoice 118.pdf')),
		row('File URLs: a URL with a typo', urls('https://files.example.com:port/invoice.pdf')),
		row('File URLs: a name', urls('Invoice')),
		row(
			'File URLs: a page of Google Drive',
			urls('https://drive.google.com/file/d/1aBcD_efG/view'),
		),
		row('File URLs: a Google editor', urls('https://docs.google.com/document/d/1aBcD_efG/edit')),
		row('File URLs: a page of Dropbox', urls('https://www.dropbox.com/s/abc/invoice.pdf?dl=0')),
		row('File URLs: a page of SharePoint', urls('https://contoso.sharepoint.com/:b:/s/A/Eabc')),
		row('File URLs: a page of Box', urls('https://app.box.com/s/abc123')),
		row('File URLs: a page of WeTransfer', urls('https://we.tl/t-abc123')),
		row('File URLs: a page of iCloud', urls('https://www.icloud.com/iclouddrive/abc')),
		row('File URLs: a page of Nextcloud', urls('https://cloud.example.com/s/Q8zaBcDEfGhiJkL')),
		row('File URLs: a page of GitHub', urls('https://github.com/example/papers/blob/main/a.pdf')),
		row('File URLs: a page of Notion', urls('https://www.notion.so/Invoice-118')),
		row('File URLs: a page of Adobe', urls('https://acrobat.adobe.com/link/review?uri=a')),
		row('File URLs: a page of MEGA', urls('https://mega.nz/file/abc')),
		row('File URLs: a page of Google Photos', urls('https://photos.app.goo.gl/abc')),
		row('File URLs: an ending of another type', urls('https://files.example.com/scan.tif')),
		row('File URLs: an ending of a page', urls('https://files.example.com/invoice.html')),
		row('File URLs: a list with a number', urls('={{ [7] }}')),
	];
}
