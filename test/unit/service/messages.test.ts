import { InputError } from '../../../nodes/DocScore/engine/input/inputError';
import { toNodeError } from '../../../nodes/DocScore/engine/errors';
import { RunError, ServiceError } from '../../../nodes/DocScore/service/errors';
import { saidBy, withoutPermits } from '../../../nodes/DocScore/service/messages';
import { nodeOf } from '../../harness/n8n/nodeOf';

const LINK = 'https://ana:pw-1@files.example.com/a/b.pdf?X-Amz-Signature=sig-1&name=x#part-1';

it('The words of the service are quoted without the white space around them', () => {
	expect(saidBy(' Disk full \n')).toBe('The service says: Disk full');
});

describe('A link in an error', () => {
	it.each([
		[LINK, 'https://files.example.com/a/b.pdf?…'],
		[
			`No (${LINK}), or "${LINK}".`,
			'No (https://files.example.com/a/b.pdf?… or "https://files.example.com/a/b.pdf?…".',
		],
		['See https://a.example/x.', 'See https://a.example/x.'],
		['HTTP://ANA@A.example:80/', 'HTTP://A.example:80/'],
		['What? Mail ana@a.example', 'What? Mail ana@a.example'],
	])('is shown without what opens it: %s', (text, shown) => {
		expect(withoutPermits(text)).toBe(shown);
	});

	it('is shown so in every message and advice', () => {
		const said = saidBy(`Cannot fetch ${LINK}`) ?? '';
		const details = { description: said, outcome: 'unknown', transient: false } as const;
		for (const error of [
			new ServiceError(said, details),
			new RunError(said, 'run-1', { description: said }),
			new InputError('File URLs', `${LINK} and more`, said, said),
			new Error(said),
		]) {
			const { message, description } = toNodeError(nodeOf('DocScore', 'x'), error);
			expect(message).toContain('https://files.example.com/a/b.pdf?…');
			expect(`${message} ${description}`).not.toMatch(/pw-1|sig-1|part-1/);
		}
	});

	it('is found in a long text without delay', () => {
		const long = `${'http://a'.repeat(100_000)}${'https://'.repeat(100_000)}`;
		expect(withoutPermits(long)).toHaveLength(long.length);
	});
});
