import { parse } from 'yaml';
import { name, version } from '../../package.json';
import { dependencies } from '../e2e/install/n8n2/package.json';
import { COMPOSE_FILE, filledIn, readServices } from '../e2e/harness/compose/composeFile';
import { join, readFile } from '../node';

const KNOWN = { POSTGRES_PASSWORD: 'a', N8N_ENCRYPTION_KEY: 'b' };
const ADDRESS = { WEBHOOK_URL: 'https://n8n.example.com/' };

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

	it('has main and two workers with the same settings', async () => {
		const { main, worker } = await readServices<'main' | 'worker'>({ ...KNOWN, ...ADDRESS });
		expect(worker).toMatchObject({ command: 'worker', deploy: { replicas: 2 } });
		expect(main.command).toBeUndefined();
		expect(main.environment).toMatchObject({ ...ADDRESS, EXECUTIONS_MODE: 'queue' });
		expect(worker.environment).toEqual(main.environment);
		expect(worker.build).toEqual(main.build);
	});

	it('fails to start if the user has not set the required variables', async () => {
		const text = await read();
		expect(() => filledIn(text, KNOWN)).toThrow('WEBHOOK_URL is missing: such as https://');
		expect(filledIn(text, { ...KNOWN, ...ADDRESS })).not.toContain('${');
	});
});
