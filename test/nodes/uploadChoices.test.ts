import { SandboxedNode } from '../harness/sandbox/sandboxedNode';
import { wavOf } from '../sandbox/samples/audio';
import { upload, withFile } from './uploads';

/** The node must not guess the direction or the language of a call. */

const node = new SandboxedNode();
const WAV = wavOf(4_000, 16_000);
const CALLS = [withFile(WAV, 'one.wav'), withFile(WAV, 'two.wav')];

describe('Recording: Upload', () => {
	it.each([
		['inbound', true],
		['outbound', false],
		['={{ " Inbound" }}', true],
		['={{ "Outbound" }}', false],
		['={{ true }}', true],
		['={{ false }}', false],
		['={{ "true" }}', true],
	])('sends the direction for %s', async (is_inbound, isInbound) => {
		const { error } = await node.run({ parameters: upload({ is_inbound }), items: CALLS });
		expect(error).toBeUndefined();
		expect(await node.control.recordings()).toMatchObject([{ isInbound }, { isInbound }]);
	});

	it.each([
		['file', {}],
		['File ', {}],
		['agent_name', {}],
		['is_inbound', {}],
		['metadata', {}],
		['language_code', {}],
		['lang', { languagePart: 'lang' }],
	])(
		'rejects the additional form field %s, because the node already sends it',
		async (name, more) => {
			const additionalFields = { fields: [{ name, value: 'x' }] };
			const { error } = await node.run({
				parameters: upload({ options: { additionalFields, ...more } }),
				items: CALLS,
			});
			expect(error?.message).toBe(
				`'Additional Form Fields' repeats a field that the node already sends: '${name.trim()}'`,
			);
			expect(error?.description).toMatch(/^Remove it, and use/);
			expect(await node.requestCounts()).toEqual({});
		},
	);

	it('sends additional form fields with other names', async () => {
		const fields = ['transcript', 'campaign'].map((name) => ({ name, value: 'x' }));
		const options = { additionalFields: { fields } };
		const { error } = await node.run({ parameters: upload({ options }), items: CALLS });
		expect(error).toBeUndefined();
	});

	it.each(['is_inbound', 'languageCode'])('requires %s in the editor', async (name) => {
		const running = async () =>
			await node.run({ parameters: upload({ [name]: '' }), items: CALLS });
		// n8n 1.x only says that there are issues.
		const told = /Parameter "(Direction|Language Code)" is required|The workflow has issues/;
		await expect(running).rejects.toThrow(told);
		expect(await node.requestCounts()).toEqual({});
	});
});
