import { parse } from 'yaml';
import { name, version } from '../../package.json';
import { dependencies } from '../e2e/install/n8n2/package.json';
import { COMPOSE_FILE } from '../e2e/harness/compose/composeFile';
import { join, readFile } from '../node';

const read = async () => await readFile(COMPOSE_FILE, 'utf8');

describe(COMPOSE_FILE, () => {
	it('uses the n8n that the package is tested with', async () => {
		const [, ofImage] = /FROM \S+:(\S+)$/m.exec(await read()) ?? [];
		expect(ofImage).toBe(dependencies.n8n);
	});

	it('has the n8n whose image the workflow for end-to-end tests starts', async () => {
		const path = join('.github', 'workflows', 'e2e.yml');
		const workflow: { jobs: { image: { strategy: { matrix: { tag: string[] } } } } } = parse(
			await readFile(path, 'utf8'),
		);
		expect(workflow.jobs.image.strategy.matrix.tag).toEqual([dependencies.n8n, 'next']);
	});

	it('pins this version of the package, so that a rebuilt image contains no other', async () => {
		expect(await read()).toContain(` ${name}@${version}\n`);
	});
});
