import type { IDataObject } from 'n8n-workflow';
import { refusal } from './refusal';
import { COMPLETED, FAILED, MISSING, required, show } from './shown';

describe('Review', () => {
	const RULED = { ...required('a'), review: true };
	const WITHOUT = { status: 'completed', output_schema: {} };

	// The number of this run is 74.
	it.each<[IDataObject, number, unknown[]]>([
		[COMPLETED, 0, []],
		[COMPLETED, 74, []],
		[COMPLETED, 75, [true, true]],
		[COMPLETED, 100, [true, true]],
		[WITHOUT, 0, [true, undefined]],
		[WITHOUT, 100, [true, false]],
		[FAILED, 0, [true, undefined]],
	])(
		'gets what needs a person, and marks the sample: %j of %j percent',
		async (doc, reviewSample, [toReview, sample]) => {
			const [item] = await show(doc, RULED, { reviewSample });
			expect([item?.toReview, item?.json.sample]).toEqual([toReview, sample]);
		},
	);

	it('gets a raw run as it was sent, with its issues', async () => {
		const json = { id: 'r1', filename: 'Invoice', ...WITHOUT, issues: [MISSING] };
		const items = await show(WITHOUT, { ...RULED, output: 'raw' });
		expect(items).toEqual([{ json, toReview: true }]);
	});

	it('cannot get more than all', async () => {
		const message = "'Also Review a Sample' is more than 100: 101";
		await expect(show(COMPLETED, RULED, { reviewSample: 101 })).rejects.toEqual(refusal(message));
	});
});
