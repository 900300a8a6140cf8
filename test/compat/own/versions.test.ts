import { NodeOperationError } from 'n8n-workflow';
import { toNodeError } from '../../../nodes/DocScore/engine/errors';
import { fork, join, once, pathToFileURL, readFile } from '../../node';
import { engineInUse } from '../engines';
import { versionsInUse } from '../versionsInUse';

const node = {
	id: '1',
	name: 'DocScore',
	type: 'n8n-nodes-docscore.docScore',
	typeVersion: 1,
	position: [0, 0] satisfies [number, number],
	parameters: {},
};

type Versions = Record<string, string>;

/** The versions in package.json, which should be in use. */
async function versionsAskedFor(): Promise<Versions> {
	const text = await readFile(join(engineInUse().folder, 'package.json'), 'utf8');
	const asked: { dependencies?: Versions; devDependencies?: Versions } = JSON.parse(text);
	const all = { ...asked.devDependencies, ...asked.dependencies };
	return { 'n8n-core': String(all['n8n-core']), 'n8n-workflow': String(all['n8n-workflow']) };
}

test('the tests use the requested engine', async () => {
	expect(await versionsInUse()).toEqual(await versionsAskedFor());
});

test('the nodes use the requested engine', () => {
	expect(toNodeError(node, new Error('Any'))).toBeInstanceOf(NodeOperationError);
});

test('processes of tests use the requested engine', async () => {
	const worker = fork(require.resolve('../versionsWorker.ts'), [], {
		execArgv: ['--import', pathToFileURL(require.resolve('tsx')).href],
	});
	const [versions] = await once(worker, 'message');
	expect(versions).toEqual(await versionsAskedFor());
});
