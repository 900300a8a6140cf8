import { randomBytes } from 'crypto';
import { delimiter, dirname, join, mkdir, mkdtemp, process, rm, tmpdir } from '../../node';
import { unpackInto } from '../../harness/package/pack';
import { installN8n } from './install';
import { freePort } from './ports';
import { isN8n1 } from './release';

const QUIET = {
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_SECURE_COOKIE: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
};

/** The setting that the README requires for n8n 1.x. Later releases use it by default. */
const FOR_N8N_1 = { N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem' };

/** Installs a packed package in the folder where n8n in this home looks for community nodes. */
export type Install = (home: string, tarball: string) => Promise<void>;

const packageIn = (home: string): string =>
	join(home, '.n8n', 'nodes', 'node_modules', 'n8n-nodes-docscore');

export const unpack: Install = async (home, tarball) => await unpackInto(packageIn(home), tarball);

/** The home folder of one n8n process, with the package installed. */
export class UserFolder {
	private constructor(private readonly path: string) {}

	static async create(tarball: string, install: Install = unpack): Promise<UserFolder> {
		const folder = new UserFolder(await mkdtemp(join(tmpdir(), 'docscore-n8n-')));
		await mkdir(folder.files);
		await mkdir(folder.temporary);
		await install(folder.path, tarball);
		return folder;
	}

	/** The folder that workflows can read and write. */
	get files(): string {
		return join(this.path, 'files');
	}

	private get temporary(): string {
		return join(this.path, 'tmp');
	}

	/** The folder of n8n's data. */
	get data(): string {
		return join(this.path, '.n8n');
	}

	/** The folder of the installed package. */
	get package(): string {
		return packageIn(this.path);
	}

	/** All environment variables of n8n. Those of this process are not passed on, except for PATH. */
	async environment(): Promise<Record<string, string>> {
		const { node, root } = await installN8n();
		return {
			...QUIET,
			...(isN8n1() ? FOR_N8N_1 : {}),
			// Without it, each start compiles n8n again.
			NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled'),
			PATH: [dirname(node), process.env.PATH].join(delimiter),
			HOME: this.path,
			TMPDIR: this.temporary,
			N8N_USER_FOLDER: this.path,
			N8N_LISTEN_ADDRESS: '127.0.0.1',
			N8N_RUNNERS_BROKER_PORT: String(await freePort()),
			N8N_RESTRICT_FILE_ACCESS_TO: this.files,
			N8N_ENCRYPTION_KEY: randomBytes(24).toString('hex'),
		};
	}

	async remove(): Promise<void> {
		await rm(this.path, { recursive: true, force: true });
	}
}
