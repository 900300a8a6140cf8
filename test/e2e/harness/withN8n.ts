import { process } from '../../node';
import { type Sandbox, startSandbox } from '../../harness/sandbox/sandbox';
import { N8n, type N8nOptions } from './n8n';
import { runningN8n } from './runningN8n';

/** Path of the packed package that all tests share, see globalSetup.ts. */
export function packedPackage(): string {
	const tarball = runningN8n() === null ? process.env.DOCSCORE_TARBALL : '';
	if (tarball === undefined) throw new Error('The package was not packed');
	return tarball;
}

/** An n8n and a sandbox for one test file, and a credential that connects them. */
export class N8nWithSandbox {
	private startedSandbox: Sandbox | undefined;

	private startedN8n: N8n | undefined;

	private credentialId = '';

	/** @param options of its n8n */
	constructor(name: string, options: Pick<N8nOptions, 'install' | 'environment'> = {}) {
		beforeAll(async () => {
			this.startedSandbox = await startSandbox();
			this.startedN8n = await N8n.start({ name, tarball: packedPackage(), ...options });
			this.credentialId = await this.n8n.api.createCredential(credentialFor(this.sandbox));
		}, STARTS_WITHIN_MS);
		afterAll(async () => {
			await this.startedN8n?.stop();
			await this.startedSandbox?.stop();
		});
	}

	get n8n(): N8n {
		return started(this.startedN8n);
	}

	get sandbox(): Sandbox {
		return started(this.startedSandbox);
	}

	/** The value for `credentials` of a node. */
	get credentials() {
		return { docScoreApi: { id: this.credentialId, name: CREDENTIAL_NAME } };
	}
}

const STARTS_WITHIN_MS = 240_000;

function started<Part>(part: Part | undefined): Part {
	if (part !== undefined) return part;
	throw new Error('n8n and the sandbox are available only in tests');
}

const CREDENTIAL_NAME = 'DocScore';

export const credentialFor = ({ key, baseUrl }: Sandbox) => ({
	name: CREDENTIAL_NAME,
	type: 'docScoreApi',
	data: { apiKey: key, baseUrl },
});
