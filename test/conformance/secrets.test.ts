import { isObject } from '../../nodes/DocScore/service/json';
import { maskOf } from '../../nodes/DocScore/service/secrets';
import { FORMS } from '../harness/jest/quotedForms';
import type { Sandbox } from '../harness/sandbox/sandbox';
import { useSandbox } from '../harness/sandbox/useSandbox';
import { checkSandbox } from './checked';
import { filesOf, lineOf, summaryOf } from './report';
import { httpSender, type Sender } from './sender';

let sandbox: Sandbox;
useSandbox((opened) => (sandbox = opened));

/** Keys whose values probes must be able to read. All other texts quote the key. */
const KEPT = ['id', 'doc_id', 'created_time', 'statusCode', 'filenameUrl'];

/** Adds the quoted key to every text and name that a service can choose. */
function quoting(value: unknown, quoted: string, name = ''): unknown {
	if (typeof value === 'string') return KEPT.includes(name) ? value : `${value} ${quoted}`;
	if (Array.isArray(value)) return value.map((each) => quoting(each, quoted));
	if (!isObject(value)) return value;
	const entries = Object.entries(value).map(([key, each]) => [key, quoting(each, quoted, key)]);
	return { ...Object.fromEntries(entries), [quoted]: quoted, note: quoted, code: [quoted] };
}

/** A service that quotes the request wherever it can. */
const indiscreet =
	(quoted: string, isEscaped: boolean): Sender =>
	async (request, signal) => {
		const answer = await httpSender(request, signal);
		if (request.method === 'GET') return answer;
		const body: unknown = JSON.parse(answer.text);
		const text = JSON.stringify(quoting(body, isEscaped ? 'QUOTED' : quoted));
		const headers = {
			...answer.headers,
			location: quoted,
			'x-key': quoted,
			'content-type': quoted,
		};
		return { ...answer, headers, text: isEscaped ? text.replaceAll('QUOTED', quoted) : text };
	};

/** All texts that a check writes or prints. */
async function textsOf(send: Sender): Promise<Record<string, string>> {
	const { rows, conversation } = await checkSandbox(sandbox, {}, { send });
	const occasion = {
		version: '1.2.3',
		ofSandbox: false,
		spend: 5,
		spent: conversation.spent,
		requests: conversation.exchanges.length,
		tookMs: 1,
		ended: null,
	};
	const { key } = sandbox;
	expect(rows.length).toBeGreaterThan(40);
	return {
		...filesOf(rows, occasion, key),
		screen: [...rows.map(lineOf), summaryOf(rows)].join('\n'),
	};
}

describe('no report or output contains the key in any encoding', () => {
	test.each(Object.entries(FORMS))('%s', async (name, form) => {
		const quoted = [...sandbox.key].map(form).join('');
		const texts = await textsOf(indiscreet(quoted, /json/i.test(name)));
		for (const text of Object.values(texts)) {
			expect(text).not.toContain(quoted);
			expect(maskOf(sandbox.key)(text)).toBe(text);
		}
	});
});

test('a report masks the key even in its own findings', () => {
	const row = { number: 1, point: 'Order', result: 'differs' as const, found: '', means: '' };
	const occasion = { version: '1', ofSandbox: false, spend: 0, spent: 0, requests: 0, tookMs: 0 };
	const quoting = { ...row, found: `By ${sandbox.key}`, means: sandbox.key };
	const { report } = filesOf([quoting], { ...occasion, ended: sandbox.key }, sandbox.key);
	expect(report).toContain('By (API Key)');
	expect(report).not.toContain(sandbox.key);
});

test('reports contain no names, values, IDs and addresses of the account', async () => {
	const texts = await textsOf(httpSender);
	const ids = (await sandbox.control.runs()).map(({ id }) => id);
	const ours = [
		...ids,
		...['Today', 'Under way', 'Invoice', 'Broken', 'Accounting', '4500017832', 'department'],
		...['invoice_number', 'could not be read', 'org_sandbox', 'page.pdf', 'files.example.com'],
		...[sandbox.templates.invoice, sandbox.baseUrl, new URL(sandbox.baseUrl).host, '127.0.0.1'],
	];
	for (const text of Object.values(texts)) {
		expect(ours.filter((each) => text.includes(each))).toEqual([]);
	}
});
