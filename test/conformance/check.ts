import type { Dialect } from '../sandbox/dialect';
import { Account, type AccountOptions } from './account';
import { type Answer, type Conversation, NothingLeft, Stopped } from './conversation';
import { cannotTell, CannotTell, type Finding, type Probe, type Row } from './finding';
import { probes } from './probes';
import { NoAnswer } from './sender';

/**
 * Runs all probes in turn and reports each row as soon as it is known. Returns null, or why the check ended
 * early.
 */
export async function check(
	conversation: Conversation,
	options: AccountOptions,
	onRow: (row: Row) => unknown,
): Promise<string | null> {
	const examineAll = async () => {
		const account = await Account.open(conversation, options);
		for (const probe of probes) {
			const { number, point } = probe;
			await onRow({ number, point, ...(await findingOf(probe, account)) });
		}
		return null;
	};
	return await examineAll().catch((error: unknown) => {
		if (error instanceof Stopped) return error.message;
		if (error instanceof NoAnswer) return `The service gave no answer: ${error.message}`;
		throw error;
	});
}

/** @throws Stopped */
async function findingOf({ requests = [], judge }: Probe, account: Account): Promise<Finding> {
	const examine = async () => {
		const answers: Answer[] = [];
		for (const request of requests) answers.push(await account.conversation.ask(request));
		return await judge(account, answers);
	};
	return await examine().catch((error: unknown): Finding => {
		if (error instanceof Stopped) throw error;
		if (error instanceof CannotTell) return cannotTell(error.message);
		if (error instanceof NoAnswer) return cannotTell(`No answer came: ${error.message}`);
		if (error instanceof NothingLeft) {
			return { result: 'not tried', found: 'All that may be submitted is submitted' };
		}
		// The message of the error may quote the service, so only the name of the error is shown.
		return cannotTell(`The probe broke down: ${error instanceof Error ? error.name : 'unknown'}`);
	});
}

/** The dialect that all findings together describe, for the sandbox. */
export const dialectOf = (rows: Row[]): Partial<Dialect> =>
	Object.assign({}, ...rows.map(({ dialect }) => dialect));
