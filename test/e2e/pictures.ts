import { FORMS, formDigests } from '../harness/package/forms';
import { cp, existsSync, join, process, readdir, readFile, writeFile } from '../node';
import { PICTURES } from './harness/editor';

/** Copies the pictures that the documents use from the output of the editor tests to docs/pictures. */
async function main(): Promise<void> {
	const pages = (await readdir('docs')).filter((name) => name.endsWith('.md'));
	const paths = ['README.md', ...pages.map((name) => join('docs', name))];
	const texts = await Promise.all(paths.map(async (path) => await readFile(path, 'utf8')));
	const names = texts.join('\n').matchAll(/\]\((?:docs\/)?pictures\/([\w-]+\.(?:gif|png))\)/g);
	for (const name of new Set([...names].map(([, each = '']) => each))) {
		// The animation stays if it was not recorded again.
		if (name.endsWith('.gif') && !existsSync(join(PICTURES, name))) continue;
		await cp(join(PICTURES, name), join('docs', 'pictures', name));
	}
	await writeFile(FORMS, `${JSON.stringify(formDigests(), null, '\t')}\n`);
}

main().catch((error: unknown) => {
	process.stderr.write(`${String(error)}\n`);
	process.exitCode = 1;
});
