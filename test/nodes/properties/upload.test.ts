import fc from 'fast-check';
import { wavOf } from '../../sandbox/samples/audio';
import {
	broken,
	type Expected,
	failsIf,
	judgeBudget,
	judgeItems,
	oneOutput,
	textOf,
} from './expected';
import { itHolds, type Mode, modes, type Situation, TimedNode } from './property';
import { TRIES, writeMayFail } from './struck';
import { upload } from '../recording/uploads';

const node = new TimedNode();

interface Input {
	/** Content of each file. */
	files: Array<'sound' | 'text'>;
	maxConcurrentRequests: number;
	mode: Mode;
}

const input: fc.Arbitrary<Input> = fc.record({
	files: fc.array(
		fc.oneof({ weight: 5, arbitrary: fc.constant('sound' as const) }, fc.constant('text' as const)),
		{ minLength: 2, maxLength: 4 },
	),
	maxConcurrentRequests: fc.constantFrom(5, 1),
	mode: modes,
});

const CONTENT = { sound: wavOf(400).toString('base64'), text: btoa('Hello') };

const fileOf = (at: number): string => `call-${at}.wav`;

async function judge({ faults, input: { files, mode, ...options } }: Situation<Input>) {
	await node.addFaults(faults);
	const done = await node.runIn(mode, {
		parameters: upload({ options }),
		items: files.map((file, at) => ({
			json: {},
			binary: {
				data: { data: CONTENT[file], mimeType: 'audio/wav', fileName: fileOf(at), bytes: 1 },
			},
		})),
	});
	const expected = files.map(
		(file, at): Expected => ({
			id: fileOf(at),
			fails: failsIf(file === 'text', writeMayFail(faults)),
			check: oneOutput(({ fileName }) => fileName === fileOf(at)),
		}),
	);
	const accepted = (await node.control.recordings()).map(({ fileName }) => fileName);
	const errors = [done.error, ...done.errorItems].map(textOf).join('\n');
	const told = [...done.items.map(({ json }) => String(json.fileName)), errors].join('\n');
	const unnamed = accepted.filter((name) => !told.includes(name));
	const uploads = await node.answered('recording');
	return [
		...judgeItems(done, expected, mode),
		...(new Set(accepted).size < accepted.length ? [broken('once', accepted.join(', '))] : []),
		...(unnamed.length > 0 ? [broken('told', `${unnamed.join(', ')} not named in ${errors}`)] : []),
		...judgeBudget(uploads, TRIES * files.length),
	];
}

itHolds(node, 'Upload', {
	endpoints: ['recording'],
	input,
	size: ({ files }) => files.length,
	judge,
	examples: [
		// The accepted recordings were not named.
		{
			dialect: {},
			faults: [{ fault: '400', endpoint: 'recording', after: 1, times: null }],
			input: { files: ['sound', 'sound'], maxConcurrentRequests: 5, mode: 'stop' },
		},
	],
});
