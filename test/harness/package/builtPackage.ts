import '../n8n/environment';
import { PackageDirectoryLoader } from 'n8n-core';
import type { INodeType } from 'n8n-workflow';

/** The nodes of a built package, loaded like an installed package in n8n. */
export async function loadPackage(directory: string): Promise<Record<string, INodeType>> {
	const loader = new PackageDirectoryLoader(directory);
	await loader.loadAll();
	const loaded = Object.entries(loader.nodeTypes).flatMap(([name, { type }]) =>
		'nodeVersions' in type ? [] : [[name, type] as const],
	);
	return Object.fromEntries(loaded);
}
