import { installN8n } from '../test/e2e/harness/install';
import { type Packed, packInto, unpackInto } from '../test/harness/package/pack';
import { join, mkdtemp, rm, tmpdir } from '../test/node';
import type { WorkerSetup } from './n8n/startWorker';

export interface Setup extends WorkerSetup {
	packed: Packed;
	/** Unpacks a package where it can import n8n's modules. Resolves to its folder. */
	unpack(tarball: string): Promise<string>;
	remove(): Promise<void>;
}

/** Installs n8n if necessary, packs the package and unpacks it for n8n. */
export async function setUp(): Promise<Setup> {
	const { root, node } = await installN8n();
	const folder = await mkdtemp(join(root, 'node_modules', '.docscore-bench-'));
	const userFolder = await mkdtemp(join(tmpdir(), 'docscore-bench-'));
	const packed = await packInto(folder);
	const unpack = async (tarball: string) => {
		const target = await mkdtemp(join(folder, 'unpacked-'));
		await unpackInto(target, tarball);
		return target;
	};
	return {
		n8n: root,
		node,
		ownPackage: await unpack(packed.path),
		userFolder,
		packed,
		unpack,
		remove: async () => {
			await rm(folder, { recursive: true });
			await rm(userFolder, { recursive: true });
		},
	};
}
