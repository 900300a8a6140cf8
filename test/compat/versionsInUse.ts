import { join, readFile } from '../node';

/** The versions of n8n's packages that imports here resolve to. */
export async function versionsInUse(): Promise<Record<string, string>> {
	const versions = ['n8n-core', 'n8n-workflow'].map(async (name) => [name, await versionOf(name)]);
	return Object.fromEntries(await Promise.all(versions));
}

async function versionOf(name: string): Promise<string> {
	const [folder = ''] = require.resolve(name).split(`${name}/dist/`);
	const text = await readFile(join(folder, name, 'package.json'), 'utf8');
	const { version }: { version: string } = JSON.parse(text);
	return version;
}
