import lackingInEngines from '../compat/lacking.json';
import lackingInN8n1 from '../e2e/lacking.json';
import { join, readdir, readFile } from '../node';
import { PAGE, results, withTable } from '../versions/results';
import { releaseOf, TIERS } from '../versions/tiers';

const tiers = Object.values(TIERS);

describe('the table of releases in docs/compatibility.md', () => {
	it('contains the recorded results', async () => {
		const text = await readFile(PAGE, 'utf8');
		expect(withTable(text, await results())).toBe(text);
	});

	it('names releases that can be tested', async () => {
		for (const { n8n, what } of await results()) {
			const tier = tiers.find((each) => each.what === what);
			expect(tier?.releases).toContain(n8n);
		}
	});
});

it('each engine is tested every week', async () => {
	const workflow = await readFile(join('.github', 'workflows', 'versions.yml'), 'utf8');
	expect(workflow).toMatch(/schedule:\s+- cron: '\d+ \d+ \* \* \d'/);
	const [, list = ''] = /n8n: \[(.+)\]/.exec(workflow) ?? [];
	const asked = list.split(', ').map((text) => text.replaceAll("'", ''));
	const { compat } = TIERS;
	if (!compat) throw new Error('There is no tier compat');
	expect(asked.map((each) => releaseOf(compat, each))).toEqual(compat.releases);
});

it.each([
	['1.x and some of 2.x', lackingInEngines, ['test/nodes', 'test/compat/own']],
	['1.x', lackingInN8n1, ['test/e2e/n8n']],
])('skipped tests on %s exist', async (_, lacking, folders) => {
	const files = await Promise.all(
		folders.map(async (folder) =>
			(await readdir(folder, { recursive: true })).map((name) => join(folder, name)),
		),
	);
	const tests = files.flat().filter((path) => path.endsWith('.test.ts'));
	const texts = await Promise.all(tests.map(async (path) => await readFile(path, 'utf8')));
	const names = lacking.map(({ test }) => test.replace(/\(.*|\.\*.*|: \d.*/, ''));
	expect(names.filter((name) => !texts.join('\n').includes(name))).toEqual([]);
});
