import { hasRelease, newestSection } from '../release/changelog';
import { missingFor, type ReleaseState } from '../release/missing';

const CHANGELOG = `# Changelog

## 1.2.3 (2026-11-22)

### Added

- One thing.
- Another.

### Saved workflows

- Nothing changes.

## 1.2.2 (2026-10-01)

- An older thing.
`;

const READY: ReleaseState = {
	manifest: {
		name: 'n8n-nodes-docscore',
		version: '1.2.3',
		author: { email: 'somebody@docscore.org' },
		repository: { url: 'git+https://github.com/somebody/docscore.git' },
		n8n: { credentials: ['dist/a.js'], nodes: ['dist/b.js'] },
	},
	lockedVersion: '1.2.3',
	changelog: CHANGELOG,
	baseline: '1.2.3',
	tags: ['v1.2.2'],
	uncommitted: [],
	repository: 'https://github.com/somebody/docscore',
	packed: ['package.json', 'dist/a.js', 'dist/b.js'],
	today: '2026-11-22',
};

const withManifest = (changed: object): Partial<ReleaseState> => ({
	manifest: { ...READY.manifest, ...changed },
});

const withSection = (text: string): Partial<ReleaseState> => ({
	changelog: `## 1.2.3 (2026-11-22)\n\n${text}\n`,
});

test('a complete release has no problems, before and after the tag is pushed', () => {
	expect(missingFor(READY)).toEqual([]);
	expect(missingFor({ ...READY, tag: 'v1.2.3', tags: ['v1.2.3'] })).toEqual([]);
	expect(missingFor({ ...READY, repository: 'git@github.com:somebody/docscore.git' })).toEqual([]);
	expect(missingFor({ ...READY, repository: undefined })).toEqual([]);
});

test('a prerelease is complete without a form of its own', () => {
	const version = '1.2.3-beta.1';
	const changelog = CHANGELOG.replace('1.2.3', version);
	const beta = { ...READY, ...withManifest({ version }), lockedVersion: version, changelog };
	expect(missingFor({ ...beta, baseline: '1.2.2', tag: `v${version}` })).toEqual([]);
	expect(missingFor({ ...READY, baseline: '1.2.2' })).toEqual([
		expect.stringMatching(/^The saved form is that of 1\.2\.2: run npx tsx .*write\.ts$/),
	]);
});

test.each<[string, Partial<ReleaseState>, RegExp]>([
	['a version that npm orders otherwise', withManifest({ version: '1.2' }), /1\.2 is not of the/],
	[
		'another version in the lock file',
		{ lockedVersion: '1.2.2' },
		/package-lock.json has .* 1\.2\.2/,
	],
	['an older section', withManifest({ version: '1.2.4' }), /begins with 1\.2\.3: add .* 1\.2\.4/],
	['no section', { changelog: '# Changelog\n' }, /begins with no version/],
	['no date', { changelog: '## 1.2.3 (unreleased)\n\n- It.\n' }, /"unreleased" is not a date/],
	['no day', { changelog: '## 1.2.3 (2026-02-30)\n\n- It.\n' }, /"2026-02-30" is not a date/],
	['a day to come', { today: '2026-11-21' }, /2026-11-22, .* in the future/],
	[
		'nothing to say',
		{ changelog: '## 1.2.3 (2026-11-22)\n\n## 1.2.2 (x)\n\n- It.\n' },
		/no text about/,
	],
	[
		'an unknown kind',
		withSection('### New\n\n- It.'),
		/"New" is none of Added, Changed, Fixed, Saved w/,
	],
	['a kind without entries', withSection('### Fixed\n\n### Added\n'), /"Fixed" lists nothing/],
	[
		'kinds in another order',
		withSection('### Fixed\n\n- A.\n\n### Added\n\n- B.'),
		/order is Added, Fixed/,
	],
	[
		'a kind twice',
		withSection('### Fixed\n\n- A.\n\n### Fixed\n\n- B.'),
		/order is Fixed, each once/,
	],
	['entries without a kind', withSection('- It.'), /begins without a heading of Added, Changed/],
	[
		'another kind of prerelease',
		withManifest({ version: '1.2.3-rc1' }),
		/1\.2\.3 or 1\.2\.3-beta\.1/,
	],
	['another tag', { tag: 'v1.2.2' }, /tag is v1\.2\.2, but/],
	['a tag that was used', { tags: ['v1.2.3'] }, /tag v1\.2\.3 already exists/],
	['changes', { uncommitted: [' M README.md', '?? new.ts'] }, /M README.md, 2 files in all/],
	['a made-up author', withManifest({ author: { email: 'a@example.com' } }), /nobody reads/],
	['another repository', { repository: 'https://github.com/else/docscore' }, /else\/docscore; npm/],
	['nothing built', { packed: ['dist/a.js'] }, /Not built: dist\/b\.js/],
])('reports %s', (_, changed, message) => {
	const missing = missingFor({ ...READY, ...changed });
	expect(missing).toContainEqual(expect.stringMatching(message));
});

test('the release notes are the newest section of the changelog', () => {
	expect(newestSection(CHANGELOG)).toEqual({
		version: '1.2.3',
		date: '2026-11-22',
		text: '### Added\n\n- One thing.\n- Another.\n\n### Saved workflows\n\n- Nothing changes.',
	});
	expect(newestSection(CHANGELOG.replace(/\n## 1\.2\.2[^]*/, ''))?.text).toContain('- Another.');
});

test.each([
	['## 0.1.0 (unreleased)\n\n- It.\n', false],
	['## 0.1.0 (unreleased)\n\n- It.\n\n## 0.1.0-beta.1 (2026-11-22)\n\n- It.\n', false],
	['## 0.2.0 (unreleased)\n\n- It.\n\n## 0.1.0 (2026-11-22)\n\n- It.\n', true],
])('workflows are saved with a form after the first release: %j', (changelog, expected) => {
	expect(hasRelease(changelog)).toBe(expected);
});
