import { noteRequestId, requestIdIn, requestIdOf } from '../../../nodes/DocScore/service/requestId';

describe('The request ID', () => {
	it.each([
		[{}, undefined],
		[{ 'cf-ray': 'c1' }, 'c1'],
		[{ 'cf-ray': 'c1', 'x-request-id': ' r1 ' }, 'r1'],
		[{ 'cf-ray': 'c1', 'x-request-id': ' ' }, 'c1'],
		[{ 'request-id': ['r1'] }, undefined],
		[{ 'request-id': 'r'.repeat(101) }, `${'r'.repeat(100)}…`],
	])('in the headers %j is %j', (headers, id) => {
		expect(requestIdIn(headers)).toBe(id);
	});

	it('is kept with its response', () => {
		expect(requestIdOf(noteRequestId({}, 'r1'))).toBe('r1');
		expect(requestIdOf(noteRequestId({}, undefined))).toBeUndefined();
	});
});
