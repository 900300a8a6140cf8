import { basename, dirname, join, normalize, readdir, readFile } from '../node';
import { MarkdownDocument } from './markdown';

const HOUSE = join('nodes', 'DocScore');

/** The folders that each file of the nodes imports from, as paths in nodes/DocScore. */
let imports: Map<string, string[]>;

beforeAll(async () => {
	const files = (await readdir(HOUSE, { recursive: true })).filter((file) => file.endsWith('.ts'));
	const known = new Set(files);
	imports = new Map();
	for (const file of files) {
		const text = await readFile(join(HOUSE, file), 'utf8');
		const targets = [...text.matchAll(/from '(\.[^']*)'/g)].map(([, target = '']) => {
			const path = normalize(join(dirname(file), target));
			return [`${path}.ts`, join(path, 'index.ts')].find((each) => known.has(each)) ?? target;
		});
		imports.set(file, targets);
	}
});

const roomOf = (file: string): string => file.replace(/[\\/].*/, '/');

/** The floors of the picture from top to bottom, each with its folders. */
async function floors(): Promise<string[][]> {
	const [picture = ''] = (await MarkdownDocument.read('CONTRIBUTING.md')).code('text');
	const floor = (text: string) =>
		[...text.matchAll(/^\|.*\|/gm)].flatMap(([row]) => row.match(/[\w.]+\/|[\w.]+\.ts/g) ?? []);
	return picture
		.split(/^\+.*$/m)
		.map(floor)
		.filter((rooms) => rooms.length > 0);
}

test('the picture in CONTRIBUTING.md shows every folder', async () => {
	const rooms = new Set([...imports.keys()].map(roomOf));
	expect((await floors()).flat().sort()).toEqual([...rooms].sort());
});

test('imports go only down in the picture', async () => {
	const house = await floors();
	const floorOf = (room: string) => house.findIndex((rooms) => rooms.includes(room));
	const wrong = [...imports].flatMap(([file, targets]) =>
		targets
			.filter((target) => roomOf(target) !== roomOf(file))
			.filter((target) => floorOf(roomOf(target)) <= floorOf(roomOf(file)))
			.map((target) => `${file} imports ${target}`),
	);
	expect(wrong).toEqual([]);
});

test('there are no circular imports', () => {
	const done = new Set<string>();
	const circles: string[] = [];
	const follow = (file: string, way: string[]) => {
		if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(' -> '));
		if (way.includes(file) || done.has(file)) return;
		for (const target of imports.get(file) ?? []) follow(target, [...way, file]);
		done.add(file);
	};
	for (const file of imports.keys()) follow(file, []);
	expect(circles).toEqual([]);
});

/** All tests: their names without the ending, and their texts. */
async function tests(): Promise<Array<{ name: string; text: string }>> {
	const all: Array<{ name: string; text: string }> = [];
	for (const tier of ['nodes', 'package', 'unit'].map((each) => join('test', each))) {
		const files = await readdir(tier, { recursive: true });
		for (const file of files.filter((each) => each.endsWith('.test.ts'))) {
			const text = await readFile(join(tier, file), 'utf8');
			all.push({ name: basename(file, '.test.ts'), text });
		}
	}
	return all;
}

test('each source has a test under its own name, or is named in one', async () => {
	const all = await tests();
	const names = new Set(all.map(({ name }) => name));
	const texts = all.map(({ text }) => text).join('\n');
	const isNamed = (file: string): boolean =>
		names.has(basename(file).replace(/\..*/, '')) ||
		texts.includes(`DocScore/${file.replace(/\.ts$/, '')}'`) ||
		texts.includes(` ${file}`);
	expect([...imports.keys()].filter((file) => !isNamed(file))).toEqual([]);
});
