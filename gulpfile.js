const { spawn } = require('node:child_process');
const { rm } = require('node:fs/promises');
const { dest, parallel, series, src, watch } = require('gulp');

const icons = 'icons/*.svg';
const codex = 'nodes/**/*.node.json';
// The output previews that n8n's editor shows before the first run.
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

const rebuildOnChange = () => watch([...sources, icons, codex, previews], build);

module.exports = { build, default: build, watch: series(build, rebuildOnChange) };
