import type { Resource } from '../../engine/operation';
import { downloadFiles } from './downloadFiles.operation';
import { get } from './get.operation';
import { getMany } from './getMany.operation';
import { submit } from './submit.operation';
import { submitAndWait } from './submitAndWait.operation';
import { wait } from './wait.operation';

export const run: Resource = {
	name: 'Run',
	value: 'run',
	operations: [downloadFiles, get, getMany, submit, submitAndWait, wait],
	initially: submitAndWait,
};
