import { outputDetailed } from '../../../../nodes/DocScore/resources/run/detailedOutput';
import { ServiceError } from '../../../../nodes/DocScore/service/errors';
import { readRun, readSummary } from '../../../../nodes/DocScore/service/readRun';
import type { RunSummary } from '../../../../nodes/DocScore/service/types';
import { turnsDuring } from '../../../harness/jest/eventLoop';
import { nextTurn } from '../../../node';

const RUNS = 200;

/** Time to create the output of a run, in ms. */
const OUTPUT_MS = 1;

async function output(run: RunSummary) {
	const until = performance.now() + OUTPUT_MS;
	while (performance.now() < until);
	return [{ json: { id: run.id } }];
}

test('The output of many runs leaves turns of the event loop to others', async () => {
	const runs = Array.from({ length: RUNS }, (_, at) => readSummary({ id: `r${at}` }) ?? never());
	const details = async () => await Promise.reject(new Error('No details are needed'));
	const work = outputDetailed(runs, output, { details });
	// A time slice takes 10 ms, or longer on a busy machine.
	expect(await turnsDuring(work)).toBeGreaterThan(10);
	expect((await work).map(({ json }) => json.id)).toEqual(runs.map(({ id }) => id));
});

test('Of many runs that need details, 200 are in progress at once', async () => {
	const runs = Array.from({ length: 1_000 }, (_, at) => readSummary({ id: `r${at}` }) ?? never());
	let inside = 0;
	let most = 0;
	const details = async (id: string) => {
		most = Math.max(most, ++inside);
		await nextTurn();
		inside--;
		return readRun({ doc: { id } }) ?? never();
	};
	const toReview = async ({ id }: RunSummary) => [{ json: { id }, toReview: true }];
	const items = await outputDetailed(runs, toReview, { details });
	expect(items.map(({ json }) => json.id)).toEqual(runs.map(({ id }) => id));
	expect(most).toBe(200);
});

test('A run that was deleted after it was listed is output as listed, and nothing as nothing', async () => {
	const run = readSummary({ id: 'r1' }) ?? never();
	const toReview = async (shown: RunSummary) => [{ json: { ...shown }, toReview: true }];
	const failing = (status: number) => {
		const details = { status, isOwnBody: true, outcome: 'rejected', transient: false } as const;
		const error = new ServiceError('No', details);
		return outputDetailed([run], toReview, { details: async () => await Promise.reject(error) });
	};
	expect(await failing(404)).toEqual(await toReview(run));
	await expect(failing(403)).rejects.toThrow('No');
	const details = async () => await Promise.reject(new Error('No details are needed'));
	expect(await outputDetailed([run], async () => [], { details })).toEqual([]);
	expect(await outputDetailed([], toReview, { details })).toEqual([]);
});

function never(): never {
	throw new Error('The run has an ID');
}
