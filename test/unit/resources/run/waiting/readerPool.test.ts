import { CancelledError, ServiceError } from '../../../../../nodes/DocScore/service/errors';
import type { SharedReader } from '../../../../../nodes/DocScore/engine/http/connection';
import { ReaderPool } from '../../../../../nodes/DocScore/resources/run/waiting/readerPool';
import { toResult } from '../../../../../nodes/DocScore/service/result';
import { asking, runIn } from './watching';

const failed = (status: number, transient = false) =>
	new ServiceError('No', { status, outcome: 'rejected', transient });
const rejected = failed(401);

/** Three executions that wait, and whose requests fail as long as they are in `bad`. */
function pool(error = rejected) {
	const executions = ['a', 'b', 'c'].map((name) => ({
		name,
		...asking(async () => await Promise.resolve(runIn('completed'))),
	}));
	const bad = new Set<string>();
	const readers = new ReaderPool(() => {});
	const add = (...names: string[]) => {
		for (const { name, reader } of executions) if (names.includes(name)) readers.add(reader);
	};
	add('a', 'b', 'c');
	const nameOf = (reader: SharedReader) =>
		executions.find((each) => each.reader === reader)?.name ?? '';
	/** The executions that are asked for a run of these executions, or for a list, and the error. */
	const asked = async (...own: string[]) => {
		const names: string[] = [];
		const ofRun = executions.filter(({ name }) => own.includes(name)).map(({ reader }) => reader);
		const answer = await toResult(
			readers.ask(ofRun, async (reader) => {
				names.push(nameOf(reader));
				return bad.has(nameOf(reader)) ? await Promise.reject(error) : names.length;
			}),
		);
		return answer.ok ? names.join() : `${names.join()}: ${String(answer.error)}`;
	};
	const end = (name: string) => {
		executions.find((each) => each.name === name)?.cancellation.cancel('Enough');
	};
	return { add, asked, bad, end };
}

describe('A request of the waiting executions', () => {
	it('is sent by one that waits for the run, a list by any', async () => {
		const { asked } = pool();
		expect([await asked('b'), await asked('c', 'a'), await asked()]).toEqual(['b', 'a', 'a']);
	});

	it('is sent again by another one if a key is rejected, and from then on by that one', async () => {
		const { add, asked, bad } = pool();
		bad.add('a').add('b');
		expect([await asked(), await asked(), await asked('a')]).toEqual(['a,b,c', 'c', 'c']);
		add('a');
		expect(await asked()).toBe('c');
		bad.delete('b');
		expect([await asked('a', 'b'), await asked()]).toEqual(['c', 'c']);
	});

	it.each([failed(500, true), failed(404)])(
		'is not sent again by another one if it fails for all of them, as with status $details.status',
		async (error) => {
			const { asked, bad } = pool(error);
			bad.add('a');
			expect([await asked(), await asked()]).toEqual(Array(2).fill(`a: ${String(error)}`));
		},
	);

	it('is tried once by each, also by those that failed before and wait for the run', async () => {
		const { asked, bad, end } = pool();
		bad.add('a').add('b');
		await asked();
		bad.add('c');
		expect(await asked('a')).toBe(`c,a: ${String(rejected)}`);
		expect(await asked('a', 'b')).toBe(`a,b: ${String(rejected)}`);
		end('a');
		expect(await asked('a', 'b')).toBe(`b: ${String(rejected)}`);
		expect(await asked()).toBe(`b: ${String(rejected)}`);
	});

	it('is not sent if all executions have ended', async () => {
		const { asked, end } = pool();
		for (const name of ['a', 'b', 'c']) end(name);
		expect(await asked('a')).toBe(`: ${String(new CancelledError('Nobody waits any more'))}`);
		expect(await asked()).toBe(`: ${String(new CancelledError('Nobody waits any more'))}`);
	});
});
