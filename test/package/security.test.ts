import manifest from '../../package.json';
import { join, readdir, readFile } from '../node';

/** Promises of SECURITY.md about the build. */

/** The built code by path. */
async function builtCode(): Promise<Map<string, string>> {
	const paths = (await readdir('dist', { recursive: true })).filter((path) => path.endsWith('.js'));
	const texts = paths.map(async (path) => await readFile(join('dist', path), 'utf8'));
	return new Map((await Promise.all(texts)).map((text, at) => [paths[at] ?? '', text]));
}

it('the only dependency of the package is n8n-workflow, which n8n provides', () => {
	expect(Object.keys(manifest)).not.toContain('dependencies');
	expect(Object.keys(manifest)).not.toContain('optionalDependencies');
	expect(manifest.peerDependencies).toEqual({ 'n8n-workflow': '*' });
});

it('the code of the package loads no module for files or programs, and evaluates no code', async () => {
	const code = await builtCode();
	expect(code.size).toBeGreaterThan(100);
	const loaded = new Set<string>();
	for (const [path, text] of code) {
		for (const [, name = ''] of text.matchAll(/\b(?:require|import)\(["']([^"']+)/g)) {
			if (!name.startsWith('.')) loaded.add(name);
		}
		const evaluating = text.match(
			/\beval\(|\bnew Function\(|\bFunction\(|\bprocess\.|\brequire\([^"']/,
		);
		expect([path, evaluating?.[0]]).toEqual([path, undefined]);
	}
	expect([...loaded].sort()).toEqual(['crypto', 'n8n-workflow']);
});
