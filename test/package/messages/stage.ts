import type { ExecutionError, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { SignedLinks } from '../../harness/n8n/signedLinks';
import { hintsOf } from '../../harness/n8n/runNode';
import { type Answer, SandboxProxy } from '../../harness/sandbox/sandboxProxy';
import { FileHost } from '../../harness/sandbox/fileHost';
import { SandboxedTrigger } from '../../harness/sandbox/sandboxedTrigger';

/** A visible message. Hints, issues and messages of polls have no advice. */
export interface Told {
	message: string;
	advice?: string;
}

/** An action that makes the nodes or the credential show a message. */
export interface Provocation {
	/** The operation or other source of the message. */
	where: string;
	did: string;
	provoke(): Promise<Told | Told[]>;
}

/** A table of the page: its heading and rows. */
export interface Part {
	title: string;
	provocations: Provocation[];
}

type Run = Parameters<SandboxedTrigger['run']>[0];

/** Everything that provocations need. Create it once for each test file. */
export class Stage {
	readonly node = new SandboxedTrigger();

	readonly links = new SignedLinks();

	readonly between = new SandboxProxy(this.node);

	readonly host = new FileHost();

	readonly time = useDrivenTime(this.node);

	get control() {
		return this.node.control;
	}

	/** The error of a node run. */
	readonly error = async (run: Run): Promise<Told> => toldBy((await this.node.run(run)).error);

	/** The error if the service gives this response to every request. */
	async errorAt(answer: Answer | null, parameters: INodeParameters, more: Partial<Run> = {}) {
		this.between.change = async () => await Promise.resolve(answer);
		const { credential } = this.between;
		return await this.error({ parameters, credential, ...more });
	}

	/** The hints of a node run. */
	readonly hints = async (run: Run): Promise<Told[]> =>
		hintsOf(await this.node.run(run)).map((message) => ({ message }));

	/** The error of an item with invalid input. */
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

/** The message in an item of the error output. */
export const toldByItem = ({ json }: INodeExecutionData): Told => ({
	message: String(json.error),
	advice: String(json.message),
});

export const byId = (value: string) => ({ __rl: true, mode: 'id', value });

export const UNKNOWN = '5f0c2b1e-8a94-4d3b-9c61-0d5a7e4f2b18';
