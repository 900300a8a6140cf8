import type { Resource } from '../../engine/operation';
import { get } from './get.operation';
import { getMany } from './getMany.operation';
import { submit } from './submit.operation';
import { submitAndWait } from './submitAndWait.operation';
import { wait } from './wait.operation';

export const run: Resource = {
	name: 'Run',
	value: 'run',
	operations: [get, getMany, submit, submitAndWait, wait],
};
