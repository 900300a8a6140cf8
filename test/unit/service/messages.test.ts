import { InputError } from '../../../nodes/DocScore/engine/input/inputError';
import { toNodeError } from '../../../nodes/DocScore/engine/errors';
import { RunError, ServiceError } from '../../../nodes/DocScore/service/errors';
import {
	listed,
	saidBy,
	sentences,
	withoutPermits,
	withRequestId,
} from '../../../nodes/DocScore/service/messages';
import { nodeOf } from '../../harness/n8n/nodeOf';

const LINK = 'https://ana:pw-1@files.example.com/a/b.pdf?X-Amz-Signature=sig-1&name=x#part-1';

it('The words of the service are quoted without the white space around them', () => {
	expect(saidBy(' Disk full \n')).toBe('The service says: Disk full');
	expect(saidBy(' ', null)).toBeUndefined();
});

describe('The sentences of an error', () => {
	it('are on lines of their own and end with a full stop', () => {
		expect(sentences('Try again', undefined, ' ', 'Is it gone?\nLook', '…')).toBe(
			'Try again.\nIs it gone?\nLook.\n…',
		);
		expect(sentences('Version 2.0', 'Try again')).toBe('Version 2.0.\nTry again.');
		expect(sentences('Try again', null)).toBe('Try again');
		expect(sentences()).toBeUndefined();
	});

	it('end without a full stop after an ID, which people copy', () => {
		expect(sentences('Try again', 'Run ID: r1')).toBe('Try again.\nRun ID: r1');
	});

	it('contain the request ID if they mention the provider', () => {
		expect(withRequestId('Ask the provider', 'r1')).toBe('Ask the provider.\nRequest ID: r1');
		expect(withRequestId('Ask the provider', undefined)).toBe('Ask the provider');
		expect(withRequestId('Try again', 'r1')).toBe('Try again');
		expect(withRequestId(undefined, 'r1')).toBeUndefined();
	});

	it('list 20 entries at most, and how many are left', () => {
		const entries = Array.from({ length: 21 }, (_, index) => `${index}`);
		expect(listed(entries.slice(0, 20))).toBe(entries.slice(0, 20).join(', '));
		expect(listed(entries)).toBe(`${entries.slice(0, 20).join(', ')}, 1 more`);
		expect(listed(['x'.repeat(501)])).toBe(`${'x'.repeat(500)}…`);
		expect(listed([`x${' '.repeat(10_000)}y`])).toBe('x …');
	});
});

describe('A text from outside', () => {
	const node = nodeOf('DocScore', 'n8n-nodes-docscore.docScore');

	it.each([
		['<a href="https://b.example">Pay</a>', '‹a href="https://b.example"›Pay‹/a›'],
		['<img src=https://b.example/x.png', '‹img src=https://b.example/x.png'],
		['a < b > c, <<b>>', 'a ‹ b › c, ‹‹b›>'],
		['\u202efdp.exe\u2069 \u200bin\u00advoice\u0007', 'fdp.exe invoice'],
		['نمی\u200cخواهم & 👩\u200d👧 -> b', 'نمی\u200cخواهم & 👩\u200d👧 -> b'],
	])('is no tag in an error, and has nothing invisible: %j', (text, shown) => {
		const error = new RunError(`No ${text}`, 'r-1', { description: `Do not ${text}\nLeave it` });
		expect(toNodeError(node, error)).toMatchObject({
			message: `No ${shown}`,
			description: `Do not ${shown}.\nLeave it.`,
		});
	});
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
