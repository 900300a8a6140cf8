import type { ExecutionError, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { SignedLinks } from '../../harness/n8n/signedLinks';
import { hintsOf } from '../../harness/n8n/runNode';
import { type Answer, SandboxProxy } from '../../harness/sandbox/sandboxProxy';
import { FileHost } from '../../harness/sandbox/fileHost';
import { SandboxedTrigger } from '../../harness/sandbox/sandboxedTrigger';

/** What a user reads: hints, issues and what a poll says have no advice of their own. */
export interface Told {
	message: string;
	advice?: string;
}

/** What somebody does that makes the nodes or the credential say something. */
export interface Provocation {
	/** The operation, or what else says it. */
	where: string;
	did: string;
	provoke(): Promise<Told | Told[]>;
}

/** The heading of a table in the page, and its rows. */
export interface Part {
	title: string;
	provocations: Provocation[];
}

type Run = Parameters<SandboxedTrigger['run']>[0];

/** All that provocations need; to be made once for the tests of a file. */
export class Stage {
	readonly node = new SandboxedTrigger();

	readonly links = new SignedLinks();

	readonly between = new SandboxProxy(this.node);

	readonly host = new FileHost();

	readonly time = useDrivenTime(this.node);

	get control() {
		return this.node.control;
	}

	/** The error of a run of the node. */
	readonly error = async (run: Run): Promise<Told> => toldBy((await this.node.run(run)).error);

	/** The same where the service gives this answer to whatever is asked. */
	async errorAt(answer: Answer | null, parameters: INodeParameters, more: Partial<Run> = {}) {
		this.between.change = async () => await Promise.resolve(answer);
		const { credential } = this.between;
		return await this.error({ parameters, credential, ...more });
	}

	/** What is shown beside the output. */
	readonly hints = async (run: Run): Promise<Told[]> =>
		hintsOf(await this.node.run(run)).map((message) => ({ message }));

	/** Bad input of one item. */
	readonly rejected = (
		where: string,
		did: string,
		parameters: INodeParameters,
		items?: INodeExecutionData[],
	): Provocation => ({
		where,
		did,
		provoke: async () => await this.error({ parameters, items }),
	});
}

export function toldBy(error: ExecutionError | Error | undefined): Told {
	if (!error) throw new Error('Nothing went wrong');
	const { description } = { description: undefined, ...error };
	return { message: error.message, advice: description ? String(description) : undefined };
}

/** What stands in an item of the error output. */
export const toldByItem = ({ json }: INodeExecutionData): Told => ({
	message: String(json.error),
	advice: String(json.message),
});

export const byId = (value: string) => ({ __rl: true, mode: 'id', value });

export const UNKNOWN = '5f0c2b1e-8a94-4d3b-9c61-0d5a7e4f2b18';
