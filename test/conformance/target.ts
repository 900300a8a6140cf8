import { startSandbox } from '../harness/sandbox/sandbox';
import { process } from '../node';
import { wavOf } from '../sandbox/samples/audio';
import { receiptPng } from '../sandbox/samples/receiptPng';
import type { AccountOptions } from './account';
import { ask } from './ask';
import { Stopped } from './conversation';
import type { Options } from './options';
import { seedAccount } from './seededAccount';

/** The service to check, and the options. */
export interface Target extends AccountOptions {
	baseUrl: string;
	key: string;
	spend: number;
	stop(): Promise<void>;
}

/** The service of the command line, with the key of the user. @throws Stopped if the user cancels */
export async function serviceTarget(
	service: NonNullable<Options['service']>,
	{ fileUrls, recording, spend }: Options,
	interrupt: AbortController,
): Promise<Target> {
	const question = 'API key (it is not shown, nor kept): ';
	const key = process.env.DOCSCORE_API_KEY || (await ask(question, { hidden: true, interrupt }));
	if (key === '') throw new Stopped('There is no key: set DOCSCORE_API_KEY, or type it when asked');
	return { ...service, key, fileUrls, recording, spend, stop: async () => {} };
}

/** A sandbox with some runs, where all submissions are free. */
export async function sandboxTarget(): Promise<Target> {
	const sandbox = await startSandbox();
	await seedAccount(sandbox.control);
	const png = (await receiptPng()).toString('base64');
	return {
		baseUrl: sandbox.baseUrl,
		key: sandbox.key,
		templateId: sandbox.templates.receipt,
		fileUrls: [await sandbox.control.putFile('receipt.png', png, 'image/png')],
		recording: new File([wavOf(800)], 'call.wav'),
		spend: 5,
		stop: sandbox.stop,
	};
}

/** The announcement of what the check will do. */
export function planOf({ baseUrl, spend, fileUrls, recording }: Target): string {
	const uses = [
		...(fileUrls.length > 0 ? ['the document', 'the same again'] : []),
		'a document that is not there, if no run has failed yet',
		...(recording ? ['the recording'] : []),
		...(fileUrls.length > 0 ? ['the document without a name'] : []),
	];
	const spends =
		spend === 0
			? 'It submits nothing.'
			: `It submits at most ${spend}, each once, in this order as far as that goes: ${uses.join('; ')}.`;
	return [
		`This reads runs, their details and a template at ${new URL(baseUrl).host}: some 150 requests in`,
		`one to five minutes, at most 5 a second. Some of them are wrong on purpose, two with a wrong key.`,
		spends,
		'It writes conformance.md and dialect.json here, without keys, names, values and addresses.',
	].join('\n');
}
