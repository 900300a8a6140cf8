import { NodeOperationError } from 'n8n-workflow';
import { toNodeError } from '../../../nodes/DocScore/engine/errors';
import { fork, once, pathToFileURL } from '../../node';
import { dependencies } from '../install/package.json';
import { versionsInUse } from '../versionsInUse';

const node = {
	id: '1',
	name: 'DocScore',
	type: 'n8n-nodes-docscore.docScore',
	typeVersion: 1,
	position: [0, 0] satisfies [number, number],
	parameters: {},
};

test('the tests run on n8n 1.x', async () => {
	expect(await versionsInUse()).toEqual(dependencies);
	expect(dependencies['n8n-core']).toMatch(/^1\./);
});

test('and so do the nodes', () => {
	expect(toNodeError(node, new Error('Any'))).toBeInstanceOf(NodeOperationError);
});

test('and so do processes that tests start', async () => {
	const worker = fork(require.resolve('../versionsWorker.ts'), [], {
		execArgv: ['--import', pathToFileURL(require.resolve('tsx')).href],
	});
	const [versions] = await once(worker, 'message');
	expect(versions).toEqual(dependencies);
});
