import type { RunReader } from '../../../nodes/DocScore/service/client';
import { CancelledError } from '../../../nodes/DocScore/service/errors';
import { readRun } from '../../../nodes/DocScore/service/readRun';
import { isSameAccount } from '../../../nodes/DocScore/trigger/account';
import { State } from '../../../nodes/DocScore/trigger/state';
import { failure } from '../runs/fakeService';

const ANSWERS: Record<string, Error> = {
	gone: failure(404),
	invalid: failure(400),
	'key rejected': failure(401),
	busy: failure(429, { transient: true }),
	broken: failure(500),
	redirected: failure(302),
	'at another path': failure(404, { isWrongPath: true }),
	stopped: new CancelledError('Stopped'),
	'cut off': failure(undefined, { outcome: 'unknown', transient: true }),
};

/** Answers as an ID says behind its number: "1 gone". */
const reader: RunReader = {
	details: async (id) => {
		const error = ANSWERS[id.replace(/^\d /, '')];
		if (error) throw error;
		const run = readRun({ doc: { id, status: 'completed' } });
		if (run === null) throw new Error('No run');
		return await Promise.resolve(run);
	},
};

const isSame = async (...answers: string[]) => {
	const known = new State({ workflow: 'w', account: 'a', filters: '{}', events: [] });
	known.ended = answers.map((answer, index) => `${index} ${answer}`);
	return await isSameAccount(known, reader);
};

test.each([[['there']], [['gone', 'there']], [['broken', 'there']], [['there', 'gone', 'gone']]])(
	'another key reads the same account if its runs are %j',
	async (answers) => {
		expect(await isSame(...answers)).toBe(true);
	},
);

test.each([[[]], [['gone']], [['invalid', 'gone']], [['there', 'gone', 'gone', 'gone']]])(
	'another key reads another account if its runs are %j',
	async (answers) => {
		expect(await isSame(...answers)).toBe(false);
	},
);

test.each([
	'key rejected',
	'busy',
	'broken',
	'redirected',
	'at another path',
	'stopped',
	'cut off',
])('whether another key reads the same account is open if a run is %s', async (answer) => {
	await expect(isSame('gone', answer)).rejects.toBe(ANSWERS[answer]);
});
