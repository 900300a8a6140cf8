import { byKey } from '../../harness/deduplication';
import fc from 'fast-check';
import type { IExecuteFunctions, INodeParameters, INodeType } from 'n8n-workflow';
import { DocScore } from '../../../nodes/DocScore/DocScore.node';
import { holds } from '../../harness/jest/draws';
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';
import { wavOf } from '../../sandbox/samples/audio';
import { upload, withFile } from '../recording/uploads';

const node = new SandboxedNode();
useDrivenTime(node);

const { description, execute } = new DocScore();

const WRITES = /workflows\/submit$|submitRecording$/;

/** What is thrown: the node knows only few of these. */
const THROWN: Record<string, () => unknown> = {
	'a TypeError': () => new TypeError('Cannot read properties of undefined'),
	'a RangeError': () => new RangeError('Invalid string length'),
	'a text': () => 'gone',
	nothing: () => undefined,
	'an object': () => ({ message: 'Rejected', outcome: 'rejected' }),
	'an error with a code of a connection': () =>
		Object.assign(new Error('Odd'), { code: 'ERR_STRING_TOO_LONG' }),
};

/** The answer, with a getter that throws at its read number `at`. */
function poisoned(answer: object, at: number, thrown: () => unknown): object {
	let left = at;
	const poison = (value: object): object =>
		new Proxy(value, {
			get(target, name) {
				if (left-- === 0) throw thrown();
				const own: unknown = Reflect.get(target, name);
				return typeof own === 'object' && own !== null ? poison(own) : own;
			},
			ownKeys(target) {
				if (left-- === 0) throw thrown();
				return Reflect.ownKeys(target);
			},
		});
	return poison(answer);
}

/** How the answer to a write is broken, after the request has left. */
interface Break {
	how: 'throws' | 'answer' | 'hint';
	at: number;
	thrown: string;
}

/** The node in an n8n whose HTTP helper or log breaks after a request has left. */
function breaking({ how, at, thrown }: Break): INodeType {
	const thrower = THROWN[thrown] ?? (() => new Error('Unknown'));
	let broken = false;
	return {
		description,
		async execute(this: IExecuteFunctions) {
			const { helpers } = this;
			const original = helpers.httpRequestWithAuthentication;
			const request: typeof original = async function (this: IExecuteFunctions, ...asked) {
				const answer: unknown = await original.apply(this, asked);
				if (!WRITES.test(asked[1].url) || broken) return answer;
				broken = true;
				if (how === 'throws') throw thrower();
				return how === 'answer' && typeof answer === 'object' && answer !== null
					? poisoned(answer, at, thrower)
					: answer;
			};
			const addExecutionHints = () => {
				if (how === 'hint') throw thrower();
			};
			const breakingContext = Object.create(this, {
				helpers: { value: { ...helpers, httpRequestWithAuthentication: request } },
				addExecutionHints: { value: addExecutionHints },
			});
			return (await execute?.call(breakingContext)) ?? [];
		},
	};
}

const OPERATIONS: Record<string, () => INodeParameters> = {
	Submit: () => node.submission(),
	'Submit with a key': () => node.submission({ options: byKey('=document {{ $itemIndex }}') }),
	'Submit and Wait': () => node.submission({ operation: 'submitAndWait' }),
	Upload: () => upload(),
};

const NUM_RUNS = 60;

test('whatever is thrown after a request has left, nothing is sent twice, and all is told', async () => {
	const broken = fc.record({
		how: fc.constantFrom<Break['how']>('throws', 'answer', 'hint'),
		at: fc.nat(12),
		thrown: fc.constantFrom(...Object.keys(THROWN)),
	});
	const property = fc.asyncProperty(
		fc.constantFrom(...Object.keys(OPERATIONS)),
		broken,
		fc.constantFrom(undefined, 3),
		async (operation, drawn, maxTries) => {
			await node.control.reset();
			// A failed run would rightly be submitted again.
			await node.control.setRunPlan({ fixedResult: { outputSchema: {} } });
			const { items, error } = await node.run({
				docScore: breaking(drawn),
				parameters: OPERATIONS[operation]?.() ?? {},
				items: [0, 1].map((at) => withFile(wavOf(16_000), `call-${at}.wav`)),
				maxTries,
			});
			const { submit = 0, recording = 0 } = await node.requestCounts();
			expect(submit + recording).toBeLessThanOrEqual(2);
			const runs = (await node.control.runs()).map(({ id }) => id);
			const recordings = (await node.control.recordings()).map(({ fileName }) => fileName);
			if (error === undefined) {
				expect(items).toHaveLength(2);
				return;
			}
			const told = `${error.message}\n${error.description}`;
			const isUntold = (each: string) => !told.includes(each);
			const unknown = told.match(/It is unknown whether/g)?.length ?? 0;
			expect(runs.filter(isUntold).length).toBeLessThanOrEqual(unknown);
			expect(recordings.filter(isUntold)).toEqual([]);
			// The first reading is the engine's own, which takes the error for one of its helper.
			if (drawn.how !== 'throws' && drawn.at > 0)
				expect(told).not.toContain('Cannot read properties');
		},
	);
	await holds('After sending', property, { numRuns: NUM_RUNS });
});
