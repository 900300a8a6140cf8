import { nodeOf } from '../../harness/n8n/nodeOf';
import { loadPackage } from '../../harness/package/builtPackage';
import { process, readFile } from '../../node';
import { hasRelease, newestSection } from '../../release/changelog';
import { WRITE_FORM } from '../../release/missing';
import { problemsOfNode } from '../savedNode';
import { breaks } from './breaks';
import { type Baseline, nodesOfExamples, readBaseline } from './file';
import type { Part } from './form';
import { presentParts } from './present';
import { reasonsToRefuse } from './refusal';

let baseline: Baseline;
let present: Part[];
/** What to do if a test fails. */
let advice: string;
let changelog: string;

beforeAll(async () => {
	[baseline, present] = await Promise.all([readBaseline(), presentParts()]);
	changelog = await readFile('CHANGELOG.md', 'utf8');
	advice = hasRelease(changelog)
		? `Workflows are saved with the form of ${baseline.version}. Keep what is told here, or change it in a new typeVersion only: docs/compatibility.md`
		: `Nothing is released yet: write the form anew with ${WRITE_FORM}, and read the changes`;
});

it('workflows that were saved with the last release work with the present form', () => {
	expect([advice, breaks(baseline.parts, present)]).toEqual([advice, []]);
});

it('nodes of the examples of the last release are valid with the present form', async () => {
	const nodes = Object.entries(await loadPackage(process.cwd()));
	const descriptions = Object.fromEntries(
		nodes.map(([name, { description }]) => [name, description]),
	);
	const problems = baseline.saved.flatMap(({ example, name, type, ...more }) =>
		problemsOfNode(nodeOf(name, type, more), descriptions).map(
			(problem) => `${example}: ${problem}`,
		),
	);
	expect(baseline.saved.length).toBeGreaterThan(9);
	expect([advice, problems]).toEqual([advice, []]);
});

it('the form is that of the newest version in the changelog, with all additions', async () => {
	const { version } = newestSection(changelog) ?? {};
	if (version !== baseline.version) return;
	const toDo = `If ${version} is released, begin the next one in CHANGELOG.md; if not, run ${WRITE_FORM}`;
	const now = { version, parts: present, saved: await nodesOfExamples() };
	expect([toDo, baseline]).toEqual([toDo, JSON.parse(JSON.stringify(now))]);
});

describe('the form is written anew', () => {
	const part = { at: 'node 1 > run > get > id', type: 'string' };
	const former = { version: '0.1.0', parts: [part], saved: [] };
	const unreleased = '## 0.1.0 (unreleased)\n\n- It.\n';
	const released = '## 0.1.0 (2026-12-24)\n\n- It.\n';
	const renamed = [{ ...part, at: 'node 1 > run > get > runId' }];
	const added = [part, { ...part, at: 'node 1 > run > get > why' }];

	it.each([
		['freely before the first release', unreleased, '0.1.0', renamed, []],
		['freely in its prereleases', unreleased, '0.1.0-beta.1', renamed, []],
		['with additions afterwards', released, '0.2.0', added, []],
		[
			'but never with a break',
			released,
			'0.2.0',
			renamed,
			[/0\.1\.0 would break: .* > id is gone/],
		],
		['and not for a prerelease', released, '0.2.0-beta.1', added, [/prerelease is not kept/]],
	])('%s', (_, log, version, parts, reasons) => {
		const refused = reasonsToRefuse({ former, parts, changelog: log, version });
		expect(refused).toEqual(reasons.map((reason) => expect.stringMatching(reason)));
	});
});
