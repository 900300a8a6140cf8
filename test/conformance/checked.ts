import type { Sandbox } from '../harness/sandbox/sandbox';
import type { SandboxControl } from '../sandbox/control';
import type { Dialect } from '../sandbox/dialect';
import { wavOf } from '../sandbox/samples/audio';
import { check } from './check';
import { Conversation, type ConversationOptions } from './conversation';
import type { Row } from './finding';
import { RUN_PLAN, seedAccount } from './seededAccount';
import { httpSender } from './sender';
import type { Time } from './time';

/** Options of a test. By default, everything that can be tried is tried. */
export type Asked = Partial<
	Pick<ConversationOptions, 'spend' | 'send' | 'signal' | 'key' | 'time' | 'timeoutMs'>
> & {
	/** Default: some weeks of an account. */
	seed?: (control: SandboxControl) => Promise<unknown>;
};

export interface Checked {
	rows: Row[];
	ended: string | null;
	conversation: Conversation;
}

/** The sandbox's manual clock, which moves forward with each wait. */
export async function drivenTime({ control }: Sandbox): Promise<Time> {
	let now = await control.now();
	return {
		now: () => now,
		wait: async (ms) => {
			now += ms;
			await control.advance(ms);
		},
	};
}

/** Checks a sandbox that has a manual clock, this dialect and some runs. */
export async function checkSandbox(
	sandbox: Sandbox,
	dialect: Partial<Dialect>,
	{ seed = seedAccount, ...asked }: Asked = {},
): Promise<Checked> {
	const { control, baseUrl, key, templates } = sandbox;
	const { time = await drivenTime(sandbox) } = asked;
	await control.setDialect(dialect);
	await seed(control);
	const outputSchema = { total: { value: '1', reasoning: null } };
	await control.setRunPlan({ ...RUN_PLAN, fixedResult: { outputSchema } });
	const conversation = new Conversation({
		baseUrl,
		key,
		send: httpSender,
		time,
		spend: 5,
		signal: new AbortController().signal,
		...asked,
	});
	const options = {
		templateId: templates.invoice,
		fileUrls: ['https://files.example.com/invoice.pdf'],
		recording: new File([wavOf(800)], 'call.wav'),
	};
	const rows: Row[] = [];
	const ended = await check(conversation, options, (row) => rows.push(row));
	return { rows, ended, conversation };
}
