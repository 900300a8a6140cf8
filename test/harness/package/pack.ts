import { execFile, join, mkdir, process, promisify } from '../../node';

const run = promisify(execFile);

export interface Packed {
	/** Path of the tarball that npm would publish. */
	path: string;
	unpackedSize: number;
	files: Array<{ path: string }>;
}

/** Packs the built package into this folder. */
export async function packInto(folder: string): Promise<Packed> {
	const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
	const { stdout } = await run('npm', args, { cwd: process.cwd() });
	const [packed]: Array<{ filename: string } & Omit<Packed, 'path'>> = JSON.parse(stdout);
	if (!packed) throw new Error('Nothing was packed');
	const { filename, unpackedSize, files } = packed;
	return { path: join(folder, filename), unpackedSize, files };
}

/** Unpacks a tarball into this folder, which is created if necessary. */
export async function unpackInto(folder: string, tarball: string): Promise<void> {
	await mkdir(folder, { recursive: true });
	await run('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1']);
}
