import { Input } from '../../../nodes/DocScore/engine/input/input';
import { metadataFieldsOf, readMetadata } from '../../../nodes/DocScore/fields/metadata';

function read(entries: object[], metadataJson: unknown) {
	const given: Record<string, unknown> = { metadata: { entries }, metadataJson };
	return readMetadata(new Input(metadataFieldsOf('run'), (name) => given[name]));
}

const ROW = { name: 'a', value: '1' };

describe('Metadata', () => {
	it.each([
		[[], undefined, {}],
		[[], '', {}],
		[[], ' \n', {}],
		[[], {}, {}],
		[[], '{ "b": 2 }', { b: 2 }],
		[[], { b: 2 }, { b: 2 }],
		[[ROW], '', { a: '1' }],
		[[ROW], '{}', { a: '1' }],
		[[{ name: 'note', value: '' }], '', { note: '' }],
		[[{ name: ' ', value: '' }], '{ "b": 2 }', { b: 2 }],
	])('of the rows %j and the JSON %j is %j', (rows, json, metadata) => {
		expect(read(rows, json)).toEqual(metadata);
	});

	it('cannot come from rows and JSON', () => {
		expect(() => read([ROW], '{ "b": 2 }')).toThrow(
			"'Metadata (JSON)' cannot be combined with Metadata",
		);
	});
});
