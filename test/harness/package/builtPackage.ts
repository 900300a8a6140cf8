import '../n8n/environment';
import { PackageDirectoryLoader } from 'n8n-core';
import type { INodeType } from 'n8n-workflow';
import { createRequire, join } from '../../node';

/** What Node.js has loaded, as n8n's loader uses it. */
const { cache } = createRequire(require.resolve('n8n-core'));

/** The nodes of a built package, loaded like an installed package in n8n. */
export async function loadPackage(directory: string): Promise<Record<string, INodeType>> {
	unload(join(directory, 'dist'));
	const loader = new PackageDirectoryLoader(directory);
	await loader.loadAll();
	const loaded = Object.entries(loader.nodeTypes).flatMap(([name, { type }]) =>
		'nodeVersions' in type ? [] : [[name, type] as const],
	);
	return Object.fromEntries(loaded);
}

/** The loader changes nodes, so it must not get those that it loaded for another test file. */
function unload(folder: string): void {
	for (const file of Object.keys(cache)) if (file.startsWith(folder)) delete cache[file];
}
