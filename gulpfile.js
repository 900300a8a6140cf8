const { spawn } = require('node:child_process');
const { readFile, readdir, rm } = require('node:fs/promises');
const { pipeline } = require('node:stream/promises');
const { dest, parallel, series, src, watch } = require('gulp');

const icons = 'icons/*.svg';
const codex = 'nodes/**/*.node.json';
// What n8n's editor shows of an operation's output before anything has run.
const previews = 'nodes/**/__schema__/**/*.json';
const sources = ['credentials/**/*.ts', 'nodes/**/*.ts'];

const clean = () => rm('dist', { recursive: true, force: true });

const compile = () =>
	spawn(process.execPath, [require.resolve('typescript/bin/tsc'), '-p', '.'], {
		stdio: 'inherit',
	});

const copyIcons = () => src(icons, { encoding: false }).pipe(dest('dist/icons'));

const copyCodex = () => src(codex).pipe(dest('dist/nodes'));

const copyPreviews = () => src(previews).pipe(dest('dist/nodes'));

const build = series(clean, parallel(compile, copyIcons, copyCodex, copyPreviews));

// The pictures of the README and the documents, as the tests in the real n8n took them.
const pictures = async () => {
	const documents = (await readdir('docs')).filter((name) => name.endsWith('.md'));
	const paths = ['README.md', ...documents.map((name) => `docs/${name}`)];
	const texts = await Promise.all(paths.map((path) => readFile(path, 'utf8')));
	const names = Array.from(
		texts.join('\n').matchAll(/\bpictures\/([\w-]+\.(?:gif|png))/g),
		([, name]) => name,
	);
	const taken = names.map((name) => `test/e2e/pictures/${name}`);
	await pipeline(src(taken, { encoding: false }), dest('docs/pictures'));
};

const rebuildOnChange = () => watch([...sources, icons, codex, previews], build);

module.exports = { build, pictures, default: build, watch: series(build, rebuildOnChange) };
